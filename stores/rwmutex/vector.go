package rwmutex

const (
	chunkBits = 10
	chunkLen  = 1 << chunkBits
)

// vector is a list in chunks. It grows without copying what it holds, so that no
// write of a large store pays for a growth under the lock, and wastes less than
// one chunk. Chunks are full but for the last; the first one starts small.
type vector[T any] struct {
	chunks [][]T
	n      int
}

// at returns the address of element i, valid until the next push.
func (v *vector[T]) at(i uint32) *T { return &v.chunks[i>>chunkBits][i&(chunkLen-1)] }

func (v *vector[T]) push(x T) {
	if v.n&(chunkLen-1) == 0 {
		v.chunks = append(v.chunks, make([]T, 0, v.firstCap()))
	}
	last := &v.chunks[len(v.chunks)-1]
	if len(*last) == cap(*last) {
		*last = append(make([]T, 0, min(2*cap(*last), chunkLen)), *last...)
	}
	*last = append(*last, x)
	v.n++
}

func (v *vector[T]) firstCap() int {
	if v.n == 0 {
		return 8
	}
	return chunkLen
}

// reserve makes room for the headers of n elements in all.
func (v *vector[T]) reserve(n int) {
	v.chunks = append(make([][]T, 0, (n+chunkLen-1)>>chunkBits), v.chunks...)
}

// appendTo appends all elements to into.
func (v *vector[T]) appendTo(into []T) []T {
	for _, chunk := range v.chunks {
		into = append(into, chunk...)
	}
	return into
}
