package apiserver

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var statusKind = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}

// writeError answers with the error's Status, always as JSON: clients decode an
// answer by its content type, not by what they asked for.
func writeError(w http.ResponseWriter, err error) {
	status := statusOf(err)
	if status.Details != nil && status.Details.RetryAfterSeconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(status.Details.RetryAfterSeconds)))
	}
	writeJSON(w, int(status.Code), &status)
}

func statusOf(err error) metav1.Status {
	var known apierrors.APIStatus
	if !errors.As(err, &known) {
		known = apierrors.NewInternalError(err)
	}
	status := known.Status()
	status.TypeMeta = statusKind
	return status
}

func writeJSON(w http.ResponseWriter, code int, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = w.Write(append(b, '\n')) // the client has gone: nobody is left to tell
}

func errNoSuchPath(r *http.Request) error {
	return failure(http.StatusNotFound, metav1.StatusReasonNotFound, "the server could not find the requested resource: "+r.URL.Path)
}

func errMethod(r *http.Request, t target) error {
	return apierrors.NewMethodNotSupported(t.kind.GVR().GroupResource(), r.Method)
}

func errNotAcceptable(allowed string) error {
	return failure(http.StatusNotAcceptable, metav1.StatusReasonNotAcceptable, "only the following media types are accepted: "+allowed)
}

func failure(code int32, reason metav1.StatusReason, message string) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Reason: reason, Message: message,
	}}
}

var errModified = errors.New("the object has been modified; please apply your changes to the latest version and try again")
