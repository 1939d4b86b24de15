// Package conf is the line tree that the vendors with a command line share: blocks and lines with their positions and exact
// bytes, edits that copy only what they touch, the difference of two trees, and grammars of typed commands.
//
// It owns the tree, its editor and line accounting, and how a command is looked up in a grammar. It must never know a keyword of any vendor: a vendor's parser decides
// what opens a block, what is in scope, and how a line is written canonically.
package conf
