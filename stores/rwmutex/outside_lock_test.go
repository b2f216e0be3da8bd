package rwmutex_test

import (
	"sync"
	"testing"
	"time"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// gate is an index function that stops at an object with number 100 until it is let go.
type gate struct {
	enter          sync.Once
	entered, leave chan struct{}
}

func newGate() *gate { return &gate{entered: make(chan struct{}), leave: make(chan struct{})} }

func (g *gate) index(obj any) ([]string, error) {
	if obj.(*thing).number == 100 {
		g.enter.Do(func() { close(g.entered) })
		<-g.leave
	}
	return []string{"all"}, nil
}

// TestReadersGoOnWhileAnIndexFunctionRuns stops each write inside an index function, and reads.
// No reader may wait for it, and all must see the old state.
func TestReadersGoOnWhileAnIndexFunctionRuns(t *testing.T) {
	stop := &thing{number: 100}
	for name, write := range map[string]func(*rwmutex.Store, *gate){
		"Update": func(s *rwmutex.Store, _ *gate) { s.Update("new", stop) },
		"Transaction": func(s *rwmutex.Store, _ *gate) {
			s.Transaction(put("a", &thing{number: 2}), drop("b"), put("new", stop))
		},
		"Replace":     func(s *rwmutex.Store, _ *gate) { s.Replace(map[string]any{"new": stop}, "2") },
		"ReplaceList": func(s *rwmutex.Store, _ *gate) { s.ReplaceList([]stores.Item{{Key: "new", Object: stop}}, "2") },
		"AddIndexers": func(s *rwmutex.Store, g *gate) {
			s.Replace(map[string]any{"a": &thing{}, "b": stop}, "1")
			_ = s.AddIndexers(cache.Indexers{"gate": g.index})
		},
		"Index": func(s *rwmutex.Store, _ *gate) { _, _ = s.Index("gate", stop) },
	} {
		t.Run(name, func(t *testing.T) {
			g, s := newGate(), newStore(indexers())
			if name != "AddIndexers" {
				_ = s.AddIndexers(cache.Indexers{"gate": g.index})
			}
			s.ReplaceList([]stores.Item{{Key: "a", Object: &thing{}}, {Key: "b", Object: &thing{number: 1}}}, "1")
			written := make(chan struct{})
			go func() {
				defer close(written)
				write(s, g)
			}()
			await(t, g.entered, "the write calls its index function")
			read := make(chan struct{})
			go func() {
				defer close(read)
				readOldState(t, s)
			}()
			await(t, read, "reads while the index function runs")
			close(g.leave)
			await(t, written, "the write")
			if err := s.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func readOldState(t *testing.T, s *rwmutex.Store) {
	_, a := s.Get("a")
	_, isNew := s.Get("new")
	found, err := s.ByIndex("number", "0")
	keys, _ := s.IndexKeys("number", "1")
	if !a || isNew || len(found) != 1 || err != nil || len(keys) != 1 {
		t.Errorf("a: %t, new: %t, under 0: %v (%v), under 1: %v", a, isNew, found, err, keys)
	}
	pinned := s.Snapshot()
	defer pinned.Close()
	n := 0
	for range s.All() {
		n++
	}
	if n != 2 || len(s.List()) != 2 || len(s.ListKeys()) != 2 || pinned.Len() != 2 {
		t.Errorf("%d in a range, %d in a list, %d keys, %d in a snapshot, want 2", n, len(s.List()), len(s.ListKeys()), pinned.Len())
	}
	if rv := s.LastStoreSyncResourceVersion(); rv != "1" {
		t.Errorf("the version is %q", rv)
	}
}

// await waits for c. The limit only turns a hang into a failure.
func await(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Fatalf("no end of: %s", what)
	}
}

// TestAnIndexFunctionMayReadTheStore: no lock that readers take is held while it runs.
func TestAnIndexFunctionMayReadTheStore(t *testing.T) {
	var s *rwmutex.Store
	s = newStore(cache.Indexers{"reads": func(obj any) ([]string, error) {
		s.Get("a")
		return nil, nil
	}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Add("a", &thing{})
		s.Transaction(put("b", &thing{}))
		s.Replace(map[string]any{"a": &thing{}}, "1")
		_, _ = s.Index("reads", &thing{})
	}()
	await(t, done, "writes whose index function reads")
}
