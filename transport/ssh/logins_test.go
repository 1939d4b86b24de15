package ssh

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"
)

// TestLoginsAreBounded: a session waits for its turn to log in as long as its context lasts, and leaves no connection then.
func TestLoginsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logins := semaphore.NewWeighted(1)
		if err := logins.Acquire(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		near, far := net.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // longer than any handshake may take
		defer cancel()
		_, err := Dial(ctx, Config{
			Host: Host{Address: "leaf1"}, KnownHosts: &KnownHosts{}, Logins: logins,
			Dial: func(context.Context, string, string) (net.Conn, error) { return near, nil },
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if _, err := far.Read(make([]byte, 1)); err == nil {
			t.Error("the connection is still there")
		}
	})
}
