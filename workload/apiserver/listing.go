package apiserver

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"

	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// bufferSize is what is written to a connection at once.
const bufferSize = 64 << 10

func (h *handler) listOrWatch(w http.ResponseWriter, r *http.Request, t target) error {
	f, err := negotiate(r, t.kind)
	if err != nil {
		return err
	}
	var options metav1.ListOptions
	query := r.URL.Query()
	if err := metav1.Convert_url_Values_To_v1_ListOptions(&query, &options, nil); err != nil {
		return apierrors.NewBadRequest(err.Error())
	}
	if options.Watch {
		return h.watch(w, r, t, options, f)
	}
	list, err := h.source.List(t.kind.Resource, t.namespace, options)
	if err != nil {
		return err
	}
	if f.shape == asTable {
		return writeTable(w, r, t.kind, list.ListMeta, list.Items)
	}
	w.Header().Set("Content-Type", f.contentType(false))
	out := bufio.NewWriterSize(w, bufferSize)
	// From here on the status is sent; an error can only be a lost connection or an
	// object that cannot be encoded, and cutting the answer short shows both.
	if writeList(out, f, t.kind.GVK, list) != nil || out.Flush() != nil {
		panic(http.ErrAbortHandler)
	}
	return nil
}

// writeList encodes item by item: a list of a million objects needs no memory but a
// buffer, and no typed list is built of copies.
func writeList(w io.Writer, f form, kind schema.GroupVersionKind, list *metainternalversion.List) error {
	items, listKind := listEncoder(f, kind)
	if f.protobuf {
		return writeProtobufList(w, items, listKind, list)
	}
	return writeJSONList(w, items, listKind, list)
}

// listEncoder returns the encoder of a list's items, and the list's kind.
func listEncoder(f form, kind schema.GroupVersionKind) (items *encoder, listKind schema.GroupVersionKind) {
	itemKind := schema.GroupVersionKind{} // items of a list carry no kind
	if f.shape == metadata {
		itemKind, kind = metadataKind, metadataKind
	}
	kind.Kind += "List"
	return newEncoder(f, itemKind), kind
}

func writeJSONList(w io.Writer, items *encoder, kind schema.GroupVersionKind, list *metainternalversion.List) error {
	head, err := jsonListHead(kind, list.ListMeta)
	if err != nil {
		return err
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for i, object := range list.Items {
		if i > 0 {
			if _, err := io.WriteString(w, jsonSeparator); err != nil {
				return err
			}
		}
		if err := items.write(w, items.shaped(object)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, jsonListTail)
	return err
}

// What stands between the items of a list in JSON, and behind them.
const (
	jsonSeparator = ","
	jsonListTail  = "]}\n"
)

// jsonListHead is all of a list that stands before its items.
func jsonListHead(kind schema.GroupVersionKind, meta metav1.ListMeta) ([]byte, error) {
	head, err := json.Marshal(struct {
		metav1.TypeMeta `json:",inline"`
		metav1.ListMeta `json:"metadata"`
	}{metav1.TypeMeta{Kind: kind.Kind, APIVersion: kind.GroupVersion().String()}, meta})
	if err != nil {
		return nil, err
	}
	return append(head[:len(head)-1], `,"items":[`...), nil
}

func (h *handler) get(w http.ResponseWriter, r *http.Request, t target) error {
	f, err := negotiate(r, t.kind)
	if err != nil {
		return err
	}
	object, err := h.source.Get(t.kind.Resource, t.namespace, t.name)
	if err != nil {
		return err
	}
	return writeObject(w, r, http.StatusOK, f, t.kind, object)
}
