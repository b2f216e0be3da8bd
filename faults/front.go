package faults

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// front is the door of the simulated server: it counts requests, lets prepared faults
// happen to them, and else passes them to a replica.
type front struct {
	storage *storage
	calls   *calls
	pageCap int64

	mu      sync.Mutex // guards everything below
	waiting []Fault    // for requests; N is how many are still to be met
	struck  map[Kind]int
	streams []*stream // that are open
	lists   []listed
}

// listed is an answer that showed a whole state: what was written before it, a client may
// rightly never see.
type listed struct {
	at      time.Time
	version uint64
}

// linkKey is under which a request's context has its connection.
type linkKey struct{}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !f.calls.count(r.Context()) {
		http.Error(w, "the client asks too often", http.StatusTooManyRequests)
		return
	}
	q := parseRequest(r)
	fault := f.take(q)
	if fault.answer(w, r, linkOf(r.Context())) {
		return
	}
	f.capPage(r)
	replica := f.storage.route(q)
	if lost, ahead := f.storage.lost(q, replica); lost {
		writeStatus(w, lostVersion(ahead))
		return
	}
	if q.target != OnWatch {
		f.noteList(replica.source.Version())
	}
	if q.target == OnList {
		replica.api.ServeHTTP(fault.onList(w, r), r)
		return
	}
	f.watch(w, r, q, fault, replica)
}

func linkOf(ctx context.Context) *link { return ctx.Value(linkKey{}).(*link) }

// prepare lets a fault wait for its requests.
func (f *front) prepare(fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fault.N = max(fault.N, 1)
	f.waiting = append(f.waiting, fault)
}

// take returns the first fault that waits for such a request, or none.
func (f *front) take(q request) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.waiting {
		if waiting := &f.waiting[i]; waiting.N > 0 && q.meets(*waiting) {
			waiting.N--
			f.struck[waiting.Kind]++
			return *waiting
		}
	}
	return Fault{}
}

// heal forgets all faults that still wait.
func (f *front) heal() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waiting = nil
}

// capPage makes pages as small as the server wants them.
func (f *front) capPage(r *http.Request) {
	query := r.URL.Query()
	limit, err := strconv.ParseInt(query.Get("limit"), 10, 64)
	if f.pageCap > 0 && err == nil && limit > f.pageCap {
		query.Set("limit", strconv.FormatInt(f.pageCap, 10))
		r.URL.RawQuery = query.Encode()
	}
}

// watch serves a watch through a stream, in which faults can happen.
func (f *front) watch(w http.ResponseWriter, r *http.Request, q request, fault Fault, replica *replica) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s := &stream{w: w, control: http.NewResponseController(w), link: linkOf(ctx), protobuf: q.protobuf, cancel: cancel}
	switch fault.Kind {
	case NoMarker:
		s.unmarked, s.endsUnmarked = true, fault.Mode == "close"
	case ShortWatch:
		time.AfterFunc(time.Millisecond, cancel)
	}
	f.open(s)
	defer f.closed(s)
	replica.api.ServeHTTP(s, r.WithContext(ctx))
}

func (f *front) open(s *stream) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.streams = append(f.streams, s)
}

func (f *front) closed(s *stream) {
	s.end()
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.streams {
		if f.streams[i] == s {
			f.streams = append(f.streams[:i], f.streams[i+1:]...)
			return
		}
	}
}

// each does something to every open stream.
func (f *front) each(do func(*stream)) {
	f.mu.Lock()
	all := append([]*stream(nil), f.streams...)
	f.mu.Unlock()
	for _, s := range all {
		do(s)
	}
}

// strikeStreams lets a fault happen to every open stream.
func (f *front) strikeStreams(fault Fault) {
	f.each(func(s *stream) {
		if s.strike(fault) {
			f.noteStruck(fault.Kind)
		}
	})
}

func (f *front) noteStruck(k Kind) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.struck[k]++
}

func (f *front) noteList(version uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lists = append(f.lists, listed{time.Now(), version})
}

// hides tells whether a list up to a time can have hidden a write.
func (f *front) hides(version uint64, until time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.lists {
		if l.version >= version && !l.at.After(until) {
			return true
		}
	}
	return false
}
