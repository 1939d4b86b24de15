// Package ssh holds sessions with switches over SSH: at a command line, whose conversation it reads through scrapligo, or with a
// Unix shell, one exec channel a command.
//
// It owns connecting (jump host, host keys, every way to log in), and telling an answer from echo, prompt, question and log line,
// to the last byte. It knows of vendors what a vendors.Dialect says. It must never try a line twice, guess what a switch meant,
// or go on with a session in which something unexpected was said: that session is closed, and its caller asks the switch anew.
package ssh
