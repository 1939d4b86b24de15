package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
)

// What a page may hold: so many bytes of cards as they are, then packed ones in packs of so many cards up to so many bytes. What
// does not fit is left out, and its card says so.
const (
	plainBytes  = 1 << 20
	packCards   = 50
	packedBytes = 4 << 20
)

// pack moves the bodies of cards that are far down into packs: their markup, made by the template of those on the page, in a
// compressed form that the page's script opens when somebody asks for it. A body on the page is there without any script.
func pack(cards []*card, pages *template.Template) (packs []string, err error) {
	far, err := farDown(cards, pages)
	if err != nil {
		return nil, err
	}
	room := packedBytes
	for some := range slices.Chunk(far, packCards) {
		text := ""
		if room > 0 {
			if text, err = packed(some, pages); err != nil {
				return nil, err
			}
			room -= len(text)
		}
		if room > 0 {
			packs = append(packs, text)
		}
		for _, c := range some {
			c.Body, c.Pack, c.LeftOut = nil, len(packs), room <= 0
		}
	}
	return packs, nil
}

// farDown are the cards whose bodies have no room on the page.
func farDown(cards []*card, pages *template.Template) ([]*card, error) {
	var size counter
	for i, c := range cards {
		if err := c.write(&size, pages); err != nil {
			return nil, err
		}
		if size > plainBytes {
			return cards[i:], nil
		}
	}
	return nil, nil
}

// counter is a writer that counts.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func (c *card) write(w io.Writer, pages *template.Template) error {
	if err := pages.ExecuteTemplate(w, "body", c.Body); err != nil {
		return fmt.Errorf("the entry of %s: %w", c.Title, err)
	}
	return nil
}

// packed is the markup of cards, compressed, in the letters that nothing escapes.
func packed(cards []*card, pages *template.Template) (string, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	for _, c := range cards {
		if err := c.write(zip, pages); err != nil {
			return "", err
		}
	}
	if err := zip.Close(); err != nil {
		return "", fmt.Errorf("compressing entries: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}
