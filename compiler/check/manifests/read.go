package manifests

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Document is one object of a manifest.
type Document struct {
	File string
	root *yaml.Node
}

// Read reads the objects of a YAML or JSON text, those in lists one by one. What is no object of Kubernetes is left out. An error tells
// the line, and the objects before it are returned too.
func Read(file string, text []byte) ([]Document, error) {
	var docs []Document
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var n yaml.Node
		switch err := decoder.Decode(&n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return docs, fmt.Errorf("it is no YAML: %w", err)
		}
		if len(n.Content) == 1 {
			docs = append(docs, objects(file, n.Content[0])...)
		}
	}
}

// objects are an object, or those of a list.
func objects(file string, n *yaml.Node) (docs []Document) {
	if items := get(n, "items"); items != nil && items.Kind == yaml.SequenceNode {
		for _, item := range items.Content {
			docs = append(docs, objects(file, item)...)
		}
		return docs
	}
	if text(n, "kind") == "" || text(n, "apiVersion") == "" {
		return nil
	}
	return []Document{{file, n}}
}

func (d *Document) kind() string { return text(d.root, "kind") }

// name is the object as texts name it: "Pod gpu/train".
func (d *Document) name() string {
	name := text(d.root, "metadata", "name")
	if name == "" {
		name = text(d.root, "metadata", "generateName")
	}
	if space := text(d.root, "metadata", "namespace"); space != "" {
		name = space + "/" + name
	}
	return d.kind() + " " + name
}

// get is what stands under keys one in the other, or nil.
func get(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		if n = value(n, key); n == nil {
			return nil
		}
	}
	return n
}

func value(n *yaml.Node, key string) *yaml.Node {
	if n = plain(n); n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return plain(n.Content[i+1])
		}
	}
	return nil
}

// plain is what an alias stands for.
func plain(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// list are the items under keys.
func list(n *yaml.Node, path ...string) []*yaml.Node {
	if n = get(n, path...); n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// text is a scalar under keys, or empty.
func text(n *yaml.Node, path ...string) string {
	if n = get(n, path...); n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// number is a whole number, whether it is written as one or as a text.
func number(n *yaml.Node) (int, bool) {
	if n = plain(n); n == nil || n.Kind != yaml.ScalarNode {
		return 0, false
	}
	v, err := strconv.Atoi(n.Value)
	return v, err == nil
}
