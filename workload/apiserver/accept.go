package apiserver

import (
	"cmp"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"informerbench/workload"
)

const (
	jsonType     = "application/json"
	protobufType = "application/vnd.kubernetes.protobuf"
)

// shape is what becomes of an object before it is encoded.
type shape string

const (
	whole    shape = ""
	asTable  shape = "Table"
	metadata shape = "PartialObjectMetadata"
	// metadataList is asked for with lists, and means the same.
	metadataList shape = "PartialObjectMetadataList"
)

// form is an encoding and a shape.
type form struct {
	protobuf bool
	shape    shape
}

func (f form) contentType(watch bool) string {
	if !f.protobuf {
		return jsonType
	}
	if watch {
		return protobufType + ";stream=watch"
	}
	return protobufType
}

// clause is one alternative of an Accept header.
type clause struct {
	mediaType string
	params    map[string]string
	quality   float64
}

// negotiate returns the first form of the request's Accept header that the kind can take.
func negotiate(r *http.Request, kind workload.Kind) (form, error) {
	return formFor(r.Header.Values("Accept"), kind)
}

func formFor(accept []string, kind workload.Kind) (form, error) {
	header := strings.Join(accept, ",")
	if header == "" {
		return form{}, nil
	}
	for _, c := range clauses(header) {
		if f, ok := c.form(kind); ok {
			return f, nil
		}
	}
	if !kind.Typed() {
		return form{}, errNotAcceptable(jsonType)
	}
	return form{}, errNotAcceptable(jsonType + ", " + protobufType)
}

// clauses returns the alternatives of a header, the best first; those that cannot be
// parsed are left out.
func clauses(header string) []clause {
	var all []clause
	for part := range strings.SplitSeq(header, ",") {
		mediaType, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		quality := 1.0
		if q, err := strconv.ParseFloat(params["q"], 64); err == nil {
			quality = q
		}
		all = append(all, clause{mediaType, params, quality})
	}
	slices.SortStableFunc(all, func(a, b clause) int { return cmp.Compare(b.quality, a.quality) })
	return all
}

// form returns what a clause asks for, if it can be had: tables have no protobuf
// form, and custom resources are JSON only, as in an API server.
func (c clause) form(kind workload.Kind) (form, bool) {
	var f form
	switch c.mediaType {
	case jsonType, "application/*", "*/*":
	case protobufType:
		f.protobuf = true
	default:
		return f, false
	}
	switch as := shape(c.params["as"]); as {
	case whole:
		return f, !f.protobuf || kind.Typed()
	case asTable:
		f.shape = asTable
		return f, c.params["g"] == "meta.k8s.io" && c.params["v"] == "v1" && !f.protobuf
	case metadata, metadataList:
		f.shape = metadata
		return f, c.params["g"] == "meta.k8s.io" && c.params["v"] == "v1"
	}
	return f, false
}
