package storetest

import "strings"

// keyUniverse are the keys of scripts and random operations. Keys are opaque
// bytes: nothing may depend on a slash, on UTF-8 or on a length
// (grafana/grafana#82871).
var keyUniverse = []string{
	"ns/a", "ns/b", "ns/c",
	"", "/", "no-slash", "ns/a/b", "ns/a/b/c", "ns//a",
	"with space/and\ttab", "снег/☃", "\xff\x00\xfe",
	"ns/" + strings.Repeat("x", 253), "ns/" + strings.Repeat("x", 4096),
}
