package reflectorbench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/replay"
)

// controlPath is where a source server takes the orders of the measuring process, beside
// the Kubernetes API.
const controlPath = "/bench/"

// playLead is how far ahead of the first event play answers, so that the measuring
// process has the schedule before it begins.
const playLead = 20 * time.Millisecond

// served is what a server tells about itself, for the client to compare.
type served struct {
	Mix      workload.Mix
	Profile  workload.Profile
	Objects  int
	Seed     uint64
	Also     string
	Settings string `json:",omitempty"` // of the generator, as JSON
	Trace    string `json:",omitempty"`
	Events   int    `json:",omitempty"` // of the trace
	Speed    Speed  `json:",omitempty"`
}

func (c Cell) served() served {
	s := served{Mix: c.Mix, Profile: c.Profile, Objects: c.Objects, Seed: c.Seed, Also: fmt.Sprint(c.Also)}
	if settings, err := c.settings(); err == nil && settings != nil {
		text, _ := json.Marshal(settings) // of plain fields
		s.Settings = string(text)
	}
	return s
}

func (c Cell) servedTrace(t *replay.Trace) served {
	return served{Objects: t.Counts[t.Kinds[0].Resource], Trace: replay.Name(c.Trace), Events: len(t.Offsets), Speed: c.Speed}
}

// control turns requests into calls of the local feed.
type control struct {
	ctx     context.Context
	serves  served
	local   *localFeed
	playing sync.WaitGroup

	// mu guards what follows, and makes one play follow the other: the stream has
	// one order.
	mu       sync.Mutex
	prepared []batch
	active   chan struct{} // closed when the last play has ended
	failed   error         // of the last play
}

func (c *control) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", apiserver.NewHandler(c.local.src))
	mux.HandleFunc("GET "+controlPath+"cell", func(w http.ResponseWriter, _ *http.Request) { answer(w, c.serves, nil) })
	mux.HandleFunc("GET "+controlPath+"cpu", func(w http.ResponseWriter, _ *http.Request) { answer(w, ProcessCPU(), nil) })
	mux.HandleFunc("POST "+controlPath+"prepare", c.prepare)
	mux.HandleFunc("POST "+controlPath+"play", c.play)
	mux.HandleFunc("POST "+controlPath+"wait", c.wait)
	mux.HandleFunc("POST "+controlPath+"expire", c.expire)
	mux.HandleFunc("POST "+controlPath+"sentinel", c.sentinel)
	return mux
}

func (c *control) prepare(w http.ResponseWriter, r *http.Request) {
	n := intQuery(r, "n")
	c.mu.Lock()
	defer c.mu.Unlock()
	b, err := c.local.prepare(n)
	if err == nil {
		c.prepared = append(c.prepared, b)
	}
	answer(w, n, err)
}

// play answers when the first event is to be sent, in nanoseconds of the wall clock, which
// both processes share, and then sends the next prepared batch, which has n events.
func (c *control) play(w http.ResponseWriter, r *http.Request) {
	n, rate := intQuery(r, "n"), intQuery(r, "rate")
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.prepared) == 0 || len(c.prepared[0].events) != n {
		answer(w, nil, fmt.Errorf("play %d events: they are not prepared", n))
		return
	}
	b := c.prepared[0]
	c.prepared = c.prepared[1:]
	p := b.at(rate)
	if r.FormValue("full") == "true" {
		p = pace{}
	}
	start, done := time.Now().Add(playLead), make(chan struct{})
	c.active = done
	c.playing.Go(func() {
		defer close(done)
		err := c.playAt(start, b, p)
		c.mu.Lock()
		c.failed = err
		c.mu.Unlock()
	})
	answer(w, start.UnixNano(), nil)
}

func (c *control) playAt(start time.Time, b batch, p pace) error {
	select {
	case <-time.After(time.Until(start)):
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
	_, err := c.local.play(c.ctx, b, p, nil)
	return err
}

// wait answers when the running play has sent its last event.
func (c *control) wait(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	active := c.active
	c.mu.Unlock()
	if active != nil {
		select {
		case <-active:
		case <-r.Context().Done():
			return
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	answer(w, "sent", c.failed)
}

func (c *control) expire(w http.ResponseWriter, r *http.Request) {
	answer(w, "expired", c.local.expire(r.Context(), resourceQuery(r)))
}

func (c *control) sentinel(w http.ResponseWriter, r *http.Request) {
	key, err := c.local.sentinel(r.Context(), resourceQuery(r))
	answer(w, key, err)
}

func resourceQuery(r *http.Request) workload.Resource {
	return workload.Resource(r.FormValue("resource"))
}

func intQuery(r *http.Request, name string) (n int) {
	fmt.Sscan(r.FormValue(name), &n)
	return n
}

func answer(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(v)
}
