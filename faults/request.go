package faults

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// request is what a fault and the storage want to know of a request.
type request struct {
	target   Target
	version  string
	exact    bool // a list of exactly that version
	token    string
	protobuf bool
}

func parseRequest(r *http.Request) request {
	query := r.URL.Query()
	q := request{
		target:   OnList,
		version:  query.Get("resourceVersion"),
		token:    query.Get("continue"),
		protobuf: strings.Contains(r.Header.Get("Accept"), "protobuf"),
	}
	switch {
	case query.Get("sendInitialEvents") == "true":
		q.target = OnStream
	case query.Get("watch") != "" && query.Get("watch") != "false":
		q.target = OnWatch
	default:
		q.exact = query.Get("limit") != "" && query.Get("resourceVersionMatch") == ""
	}
	return q
}

// builtOn is the version of which a request wants the very state, or what follows it; 0
// when it is content with any, or with a newer one.
func (q request) builtOn() uint64 {
	switch {
	case q.token != "":
		return tokenVersion(q.token)
	case q.target == OnWatch, q.target == OnList && q.exact:
		v, err := strconv.ParseUint(q.version, 10, 64)
		if err != nil {
			return 0
		}
		return v
	}
	return 0
}

// tokenVersion reads the version out of the source's page tokens.
func tokenVersion(token string) uint64 {
	var content struct {
		Version uint64 `json:"rv"`
	}
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err == nil {
		err = json.Unmarshal(b, &content)
	}
	if err != nil {
		return 0 // the source will say what is wrong with it
	}
	return content.Version
}

// meets tells whether a fault of requests is meant for this one.
func (q request) meets(f Fault) bool {
	if f.Kind == PageGone {
		return q.token != ""
	}
	return f.On == "" || f.On == AnyRequest || f.On == q.target
}
