package loopback

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/reflectorbench"
	"informerbench/workload"
	"informerbench/workload/apiserver"
)

// writeSize is how much goes to a connection at once. (An API server writes streams event by
// event; large writes cost it, and all clients, less.)
const writeSize = 1 << 20

// Write writes the parts one after the other, until one fails: the client has gone.
func Write(w http.ResponseWriter, parts [][]byte) error {
	for _, part := range parts {
		for len(part) > 0 {
			n, err := w.Write(part[:min(len(part), writeSize)])
			if err != nil {
				return err
			}
			part = part[n:]
		}
	}
	return nil
}

// WriteJoined is Write for parts that are small: as many as fit are written at once.
func WriteJoined(w http.ResponseWriter, parts [][]byte) error {
	buffer := make([]byte, 0, writeSize)
	for _, part := range parts {
		if len(buffer)+len(part) > writeSize {
			if err := Write(w, [][]byte{buffer}); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
		buffer = append(buffer, part...)
	}
	return Write(w, [][]byte{buffer})
}

// ListOptions are those of a request.
func ListOptions(r *http.Request) (options metav1.ListOptions, err error) {
	query := r.URL.Query()
	err = metav1.Convert_url_Values_To_v1_ListOptions(&query, &options, nil)
	return options, err
}

// Negotiate returns an encoder for the pods that are here, in the encoding that such an Accept header asks for. It refuses
// clients that want another one.
func Negotiate(r *http.Request, here string) (*apiserver.Encoder, error) {
	asked, err := apiserver.NewEncoder(workload.Pods, r.Header.Values("Accept")...)
	if err != nil {
		return nil, err
	}
	have, err := apiserver.NewEncoder(workload.Pods, here)
	if err != nil {
		return nil, err
	}
	if !have.Answers(asked) {
		return nil, apierrors.NewBadRequest(fmt.Sprintf("this server has %s only, not %q", here, r.Header.Values("Accept")))
	}
	return have, nil
}

// AnswerError answers with the error's Status.
func AnswerError(w http.ResponseWriter, err error) {
	var known apierrors.APIStatus
	if !errors.As(err, &known) {
		known = apierrors.NewInternalError(err)
	}
	status := known.Status()
	status.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	AnswerJSON(w, int(status.Code), &status)
}

// AnswerCPU answers with what this process has used, for [Control.CPU].
func AnswerCPU(w http.ResponseWriter, _ *http.Request) {
	AnswerJSON(w, http.StatusOK, reflectorbench.ProcessCPU())
}

// AnswerJSON answers with a body in JSON.
func AnswerJSON(w http.ResponseWriter, code int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		code, text = http.StatusInternalServerError, []byte(err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = w.Write(text) // the client has gone: nobody is left to tell
}
