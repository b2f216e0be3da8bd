package apiserver

import (
	"bufio"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/workload/source"
)

// watch answers with events until the stream or the request ends. What the source
// refuses is an error with a status of its own; what happens later comes as an event
// of type ERROR in the stream.
func (h *handler) watch(w http.ResponseWriter, r *http.Request, t target, o metav1.ListOptions, f form) error {
	stream, err := h.source.Watch(t.kind.Resource, t.namespace, o)
	if err != nil {
		return err
	}
	defer stream.Close()
	framer, err := newFramer(r, t.kind, f)
	if err != nil {
		return err
	}
	if f.shape == whole {
		defer h.frames.join(framer)()
	}
	w.Header().Set("Content-Type", f.contentType(true))
	w.WriteHeader(http.StatusOK)
	h.send(w, r, stream, framer)
	return nil
}

// send writes batch after batch and flushes after each. An error of writing means
// that the client has gone; one of encoding cannot be told any more, and the client
// watches again when the answer ends.
func (h *handler) send(w http.ResponseWriter, r *http.Request, stream *source.Stream, framer *framer) {
	control := http.NewResponseController(w)
	out := bufio.NewWriterSize(w, bufferSize)
	if control.Flush() != nil { // the client waits for the head before the first event
		return
	}
	for {
		batch, err := stream.Next(r.Context())
		if err != nil {
			return
		}
		for i := range batch {
			frame, err := h.frames.frame(framer, &batch[i])
			if err != nil {
				return
			}
			if _, err := out.Write(frame); err != nil {
				return
			}
		}
		if out.Flush() != nil || control.Flush() != nil {
			return
		}
	}
}
