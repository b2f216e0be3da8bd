package sharded

const (
	// shrinkAt is how many times smaller than at its largest a map must be to be
	// rebuilt; shrinkMin is the size from which that is worth it.
	shrinkAt  = 8
	shrinkMin = 1024
)

// shrinking is a map that gives memory back: Go's own never does, and a store that
// was large once would stay large. A rebuild is paid for by the deletes before it,
// O(1) for each.
type shrinking[V any] struct {
	m    map[string]V
	peak int // largest size since the map was built
}

func newShrinking[V any](size int) shrinking[V] {
	return shrinking[V]{m: make(map[string]V, size), peak: size}
}

func (s *shrinking[V]) put(key string, val V) {
	s.m[key] = val
	s.peak = max(s.peak, len(s.m))
}

func (s *shrinking[V]) remove(key string) {
	delete(s.m, key)
	if s.peak < shrinkMin || len(s.m) > s.peak/shrinkAt {
		return
	}
	smaller := newShrinking[V](len(s.m))
	for key, val := range s.m {
		smaller.m[key] = val
	}
	*s = smaller
}

// dropLast shortens a slice by one and gives memory back when three quarters are
// free.
func dropLast[T any](list []T) []T {
	last := len(list) - 1
	clear(list[last:]) // else an object would live on behind the end
	if cap(list) >= shrinkMin && last <= cap(list)/4 {
		return append(make([]T, 0, last+last/4), list[:last]...)
	}
	return list[:last]
}
