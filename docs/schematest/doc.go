// Package schematest is for tests: it holds the JSON Schemas of docs, the Go types that are written, and what is written
// together.
//
// It owns the part of JSON Schema that those use. It must never be used outside tests.
package schematest
