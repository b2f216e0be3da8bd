package storetest

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// watcher is one reader beside the herder.
type watcher struct {
	*herder
	number    int
	random    *rand.Rand
	strict    bool // the store claims what every answer as a whole needs
	questions []question
	asked     int // of the questions those that every snapshot can answer, too
	// last is the latest moment that this reader is known to have seen: nothing that it reads
	// afterwards may be older.
	last moment
	// seen is the generation that Get last showed, for stores that promise no more.
	seen  map[int]int
	held  []held
	added *atomic.Int32 // indexes added while readers run
}

// wholeAnswers tells whether a store claims that every answer is one committed state,
// in which transactions are whole, and that reads come in the order of real time.
func (s Subject) wholeAnswers() bool {
	return s.claims(stores.SnapshotLists) && s.claims(stores.AtomicTransactions) && s.claims(stores.LinearizablePoints)
}

func newWatcher(s Subject, w *herder, number int, added *atomic.Int32) *watcher {
	r := &watcher{herder: w, number: number, random: rand.New(rand.NewPCG(w.seed, uint64(number)+1)),
		strict: s.wholeAnswers(), seen: map[int]int{}, added: added}
	r.questions = w.questions(w.selections()...)
	if _, ok := w.store.(stores.BulkReader); ok {
		r.questions = append(r.questions, w.bulkQuestions(w.selections()...)...)
	}
	r.asked = len(r.questions)
	return r
}

// read asks one thing after another.
func (r *watcher) read() error {
	q := r.questions[r.random.IntN(len(r.questions))]
	if err := r.watch(q); err != nil {
		return err
	}
	if err := r.get(r.random.IntN(r.size)); err != nil {
		return err
	}
	switch r.random.IntN(8) {
	case 0:
		return r.version()
	case 1:
		return r.values()
	case 2, 3:
		return r.snapshots()
	case 4:
		return r.index()
	}
	return nil
}

// watch compares an answer with the moments from which it may be.
func (r *watcher) watch(q question) error {
	from := max(r.last, moment(r.committed.Load()))
	a, err := q.ask(r.store)
	to := moment(r.started.Load())
	switch {
	case err != nil:
	case !r.strict:
		err = r.plausible(q.sel, a, to)
	default:
		err = r.match(from, to, q.sel.drifts(), func(m moment) error { return a.differs(r.expected(q.sel, m)) })
	}
	if err != nil {
		return fmt.Errorf("%v: %w", q, err)
	}
	return nil
}

// match looks for a moment that explains an answer, and remembers it.
func (r *watcher) match(from, to moment, drifts bool, differs func(moment) error) error {
	var last error
	for m := from; m <= to; m = following(m, drifts) {
		if last = differs(m); last == nil {
			r.last = max(r.last, m)
			return nil
		}
	}
	return fmt.Errorf("no state from %d to %d explains the answer; of the last one differs: %w", from, to, last)
}

// following is the next moment, or the next in which more than drifters changed.
func following(m moment, drifts bool) moment {
	if drifts && m.drifted() < drifters {
		return m + 1
	}
	return at(m.generation()+1, 0)
}

// plausible is what holds for every store: nothing that never was, and nothing that
// nobody ever deletes is missing from the lists of everything.
func (r *watcher) plausible(sel selection, a answer, to moment) error {
	for key, generation := range a.generations {
		if generation > to.generation() {
			return fmt.Errorf("%s@%d, which is not yet written", key, generation)
		}
	}
	if sel != everything {
		return nil
	}
	for i := range r.size {
		if _, there := a.generations[herdKey(i)]; always(i) && !there {
			return fmt.Errorf("%s is missing, which nobody deletes", herdKey(i))
		}
	}
	for i := range standing {
		if _, there := a.generations[churnKey(i)]; !there {
			return fmt.Errorf("%s is missing, which nobody writes", churnKey(i))
		}
	}
	return nil
}

// get reads one key, which no list may be ahead of.
func (r *watcher) get(i int) error {
	from := max(r.last, moment(r.committed.Load()))
	obj, exists := r.store.Get(herdKey(i))
	to := moment(r.started.Load())
	if !exists && obj != nil {
		return fmt.Errorf("Get(%s) = %v, %v", herdKey(i), obj, exists)
	}
	key, _, generation, ok := decode(obj)
	switch {
	case exists && (!ok || key != herdKey(i)):
		return fmt.Errorf("Get(%s) = %T %v, which was never stored there", herdKey(i), obj, obj)
	case !exists && always(i):
		return fmt.Errorf("Get(%s) finds nothing, and nobody deletes it", herdKey(i))
	case !r.strict:
		if exists && generation != ghostly && generation < r.seen[i] {
			return fmt.Errorf("Get(%s) shows generation %d after %d", herdKey(i), generation, r.seen[i])
		}
		r.seen[i] = max(r.seen[i], generation)
		return nil
	}
	err := r.match(from, to, false, func(m moment) error {
		if there := r.there(i, m.generation()); there != exists || (there && r.label(i, m.generation()) != generation) {
			return fmt.Errorf("there: %v, label %d", there, r.label(i, m.generation()))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("Get(%s) = %v, %v: %w", herdKey(i), obj, exists, err)
	}
	return nil
}

// version reads the resource version, which names the moment.
func (r *watcher) version() error {
	from := max(r.last, moment(r.committed.Load()))
	rv := r.store.LastStoreSyncResourceVersion()
	to := moment(r.started.Load())
	if !r.strict {
		return nil
	}
	err := r.match(from, to, true, func(m moment) error {
		if m.version() != rv {
			return fmt.Errorf("version %s", m.version())
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("LastStoreSyncResourceVersion() = %q: %w", rv, err)
	}
	return nil
}

// values reads which places there are.
func (r *watcher) values() error {
	from := max(r.last, moment(r.committed.Load()))
	values := r.store.ListIndexFuncValues("place")
	to := moment(r.started.Load())
	a, err := ofKeys(values, nil)
	if err != nil || !r.strict {
		return err
	}
	err = r.match(from, to, false, func(m moment) error {
		want := map[string]int{"drift/": 0, "marker": 0, "ns/": 0}
		for i := range r.size {
			if r.there(i, m.generation()) {
				want[placeName(r.chance(i, r.label(i, m.generation()), 3)%herdValues)] = 0
			}
		}
		return a.differs(want)
	})
	if err != nil {
		return fmt.Errorf("ListIndexFuncValues(place) = %q: %w", values, err)
	}
	return nil
}

// index adds an index, up to three of them by one of the readers, or asks Index for what the function
// of an object says.
func (r *watcher) index() error {
	if n := r.added.Load(); r.number == 0 && n < 3 && r.random.IntN(50) == 0 {
		name := fmt.Sprint(addedPrefix, n)
		if err := r.store.AddIndexers(cache.Indexers{name: stores.Single(r.place)}); err != nil {
			return err
		}
		sels := []selection{{name, placeName(0)}, {name, placeName(1)}}
		r.questions = append(r.questions, r.herd.questions(sels...)...)
		if _, ok := r.store.(stores.BulkReader); ok {
			r.questions = append(r.questions, r.herd.bulkQuestions(sels...)...)
		}
		r.added.Add(1)
	}
	obj := r.object(r.random.IntN(r.size), 1)
	value, _, _ := r.place(obj)
	return r.watch(question{"Index", selection{"place", value}, func(reading) (answer, error) {
		return ofObjects(r.store.Index("place", obj))
	}})
}
