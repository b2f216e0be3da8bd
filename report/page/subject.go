package page

import (
	"cmp"
	"strings"
)

// subjectKeys tell what is compared, in the order in which a pipeline is named.
var subjectKeys = []string{"informer", "queue", "store"}

// subject is what is compared.
type subject struct {
	suite string // which of the keys its results have: only subjects of one suite are compared
	label string
	again bool // the base, measured a second time
}

// takeSubject removes the keys of the subject from a name.
func takeSubject(n *name) subject {
	var s subject
	var keys, values []string
	for _, key := range subjectKeys {
		if v := n.take(key); v != "" {
			keys, values = append(keys, key), append(values, v)
		}
	}
	s.suite, s.label = strings.Join(keys, "/"), strings.Join(values, "/")
	// How objects are kept is told by the informer's name as well: wire+share. Such informers are compared with each other.
	if kept := n.take("kept"); kept != "" {
		s.suite, s.label = keptSuite, cmp.Or(s.label, kept)
	}
	// A store that yields to others now and then is measured with and without that.
	if v := n.take("yield"); v != "" {
		s.label += " yield=" + v
	}
	repeat := n.take("repeat")
	plain, again := strings.CutSuffix(s.label, "-again")
	if again || repeat == "again" {
		s.label, s.again = plain, true
	} else if repeat != "" {
		s.label += " repeat=" + repeat
	}
	return s
}

// clientGo are the labels of client-go as it ships, by suite.
var clientGo = map[string]string{
	"informer/queue/store": "clientgo/realfifo/clientgo",
	"informer":             "clientgo",
	"store":                "clientgo",
	keptSuite:              "clientgo",
}

// keptSuite has informers that keep their objects in different ways.
const keptSuite = "informer/kept"

// shortNames leaves the keys out of labels that tell nothing apart: with one queue for
// each informer, ours/inorder/cow is ours/cow. The queue goes first, then the informer.
func shortNames(labels []string) map[string]string {
	split := make([][]string, len(labels))
	for i, l := range labels {
		split[i] = strings.Split(l, "/")
	}
	for _, drop := range []int{1, 0} {
		if shorter, ok := without(split, drop); ok {
			split = shorter
		}
	}
	out := map[string]string{}
	for i, l := range labels {
		out[l] = strings.Join(split[i], "/")
	}
	return out
}

// without leaves out one part of each label, if what remains still tells them apart.
func without(split [][]string, drop int) ([][]string, bool) {
	seen := map[string]bool{}
	out := make([][]string, len(split))
	for i, parts := range split {
		if len(parts) < 2 || len(parts) <= drop {
			return nil, false
		}
		out[i] = append(append([]string(nil), parts[:drop]...), parts[drop+1:]...)
		if key := strings.Join(out[i], "/"); seen[key] {
			return nil, false
		} else {
			seen[key] = true
		}
	}
	return out, true
}
