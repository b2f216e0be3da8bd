package apiserver

import (
	"net/http"
	goruntime "runtime"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"

	"informerbench/workload"
)

var verbs = metav1.Verbs{"create", "delete", "get", "list", "update", "watch"}

var shortNames = map[workload.Resource][]string{
	workload.Pods:        {"po"},
	workload.Nodes:       {"no"},
	workload.ConfigMaps:  {"cm"},
	workload.Deployments: {"deploy"},
	workload.Events:      {"ev"},
}

// groupVersions returns the versions of the kinds, the core group first, and with each the
// kinds in it.
func groupVersions(kinds []workload.Kind) (order []schema.GroupVersion, byVersion map[schema.GroupVersion][]workload.Kind) {
	byVersion = map[schema.GroupVersion][]workload.Kind{}
	for _, k := range kinds {
		gv := k.GVK.GroupVersion()
		if !slices.Contains(order, gv) {
			order = append(order, gv)
		}
		byVersion[gv] = append(byVersion[gv], k)
	}
	return order, byVersion
}

// serveDiscovery answers /api, /api/v1, /apis, /apis/GROUP and /apis/GROUP/VERSION.
func (h *handler) serveDiscovery(w http.ResponseWriter, r *http.Request, path []string) {
	if r.Method != http.MethodGet {
		writeError(w, failure(http.StatusMethodNotAllowed, metav1.StatusReasonMethodNotAllowed, r.Method+" is not supported here"))
		return
	}
	core := path[0] == "api"
	switch {
	case len(path) == 1 && acceptsAggregated(r):
		h.writeAggregated(w, core)
	case len(path) == 1 && core:
		writeJSON(w, http.StatusOK, &metav1.APIVersions{
			TypeMeta: metav1.TypeMeta{Kind: "APIVersions"}, Versions: []string{"v1"},
			ServerAddressByClientCIDRs: []metav1.ServerAddressByClientCIDR{{ClientCIDR: "0.0.0.0/0", ServerAddress: r.Host}},
		})
	case len(path) == 1:
		writeJSON(w, http.StatusOK, h.groupList())
	case core:
		h.serveVersion(w, r, schema.GroupVersion{Version: path[1]})
	case len(path) == 2:
		h.serveGroup(w, r, path[1])
	default:
		h.serveVersion(w, r, schema.GroupVersion{Group: path[1], Version: path[2]})
	}
}

func (h *handler) groupList() *metav1.APIGroupList {
	list := &metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	order, _ := groupVersions(h.source.Kinds())
	for _, gv := range order {
		if gv.Group == "" {
			continue
		}
		v := metav1.GroupVersionForDiscovery{GroupVersion: gv.String(), Version: gv.Version}
		list.Groups = append(list.Groups, metav1.APIGroup{Name: gv.Group, Versions: []metav1.GroupVersionForDiscovery{v}, PreferredVersion: v})
	}
	return list
}

func (h *handler) serveGroup(w http.ResponseWriter, r *http.Request, name string) {
	for _, group := range h.groupList().Groups {
		if group.Name == name {
			group.TypeMeta = metav1.TypeMeta{Kind: "APIGroup", APIVersion: "v1"}
			writeJSON(w, http.StatusOK, &group)
			return
		}
	}
	writeError(w, errNoSuchPath(r))
}

func (h *handler) serveVersion(w http.ResponseWriter, r *http.Request, gv schema.GroupVersion) {
	_, byVersion := groupVersions(h.source.Kinds())
	kinds, ok := byVersion[gv]
	if !ok {
		writeError(w, errNoSuchPath(r))
		return
	}
	list := &metav1.APIResourceList{
		TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: gv.String(),
	}
	for _, k := range kinds {
		list.APIResources = append(list.APIResources, metav1.APIResource{
			Name: string(k.Resource), SingularName: singular(k), Namespaced: k.Namespaced,
			Kind: k.GVK.Kind, Verbs: verbs, ShortNames: shortNames[k.Resource],
		})
	}
	writeJSON(w, http.StatusOK, list)
}

func versionInfo() version.Info {
	return version.Info{
		Major: "1", Minor: "37", GitVersion: "v1.37.2+informerbench",
		GoVersion: goruntime.Version(), Compiler: goruntime.Compiler, Platform: goruntime.GOOS + "/" + goruntime.GOARCH,
	}
}
