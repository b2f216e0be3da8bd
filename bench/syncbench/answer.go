package syncbench

import (
	"fmt"
	"net/http"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/bench/loopback"
)

// list answers with all items or, in paged mode, with as many as the client asks for. A continue
// token is the number of items that came before.
func (s *server) list(w http.ResponseWriter, r *http.Request, o metav1.ListOptions) error {
	contentType, err := s.negotiate(r, false)
	if err != nil {
		return err
	}
	parts, size, err := s.listParts(o)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(size)) // else it would go out in chunks
	_ = loopback.Write(w, parts)
	return nil
}

func (s *server) listParts(o metav1.ListOptions) ([][]byte, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.stage.generations[s.now]
	lo, hi, more := 0, g.count, ""
	if o.Continue != "" {
		var err error
		if lo, err = strconv.Atoi(o.Continue); err != nil || lo < 0 || lo >= g.count {
			return nil, 0, apierrors.NewBadRequest(fmt.Sprintf("continue token %q is none of this list's", o.Continue))
		}
	}
	if s.mode == PagedList && o.Limit > 0 && lo+int(o.Limit) < g.count {
		hi = lo + int(o.Limit)
		more = strconv.Itoa(hi)
	}
	return g.list(lo, hi, more)
}

// watch begins with the whole state, if that is asked for and this client may have it. After that
// nothing happens until the watch expires.
func (s *server) watch(w http.ResponseWriter, r *http.Request, o metav1.ListOptions) error {
	contentType, err := s.negotiate(r, true)
	if err != nil {
		return err
	}
	s.mu.Lock()
	g, expired, mode := s.stage.generations[s.now], s.expired, s.mode
	s.mu.Unlock()
	streams := o.SendInitialEvents != nil && *o.SendInitialEvents
	if streams && mode != StreamList {
		return errNoStreams
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	if streams && loopback.Write(w, g.stream()) != nil || control.Flush() != nil {
		return nil // the client has gone
	}
	if !streams && o.ResourceVersion != g.version {
		return s.writeGone(w)
	}
	select {
	case <-expired:
		return s.writeGone(w)
	case <-r.Context().Done():
		return nil
	}
}

// errNoStreams is how an API server without streaming lists answers.
var errNoStreams = apierrors.NewInvalid(schema.GroupKind{Group: "meta.k8s.io", Kind: "ListOptions"}, "", nil)

// writeGone ends a watch; the status is sent, so that nothing can be told any more if it fails.
func (s *server) writeGone(w http.ResponseWriter) error {
	e, err := newEncoder(s.form)
	if err != nil {
		return nil
	}
	status := apierrors.NewResourceExpired("the watch has expired").ErrStatus
	if frame, err := e.AppendFrame(nil, watch.Event{Type: watch.Error, Object: &status}); err == nil {
		_, _ = w.Write(frame)
	}
	return nil
}

// negotiate refuses clients that want another form than the one that is here.
func (s *server) negotiate(r *http.Request, watch bool) (string, error) {
	have, err := loopback.Negotiate(r, s.form.accept())
	if err != nil {
		return "", err
	}
	return have.ContentType(watch), nil
}
