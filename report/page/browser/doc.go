// Package browser opens reports in a headless Chromium, and checks there what only a
// browser knows: that the content security policy is kept and nothing is requested, that
// nothing is wider than a phone, that no two labels cover each other, that a screen reader
// finds a name for every chart, and that the link to the raw data gives the raw data.
//
// It is a module of its own, since a browser's protocol is a large dependency. The tests
// use the program that the variable CHROMIUM names, or else chromium or google-chrome on
// the PATH, and are skipped without one. Debian's package is named chromium. With
//
//	go test -screenshots=DIR .
//
// they leave pictures of every page, light and dark, wide and narrow, to be looked at.
package browser
