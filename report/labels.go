package report

import (
	"strings"

	"golang.org/x/perf/benchproc"
)

// labels are the values of the keys, joined by slashes.
func labels(keys []benchproc.Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		var parts []string
		for _, f := range k.Projection().FlattenedFields() {
			if v := k.Get(f); v != "" {
				parts = append(parts, v)
			}
		}
		out[i] = strings.Join(parts, "/")
	}
	return out
}

// rowLabels are like the names of benchmarks: a value that a projection took out of
// the name stands as key=value again, and the "*" in its place goes.
func rowLabels(keys []benchproc.Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		var parts []string
		for _, f := range k.Projection().FlattenedFields() {
			v := k.Get(f)
			if name, isKey := strings.CutPrefix(f.Name, "/"); isKey && v != "" {
				v = name + "=" + v
			}
			if v = strings.TrimPrefix(strings.TrimPrefix(v, "*"), "/"); v != "" {
				parts = append(parts, v)
			}
		}
		out[i] = strings.Join(parts, "/")
	}
	return out
}

func sortedKeys[V any](m map[benchproc.Key]V) []benchproc.Key {
	keys := make([]benchproc.Key, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	benchproc.SortKeys(keys)
	return keys
}
