package syncbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"sync"

	"informerbench/bench/loopback"
	"informerbench/reflectorbench"
)

// Serve makes the corpus, encodes all of it, and serves it on a loopback port until ctx or
// lifeline ends. It writes its URL as one line to ready when everything is encoded.
func Serve(ctx context.Context, c Corpus, lifeline io.Reader, ready io.Writer) error {
	if err := c.Validate(); err != nil {
		return err
	}
	ctx, cancel := reflectorbench.WithLifeline(ctx, lifeline)
	defer cancel()
	h, err := NewHandler(ctx, c)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // of the objects, which take more than their bytes
	return reflectorbench.ServeLoopback(ctx, h, ready)
}

// server answers one client at a time with bytes that it has already.
type server struct {
	form  Form
	stage *stage

	mu sync.Mutex // guards what follows and the encoder of the generations
	// mode is how the next client shall get its lists.
	mode List
	// now is the generation that is served, and expired is closed when its watches end.
	now     int
	expired chan struct{}
}

// NewHandler makes and encodes the corpus.
func NewHandler(ctx context.Context, c Corpus) (http.Handler, error) {
	pods, version, err := c.pods(ctx)
	if err != nil {
		return nil, err
	}
	if len(pods) < 3 {
		return nil, fmt.Errorf("%d pods: there must be at least 3, one for each kind of change", len(pods))
	}
	stage, err := newStage(c, pods, version)
	if err != nil {
		return nil, err
	}
	s := &server{form: c.Form, stage: stage, mode: StreamList, expired: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /control/begin", s.begin)
	mux.HandleFunc("POST /control/expire", s.expire)
	mux.HandleFunc("GET /control/cpu", loopback.AnswerCPU)
	mux.HandleFunc("GET /api/v1/pods", s.pods)
	return mux, nil
}

// begin goes back to the first state, for a new client, and tells what lies before it.
func (s *server) begin(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.mode, s.now = List(r.FormValue("list")), 0
	s.expired = make(chan struct{})
	s.mu.Unlock()
	loopback.AnswerJSON(w, http.StatusOK, s.stage.outlook)
}

// expire goes over to the second state, of which watches of the first are not told: they end with
// 410.
func (s *server) expire(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == 1 {
		loopback.AnswerError(w, errors.New("there is no third state: begin anew"))
		return
	}
	s.now = 1
	close(s.expired)
	s.expired = make(chan struct{})
	loopback.AnswerJSON(w, http.StatusOK, struct{}{})
}

func (s *server) pods(w http.ResponseWriter, r *http.Request) {
	options, err := loopback.ListOptions(r)
	if err != nil {
		loopback.AnswerError(w, err)
		return
	}
	if options.Watch {
		err = s.watch(w, r, options)
	} else {
		err = s.list(w, r, options)
	}
	if err != nil {
		loopback.AnswerError(w, err)
	}
}
