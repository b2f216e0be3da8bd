package apiserver

import (
	"bytes"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

// writeObject answers with one object.
func writeObject(w http.ResponseWriter, r *http.Request, code int, f form, kind workload.Kind, object runtime.Object) error {
	if f.shape == asTable {
		version := object.(metav1.Object).GetResourceVersion()
		return writeTable(w, r, kind, metav1.ListMeta{ResourceVersion: version}, []runtime.Object{object})
	}
	var body bytes.Buffer
	e := newEncoder(f, kind.GVK)
	if err := e.write(&body, e.shaped(object)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", f.contentType(false))
	w.WriteHeader(code)
	_, _ = w.Write(body.Bytes()) // the client has gone: nobody is left to tell
	return nil
}
