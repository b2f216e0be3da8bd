package packed_test

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"

	"informerbench/stores/packed"
)

// registry encodes an object of any type as a number, under which it finds it again.
type registry struct {
	mu      sync.Mutex // of writers
	n       int        // guarded by mu
	shelves atomic.Pointer[[]*shelf]
}

// shelf is objects, each of which is written before its number is encoded.
type shelf [256]any

func newRegistry() *registry {
	r := &registry{}
	r.shelves.Store(&[]*shelf{})
	return r
}

func (r *registry) For(reflect.Type) packed.Coding { return r }

// Append adds bytes to some numbers, so that there is something to compress, or not. Most are stored as
// they are: what the suite looks at is the same, and its many writes take a tenth of the time.
func (r *registry) Append(into []byte, obj any) ([]byte, error) {
	number := r.add(obj)
	into = binary.AppendUvarint(into, uint64(number))
	switch number % 64 {
	case 3:
		into = append(into, "some text of a usual object, as usual as some text of a usual object"...)
	case 35:
		random := rand.New(rand.NewPCG(uint64(number), 0))
		for range 8 {
			into = binary.LittleEndian.AppendUint64(into, random.Uint64())
		}
	}
	return into, nil
}

func (r *registry) Decode(data []byte) (any, error) {
	number, _ := binary.Uvarint(data)
	return (*r.shelves.Load())[number/256][number%256], nil
}

func (r *registry) add(obj any) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	number := r.n
	r.n++
	shelves := *r.shelves.Load()
	if number/256 == len(shelves) {
		shelves = append(shelves[:len(shelves):len(shelves)], new(shelf))
		r.shelves.Store(&shelves)
	}
	shelves[number/256][number%256] = obj
	return number
}
