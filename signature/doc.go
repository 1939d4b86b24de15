// Package signature signs the bytes of a file and judges such signatures, in the format of "ssh-keygen -Y".
//
// It owns what a signature of weft is for (its namespace), how a key is opened, and who is allowed to sign, by the files that
// ssh-keygen takes. It must never know what the bytes mean, keep a private key longer than it is used, or put any of one into an error.
package signature
