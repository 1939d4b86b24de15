package view

import "github.com/sergi/go-diff/diffmatchpatch"

// Piece is a part of a configuration line. One that stands apart is only in this line, not in the one it is compared with.
type Piece struct {
	Text  string
	Apart bool
}

// Pieces compares a line with the one that replaces it, word by word.
func Pieces(before, after string) (gone, come []Piece) {
	for _, d := range wordDiff(before, after) {
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			gone, come = append(gone, Piece{Text: d.Text}), append(come, Piece{Text: d.Text})
		case diffmatchpatch.DiffDelete:
			gone = append(gone, Piece{d.Text, true})
		case diffmatchpatch.DiffInsert:
			come = append(come, Piece{d.Text, true})
		}
	}
	return gone, come
}
