package record_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"k8s.io/client-go/rest"

	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/record"
	"informerbench/workload/source"
	"informerbench/workload/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memoryListener joins client and server without sockets: its connections block
// durably in a synctest bubble.
type memoryListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memoryListener) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *memoryListener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

func (l *memoryListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// request is what the server saw.
type request struct {
	method, path, token, version string
	watch                        bool
	at                           time.Time
}

// cluster is an API server whose faults the test decides.
type cluster struct {
	*source.Source
	population *workload.Population
	transport  *http.Transport
	handler    http.Handler
	// fault answers instead of the server if it returns true.
	fault func(w http.ResponseWriter, r request) bool
	down  atomic.Bool // nobody can connect

	mu       sync.Mutex // guards the fields below
	requests []request
	watches  map[int]context.CancelFunc
	next     int
}

func newCluster(t *testing.T, objects int, resources ...workload.Resource) *cluster {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{Seed: 3, Objects: objects, Profile: workload.Small, Resources: resources})
	if err != nil {
		t.Fatal(err)
	}
	l := &memoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
	c := &cluster{Source: source.New(source.Options{}), population: p, watches: map[int]context.CancelFunc{}}
	c.transport = &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if c.down.Load() {
			return nil, errRefused
		}
		return l.dial(ctx, network, address)
	}}
	for _, r := range resources {
		if err := c.Load(r, p.Objects(r)); err != nil {
			t.Fatal(err)
		}
	}
	c.handler = apiserver.NewHandler(c.Source)
	server := &http.Server{Handler: c, ErrorLog: nil}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	t.Cleanup(func() {
		c.transport.CloseIdleConnections()
		_ = server.Close()
		<-served
	})
	return c
}

func (c *cluster) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	seen := request{r.Method, r.URL.Path, q.Get("continue"), q.Get("resourceVersion"), q.Get("watch") != "", time.Now()}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	c.mu.Lock()
	c.requests = append(c.requests, seen)
	if seen.watch {
		id := c.next
		c.next++
		c.watches[id] = cancel
		defer c.forget(id)
	}
	c.mu.Unlock()
	if c.fault != nil && c.fault(w, seen) {
		return
	}
	c.handler.ServeHTTP(w, r.WithContext(ctx))
	if seen.watch && r.Context().Err() == nil {
		panic(http.ErrAbortHandler) // cut off, in the middle of the answer
	}
}

func (c *cluster) forget(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.watches, id)
}

// breakWatches cuts all open watches off.
func (c *cluster) breakWatches() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.watches {
		cancel()
	}
}

var errRefused = errors.New("connection refused")

// kill lets the server be gone, with all connections to it; until c.down is unset.
func (c *cluster) kill() {
	c.down.Store(true)
	c.transport.CloseIdleConnections() // before a new watch is tried over one of them
	c.breakWatches()
	synctest.Wait()
}

// seen returns the requests for which keep holds.
func (c *cluster) seen(keep func(request) bool) []request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(c.requests), func(r request) bool { return !keep(r) })
}

func (c *cluster) options(d time.Duration, resources ...string) record.Options {
	return record.Options{
		Config:    &rest.Config{Host: "http://memory", Transport: c.transport, QPS: -1},
		Resources: resources, Duration: d, PageSize: 7,
	}
}

// recorded is a finished recording.
type recorded struct {
	header  trace.Header
	summary trace.Summary
	records []trace.Record
	gaps    []trace.Gap
	away    *record.AwayError // nil: the server was there at the end
}

// start records in the background; the result comes when it has ended.
func (c *cluster) start(t *testing.T, ctx context.Context, o record.Options) <-chan recorded {
	result := make(chan recorded, 1)
	go func() {
		var file bytes.Buffer
		summary, err := record.Run(ctx, &file, o)
		var away *record.AwayError
		if err != nil && !errors.As(err, &away) {
			t.Errorf("recording: %v", err)
		}
		all := read(t, &file, summary)
		all.away = away
		result <- all
	}()
	return result
}

func read(t *testing.T, file io.Reader, summary trace.Summary) (all recorded) {
	r, err := trace.NewReader(file)
	if err != nil {
		t.Error(err)
		return all
	}
	all.header = r.Header()
	var gaps trace.Gaps
	for record, err := range r.Records() {
		if err != nil {
			t.Error(err)
			return all
		}
		all.records = append(all.records, record)
		gaps.Add(record)
	}
	all.gaps = gaps.All()
	if all.summary, _ = r.Summary(); all.summary != summary {
		t.Errorf("the file's summary is %+v, Run returned %+v", all.summary, summary)
	}
	return all
}

// of are the records of some phases.
func (r recorded) of(phases ...trace.Phase) []trace.Record {
	return slices.DeleteFunc(slices.Clone(r.records), func(e trace.Record) bool { return !slices.Contains(phases, e.Phase) })
}
