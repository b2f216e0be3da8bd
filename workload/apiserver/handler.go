package apiserver

import (
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"informerbench/workload"
	"informerbench/workload/source"
)

// NewHandler returns the API of a source. A watch ends with its request's context.
func NewHandler(s *source.Source) http.Handler {
	h := &handler{source: s, kinds: map[schema.GroupVersionResource]workload.Kind{}, frames: newFrameCache()}
	for _, k := range s.Kinds() {
		h.kinds[k.GVR()] = k
	}
	return h
}

type handler struct {
	source *source.Source
	kinds  map[schema.GroupVersionResource]workload.Kind // all that the source can hold
	frames *frameCache
}

// target is what a path names: a collection of a resource, or one object in it.
type target struct {
	kind      workload.Kind
	namespace string
	name      string // empty: the collection
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := strings.TrimSuffix(r.URL.Path, "/"); path {
	case "/healthz", "/livez", "/readyz":
		_, _ = w.Write([]byte("ok")) // the client has gone: nobody is left to tell
	case "/version":
		writeJSON(w, http.StatusOK, versionInfo())
	default:
		h.serveAPI(w, r, strings.Split(strings.TrimPrefix(path, "/"), "/"))
	}
}

// serveAPI cuts a path into group, version and the rest.
func (h *handler) serveAPI(w http.ResponseWriter, r *http.Request, path []string) {
	switch {
	case path[0] == "api" && len(path) <= 2, path[0] == "apis" && len(path) <= 3:
		h.serveDiscovery(w, r, path)
	case path[0] == "api":
		h.serveResource(w, r, "", path[1], path[2:])
	case path[0] == "apis":
		h.serveResource(w, r, path[1], path[2], path[3:])
	default:
		writeError(w, errNoSuchPath(r))
	}
}

func (h *handler) serveResource(w http.ResponseWriter, r *http.Request, group, version string, path []string) {
	t, ok := h.parseTarget(group, version, path)
	if !ok {
		writeError(w, errNoSuchPath(r))
		return
	}
	var err error
	switch {
	case r.Method == http.MethodGet && t.name == "":
		err = h.listOrWatch(w, r, t)
	case r.Method == http.MethodGet:
		err = h.get(w, r, t)
	case r.Method == http.MethodPost && t.name == "":
		err = h.create(w, r, t)
	case r.Method == http.MethodPut && t.name != "":
		err = h.update(w, r, t)
	case r.Method == http.MethodDelete && t.name != "":
		err = h.delete(w, r, t)
	default:
		err = errMethod(r, t)
	}
	if err != nil {
		writeError(w, err)
	}
}

// parseTarget reads [namespaces/NS/]RESOURCE[/NAME].
func (h *handler) parseTarget(group, version string, path []string) (target, bool) {
	var t target
	if len(path) >= 3 && path[0] == "namespaces" {
		t.namespace, path = path[1], path[2:]
	}
	if len(path) == 2 {
		t.name, path = path[1], path[:1]
	}
	if len(path) != 1 {
		return t, false
	}
	kind, ok := h.kinds[schema.GroupVersionResource{Group: group, Version: version, Resource: path[0]}]
	if !ok {
		return t, false
	}
	t.kind = kind
	if !kind.Namespaced {
		return t, t.namespace == ""
	}
	return t, t.name == "" || t.namespace != ""
}
