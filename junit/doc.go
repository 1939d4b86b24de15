// Package junit writes results as the XML that CI systems read the results of tests from.
//
// It owns the form: what Jenkins, GitLab and GitHub actions agree on, the counts, and characters that XML does not have. It must
// never know what is tested.
package junit
