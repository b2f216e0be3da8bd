package workload

import (
	"fmt"
	"slices"
	"strings"
)

// Profile says how much there is in each object of a population.
type Profile string

const (
	// Small objects are under 1 KB as JSON and cost few allocations, so that a
	// measurement sees the store and not the objects. Pods of one ReplicaSet
	// share their labels, owner references and containers in memory, which no
	// decoder does: heap figures for whole objects need Real.
	Small Profile = "small"
	// Real objects are as large as a cluster's (a Pod is 7 to 9 KB as JSON, with
	// managedFields). Each was encoded and decoded once, so that it owns its
	// memory exactly as an object does that came from a watch.
	Real Profile = "real"
)

// Profiles lists every profile in a fixed order.
func Profiles() []Profile { return []Profile{Small, Real} }

// ParseProfile returns the profile of that name, or an error that lists the allowed ones.
func ParseProfile(name string) (Profile, error) {
	if p := Profile(name); slices.Contains(Profiles(), p) {
		return p, nil
	}
	return "", fmt.Errorf("unknown profile %q: allowed are %s", name, joined(Profiles()))
}

// joined lists names for an error message.
func joined[T ~string](names []T) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = string(n)
	}
	return strings.Join(parts, ", ")
}
