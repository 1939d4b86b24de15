package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html/template"
)

// What a page may hold: so many bytes of details as they are, then packed ones in packs of so many cards up to so many bytes.
// What does not fit is left out, and its card says so.
const (
	plainBytes  = 2 << 20
	packCards   = 50
	packedBytes = 4 << 20
)

// pack moves the details of cards that are far down into packs: their markup, made by the template of those on the page, in a
// compressed form that the page's script opens when somebody asks for it. A detail on the page is there without any script.
func pack(cards []*card, pages *template.Template) ([]string, error) {
	far, err := farDown(cards, pages)
	if err != nil {
		return nil, err
	}
	var packs []string
	room := packedBytes
	for len(far) > 0 {
		n := min(packCards, len(far))
		text, err := packed(far[:n])
		if err != nil {
			return nil, err
		}
		room -= len(text)
		if room >= 0 {
			packs = append(packs, text)
		}
		for _, c := range far[:n] {
			c.card.Detail, c.card.Pack, c.card.LeftOut = nil, len(packs), room < 0
		}
		far = far[n:]
	}
	return packs, nil
}

// rendered is a card with the markup of its detail.
type rendered struct {
	card   *card
	markup []byte
}

// farDown are the cards whose details have no room on the page.
func farDown(cards []*card, pages *template.Template) (far []rendered, err error) {
	used := 0
	for _, c := range cards {
		var b bytes.Buffer
		if err := pages.ExecuteTemplate(&b, "detail", c.Detail); err != nil {
			return nil, fmt.Errorf("the detail of %s: %w", c.Title, err)
		}
		if used += b.Len(); used > plainBytes {
			far = append(far, rendered{c, b.Bytes()})
		}
	}
	return far, nil
}

func packed(cards []rendered) (string, error) {
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	for _, c := range cards {
		if _, err := zip.Write(c.markup); err != nil {
			return "", err
		}
	}
	if err := zip.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
