package loopback

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Sum counts objects and adds up digests of them, so that two sets can be compared that
// are in two processes. One that holds an object twice and another not at all has the same count and
// another sum.
type Sum struct {
	Count  int
	Digest uint64
}

// Add adds one object.
func (s *Sum) Add(digest uint64) {
	s.Count++
	s.Digest += digest
}

// Told is what a handler must be told.
type Told struct{ Added, Updated, Deleted Sum }

// Calls is how many calls that takes.
func (t Told) Calls() int { return t.Added.Count + t.Updated.Count + t.Deleted.Count }

// FNV-1a.
const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
)

// Digest identifies an object in one version, by key, UID and version.
func Digest(o metav1.Object) uint64 {
	h := uint64(fnvStart)
	for _, text := range [...]string{o.GetNamespace(), o.GetName(), string(o.GetUID()), o.GetResourceVersion()} {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * fnvPrime
		}
		h = (h ^ '/') * fnvPrime
	}
	return h
}

// UpdateDigest identifies an update between two versions with these digests.
func UpdateDigest(old, now uint64) uint64 { return old*fnvPrime + now }
