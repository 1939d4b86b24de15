// Package sarif writes what the checks and the compiler say as SARIF 2.1.0, which forges and editors show at the lines of an intent.
//
// It owns the form: rules with the pages of docs/checks, places in files with their columns, suppressions, fingerprints that stay when
// lines move. It must never decide what is a finding, or how bad it is.
package sarif
