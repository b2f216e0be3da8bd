package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// answer answers a request in place of the server. It reports false when the fault
// leaves that to the server.
func (f Fault) answer(w http.ResponseWriter, r *http.Request, l *link) bool {
	switch f.Kind {
	case Status:
		f.writeStatus(w)
	case Gone, PageGone:
		writeStatus(w, gone(f.Mode))
	case Timeout:
		if !sleep(r, f.For) || f.Mode == "close" {
			panic(http.ErrAbortHandler)
		}
		writeStatus(w, status(http.StatusGatewayTimeout, metav1.StatusReasonTimeout))
	case NoAnswer:
		l.silence(f.For)
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case ShortWatch:
		if f.Mode == "events" {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
	case Late:
		l.client.in.hold(f.For)
		return false
	default:
		return false
	}
	return true
}

// sleep reports false when the client has gone.
func sleep(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// writeStatus: a 502 comes from a proxy, which knows nothing of the API's Status.
func (f Fault) writeStatus(w http.ResponseWriter) {
	if f.Wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.Wait/time.Second)))
	}
	if f.Code == http.StatusBadGateway {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.Code)
		_, _ = w.Write([]byte("<html><body>Bad Gateway</body></html>")) // the client may have gone
		return
	}
	writeStatus(w, status(f.Code, reasonOf(f.Code)))
}

func writeStatus(w http.ResponseWriter, s metav1.Status) {
	b, err := json.Marshal(s)
	must(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(s.Code))
	_, _ = w.Write(b) // the client may have gone
}

func status(code int, reason metav1.StatusReason) metav1.Status {
	return metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure, Code: int32(code), Reason: reason,
		Message: fmt.Sprintf("a fault of the simulation: %d", code),
	}
}

// gone is a 410 with the reason Expired, or, as older servers have it, Gone.
func gone(mode string) metav1.Status {
	if mode == "Gone" {
		return status(http.StatusGone, metav1.StatusReasonGone)
	}
	return status(http.StatusGone, metav1.StatusReasonExpired)
}

// lostVersion is the answer to a request that builds on a version that was taken back.
func lostVersion(ahead bool) metav1.Status {
	if !ahead {
		return gone("")
	}
	s := apierrors.NewTimeoutError("Too large resource version", 1).Status()
	s.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	s.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge, Message: "Too large resource version"}}
	return s
}

func reasonOf(code int) metav1.StatusReason {
	switch code {
	case http.StatusTooManyRequests:
		return metav1.StatusReasonTooManyRequests
	case http.StatusInternalServerError:
		return metav1.StatusReasonInternalError
	case http.StatusServiceUnavailable:
		return metav1.StatusReasonServiceUnavailable
	case http.StatusGatewayTimeout:
		return metav1.StatusReasonTimeout
	case http.StatusForbidden:
		return metav1.StatusReasonForbidden
	}
	return metav1.StatusReasonUnknown
}

// onList is where the answer to a list is written to.
func (f Fault) onList(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	if f.Kind != HalfList {
		return w
	}
	return &halfWriter{ResponseWriter: w, link: linkOf(r.Context())}
}

// halfWriter resets the connection after half of the first piece that is written.
type halfWriter struct {
	http.ResponseWriter
	link *link
}

func (h *halfWriter) Write(p []byte) (int, error) {
	_, _ = h.ResponseWriter.Write(p[:len(p)/2]) // what is lost here was to be lost
	_ = http.NewResponseController(h.ResponseWriter).Flush()
	h.link.reset()
	panic(http.ErrAbortHandler)
}
