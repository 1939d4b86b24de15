package main

import (
	"bytes"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// TestTerminal asks a terminal for its width and colour, and what is none.
func TestTerminal(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	defer tty.Close()
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	a := &app{}
	if got := widthOf(tty); got != plainWidth {
		t.Errorf("a terminal that knows no width is %d wide", got)
	}
	size := [4]uint16{24, 72}
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, tty.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size))); errno != 0 {
		t.Fatal(errno)
	}
	if widthOf(tty) != 72 || !a.colour(tty) {
		t.Errorf("a terminal of 72 columns is %d wide, with colour %v", widthOf(tty), a.colour(tty))
	}
	var file bytes.Buffer
	if widthOf(&file) != plainWidth || a.colour(&file) {
		t.Errorf("what is no terminal is %d wide, with colour %v", widthOf(&file), a.colour(&file))
	}
	if a.noColor = true; a.colour(tty) {
		t.Error("--no-color has colour")
	}
}
