package faults

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net/http"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// stream is the answer to a watch, on its way from the server to the connection: it
// sees each event's frame, and faults strike here.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	link    *link
	cancel  context.CancelFunc // ends the server's side cleanly

	protobuf               bool
	unmarked, endsUnmarked bool // leaves the end marker of the initial events out, and ends there

	mu      sync.Mutex // guards everything below, and the use of w
	started bool
	ended   bool
	rest    []byte   // of a frame that is not complete yet
	middle  Kind     // Reset or Truncate: what happens in the middle of the next frame
	copies  int      // frames that are still to be kept and then sent again
	kept    [][]byte // in a row
}

var errEnded = errors.New("the stream has ended")

func (s *stream) Header() http.Header { return s.w.Header() }

func (s *stream) WriteHeader(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = code == http.StatusOK
	s.w.WriteHeader(code)
}

func (s *stream) FlushError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return errEnded
	}
	return s.control.Flush()
}

// Write passes frames on, one by one.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started { // the body of an error
		return s.w.Write(p)
	}
	s.rest = append(s.rest, p...)
	for !s.ended {
		size := frameSize(s.rest, s.protobuf)
		if size == 0 {
			return len(p), nil
		}
		s.pass(s.rest[:size])
		s.rest = s.rest[size:]
	}
	return 0, errEnded
}

// frameSize is the length of the first whole frame, or 0 when there is none.
func frameSize(b []byte, protobuf bool) int {
	if !protobuf {
		return bytes.IndexByte(b, '\n') + 1
	}
	if len(b) < 4 {
		return 0
	}
	if size := 4 + int(binary.BigEndian.Uint32(b)); size <= len(b) {
		return size
	}
	return 0
}

func (s *stream) pass(frame []byte) {
	if s.unmarked && bytes.Contains(frame, []byte(metav1.InitialEventsAnnotationKey)) {
		if s.endsUnmarked {
			s.stop()
		}
		return
	}
	if s.middle != "" {
		s.send(frame[:len(frame)/2])
		if s.middle == Reset {
			s.link.reset()
		}
		s.stop()
		return
	}
	s.send(frame)
	if s.copies > 0 {
		s.kept = append(s.kept, bytes.Clone(frame))
		if s.copies--; s.copies == 0 {
			for _, again := range s.kept {
				s.send(again)
			}
			s.kept = nil
		}
	}
}

func (s *stream) send(b []byte) {
	if _, err := s.w.Write(b); err != nil || s.control.Flush() != nil {
		s.ended = true // the connection has gone
	}
}

// stop ends the stream from within.
func (s *stream) stop() {
	s.ended = true
	s.cancel()
}

// end is called when the server's side has returned: w must not be used any more.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
}

// strike lets a fault happen to the stream, and reports whether it is one with events.
func (s *stream) strike(f Fault) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started || s.ended {
		return false
	}
	switch f.Kind {
	case Reset, Truncate:
		s.middle = f.Kind
	case Cut:
		s.ended = true
		s.link.client.in.end(errCut)
		_ = s.link.server.Close() // ends reading and writing; there is nobody to tell
	case Close:
		s.stop()
	case Silence:
		s.link.silence(f.For)
	case Duplicate:
		s.copies, s.kept = f.N, nil
	default:
		s.send(injected(f, s.protobuf))
	}
	return true
}
