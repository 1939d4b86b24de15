// Package backup finds the running configurations of switches in a directory of files, named as Oxidized and RANCID write them.
//
// It owns file names and bytes. It must never look into a configuration: whether one is whole is its vendor's to say.
package backup
