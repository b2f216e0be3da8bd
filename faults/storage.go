package faults

import (
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// storage is the state of the simulated cluster: the truth, and the servers that tell
// of it.
type storage struct {
	mu      sync.Mutex // guards everything below
	truth   truth
	version uint64 // the highest ever given out: none is given out twice
	objects map[string]*corev1.ConfigMap
	lives   int
	main    *replica
	behind  *replica  // nil, or a server that was restarted from an older state and follows
	lagsTo  time.Time // until when requests go to behind
}

func newStorage() *storage {
	return &storage{objects: map[string]*corev1.ConfigMap{}}
}

// load makes what is there before anything else.
func (s *storage) load(steps []Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, step := range steps {
		for _, do := range step.writes() {
			s.change(do, step)
		}
	}
	s.main = newReplica(s.objects, s.version)
}

// write makes a step's change happen.
func (s *storage) write(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, do := range step.writes() {
		if e, ok := s.change(do, step); ok {
			s.tell(e.event())
		}
	}
}

func (s Step) writes() []Verb {
	if s.Do == Recreate {
		return []Verb{Delete, Put}
	}
	return []Verb{s.Do}
}

func (s *storage) tell(event workload.Event) {
	s.main.apply(event)
	if s.behind != nil {
		s.behind.apply(event)
	}
}

// change is one write; it reports false for the deletion of what is not there.
func (s *storage) change(do Verb, step Step) (entry, bool) {
	old, exists := s.objects[step.Key]
	if do == Delete && !exists {
		return entry{}, false
	}
	s.version++
	e := entry{version: s.version, key: step.Key, kind: watch.Modified}
	switch {
	case do == Delete:
		e.kind, e.object = watch.Deleted, old.DeepCopy()
		e.object.ResourceVersion = formatVersion(s.version)
		delete(s.objects, step.Key)
	case exists:
		e.object = newObject(step.Key, step.No, old.UID, s.version)
		s.objects[step.Key] = e.object
	default:
		e.kind = watch.Added
		s.lives++
		e.object = newObject(step.Key, step.No, types.UID(fmt.Sprintf("life-%d", s.lives)), s.version)
		s.objects[step.Key] = e.object
	}
	s.truth.add(e)
	return e, true
}

// elsewhere lets another resource change.
func (s *storage) elsewhere() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.tell(elsewhereAt(s.version))
}

// compact forgets all but the last n versions.
func (s *storage) compact(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range []*replica{s.main, s.behind} {
		if r != nil {
			r.source.Compact(minus(r.source.Version(), n))
		}
	}
}

// restart replaces the server by one that has lost the last n versions. Versions then
// either go back for the time being, or are raised above all that were ever given out.
func (s *storage) restart(n int, bump bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cut := s.before(n)
	s.truth.lose(cut, s.version)
	s.objects = s.truth.at(s.version + 1)
	if bump {
		s.version += 10
		cut = s.version
	}
	s.main, s.behind, s.lagsTo = newReplica(s.objects, cut), nil, time.Time{}
}

// lag lets a server that is n versions behind answer until a time.
func (s *storage) lag(n int, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cut := s.before(n)
	s.behind = newReplica(s.truth.at(cut), cut)
	s.behind.lagging, s.lagsTo = true, until
	for _, e := range s.truth.after(cut) {
		s.behind.apply(e.event())
	}
}

// endLag lets the server that lagged catch up, for those who still watch it, unless
// another one has begun to lag meanwhile.
func (s *storage) endLag() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.behind != nil && s.behind.lagging && !time.Now().Before(s.lagsTo) {
		s.behind.catchUp()
	}
}

// before returns the version n before the present one, or a lower one that was not
// taken back.
func (s *storage) before(n int) uint64 {
	cut := minus(s.main.source.Version(), n)
	for s.truth.isLost(cut) {
		cut--
	}
	return cut
}

func minus(version uint64, n int) uint64 {
	if uint64(n) >= version {
		return 1
	}
	return version - uint64(n)
}
