package storetest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"informerbench/stores"

	"github.com/anishathalye/porcupine"
	"k8s.io/client-go/tools/cache"
)

// point is one call of a history; the model looks at one key at a time.
type point struct {
	kind  opKind // opAdd, opUpdate, opDelete or "Get"
	key   string
	value string // what Add and Update write
}

const opGet opKind = "Get"

// register is a key of the store to porcupine: its state is the value, "" when
// there is none.
var register = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[string][]porcupine.Operation{}
		for _, operation := range history {
			key := operation.Input.(point).key
			byKey[key] = append(byKey[key], operation)
		}
		var parts [][]porcupine.Operation
		for _, part := range byKey {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		switch call := input.(point); call.kind {
		case opGet:
			return output == state, state
		case opDelete:
			return true, ""
		default:
			return true, call.value
		}
	},
}

func linearizableChecks() []check {
	return []check{{
		name:  "point operations are linearizable",
		claim: stores.LinearizablePoints,
		verify: func(s Subject) error {
			for seed := range uint64(scaled(1000)) {
				if err := oneHistory(s, seed); err != nil {
					return fmt.Errorf("seed %d: %w", seed, err)
				}
			}
			return nil
		},
	}}
}

// oneHistory records what a few clients do to two keys at once, and asks
// porcupine for an order that explains it. Many short histories find more
// than few long ones, and are quick to check.
func oneHistory(s Subject, seed uint64) error {
	const clients, calls = 4, 8
	r := &recorder{store: s.New(cache.Indexers{"yielding": yielding})}
	var ready sync.WaitGroup
	ready.Add(clients)
	err := together(clients, func(client int) error {
		random := rand.New(rand.NewPCG(seed, uint64(client)))
		ready.Done()
		ready.Wait() // start together, for a history is shorter than starting a goroutine
		for i := range calls {
			r.record(client, randomPoint(random, fmt.Sprintf("%d-%d", client, i)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !porcupine.CheckOperations(register, r.history) {
		return fmt.Errorf("no order of these calls explains what they returned: %+v", r.history)
	}
	return nil
}

// yielding gives way in the middle of a write, so that histories overlap even
// on one core.
func yielding(any) ([]string, error) {
	runtime.Gosched()
	return []string{"all"}, nil
}

func randomPoint(random *rand.Rand, value string) point {
	kinds := []opKind{opAdd, opUpdate, opUpdate, opDelete, opGet, opGet, opGet}
	return point{kinds[random.IntN(len(kinds))], keyUniverse[random.IntN(2)], value}
}

// recorder stamps calls and returns with a clock that only counts: two calls
// overlap exactly when neither returned before the other began.
type recorder struct {
	store   stores.Store
	clock   atomic.Int64
	mu      sync.Mutex // guards history; taken after the return is stamped
	history []porcupine.Operation
}

func (r *recorder) record(client int, p point) {
	called := r.clock.Add(1)
	output := ""
	switch p.kind {
	case opGet:
		if obj, exists := r.store.Get(p.key); exists {
			output = fmt.Sprint(obj) // no value that was ever written, unless
			if o, ok := obj.(*object); ok {
				output = o.Name
			}
		}
	case opDelete:
		r.store.Delete(p.key)
	case opAdd:
		r.store.Add(p.key, newObject("ns", p.value, "1"))
	default:
		r.store.Update(p.key, newObject("ns", p.value, "1"))
	}
	returned := r.clock.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.history = append(r.history, porcupine.Operation{ClientId: client, Input: p, Call: called, Output: output, Return: returned})
}
