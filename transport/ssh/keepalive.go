package ssh

import (
	"context"
	"time"

	"golang.org/x/crypto/ssh"
)

// missed is how many signs of life may be missed.
const missed = 3

// keepAlive asks for a sign of life every now and then until the context or the connection ends. A peer that gave one and then
// misses three is gone: the connection is closed. One that never gave any is not judged by that.
func keepAlive(ctx context.Context, client *ssh.Client, every time.Duration, gone func()) {
	answers := make(chan error, 1)
	tick := time.NewTicker(every)
	defer tick.Stop()
	alive, waiting := false, 0
	for {
		select {
		case <-ctx.Done():
			if waiting > 0 {
				<-answers // the connection is closed by whoever ended the context
			}
			return
		case err := <-answers:
			if err != nil {
				return
			}
			alive, waiting = true, 0
		case <-tick.C:
			if waiting++; waiting == 1 {
				go func() {
					_, _, err := client.SendRequest("keepalive@openssh.com", true, nil)
					answers <- err
				}()
			}
			if alive && waiting > missed {
				gone()
			}
		}
	}
}
