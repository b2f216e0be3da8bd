package compactbench

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"informerbench/bench/loopback"
	"informerbench/reflectorbench"
)

// Serve makes the corpus, encodes all of it, and serves it on a loopback port until ctx or
// lifeline ends. It writes its URL as one line to ready when everything is encoded.
func Serve(ctx context.Context, c Corpus, lifeline io.Reader, ready io.Writer) error {
	ctx, cancel := reflectorbench.WithLifeline(ctx, lifeline)
	defer cancel()
	h, err := NewHandler(ctx, c)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // of the objects, which take more than their bytes
	return reflectorbench.ServeLoopback(ctx, h, ready)
}

// server answers one measured process at a time with bytes that it has already.
type server struct {
	stock *stock

	mu sync.Mutex // guards churns
	// churns is closed when the events are ordered. Streams that begin after that are of the last state.
	churns chan struct{}
}

// NewHandler makes and encodes the corpus.
func NewHandler(ctx context.Context, c Corpus) (http.Handler, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	stock, err := newStock(ctx, c)
	if err != nil {
		return nil, err
	}
	s := &server{stock: stock, churns: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /control/begin", s.begin)
	mux.HandleFunc("POST /control/churn", s.churn)
	mux.HandleFunc("GET /control/cpu", loopback.AnswerCPU)
	mux.HandleFunc("GET /api/v1/pods", s.pods)
	return mux, nil
}

// begin goes back to the first state, for a new client, and tells what lies before it.
func (s *server) begin(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	s.churns = make(chan struct{})
	s.mu.Unlock()
	loopback.AnswerJSON(w, http.StatusOK, s.stock.outlook)
}

// churn lets the events go to the streams of the first state.
func (s *server) churn(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if closed(s.churns) {
		loopback.AnswerError(w, errors.New("the events have gone already: begin anew"))
		return
	}
	close(s.churns)
	loopback.AnswerJSON(w, http.StatusOK, struct{}{})
}

func (s *server) pods(w http.ResponseWriter, r *http.Request) {
	if err := s.stream(w, r); err != nil {
		loopback.AnswerError(w, err)
	}
}

// stream sends the state, and the events when they are ordered. After that nothing happens.
func (s *server) stream(w http.ResponseWriter, r *http.Request) error {
	encoder, err := loopback.Negotiate(r, accept)
	if err != nil {
		return err
	}
	o, err := loopback.ListOptions(r)
	if err != nil {
		return err
	}
	if !o.Watch || o.SendInitialEvents == nil || !*o.SendInitialEvents {
		return apierrors.NewBadRequest("this server has streaming lists only: watch with sendInitialEvents=true")
	}
	s.mu.Lock()
	churns := s.churns
	s.mu.Unlock()
	w.Header().Set("Content-Type", encoder.ContentType(true))
	w.WriteHeader(http.StatusOK)
	if closed(churns) {
		s.send(w, s.stock.last, s.stock.lastBookmark)
		<-r.Context().Done()
		return nil
	}
	if !s.send(w, s.stock.first, s.stock.firstBookmark) {
		return nil
	}
	select {
	case <-churns:
		s.send(w, s.stock.events, nil)
		<-r.Context().Done()
	case <-r.Context().Done():
	}
	return nil
}

// send tells whether the client is still there.
func (s *server) send(w http.ResponseWriter, frames [][]byte, bookmark []byte) bool {
	return loopback.WriteJoined(w, frames) == nil && loopback.Write(w, [][]byte{bookmark}) == nil &&
		http.NewResponseController(w).Flush() == nil
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
