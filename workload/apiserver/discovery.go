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

// groupVersions returns the versions served, the core group first, and with each the
// resources in it.
func groupVersions() (order []schema.GroupVersion, resources map[schema.GroupVersion][]workload.Resource) {
	resources = map[schema.GroupVersion][]workload.Resource{}
	for _, r := range workload.Resources() {
		gv := r.GroupVersionKind().GroupVersion()
		if !slices.Contains(order, gv) {
			order = append(order, gv)
		}
		resources[gv] = append(resources[gv], r)
	}
	return order, resources
}

// serveDiscovery answers /api, /api/v1, /apis, /apis/GROUP and /apis/GROUP/VERSION.
func serveDiscovery(w http.ResponseWriter, r *http.Request, path []string) {
	if r.Method != http.MethodGet {
		writeError(w, failure(http.StatusMethodNotAllowed, metav1.StatusReasonMethodNotAllowed, r.Method+" is not supported here"))
		return
	}
	core := path[0] == "api"
	switch {
	case len(path) == 1 && acceptsAggregated(r):
		writeAggregated(w, core)
	case len(path) == 1 && core:
		writeJSON(w, http.StatusOK, &metav1.APIVersions{
			TypeMeta: metav1.TypeMeta{Kind: "APIVersions"}, Versions: []string{"v1"},
			ServerAddressByClientCIDRs: []metav1.ServerAddressByClientCIDR{{ClientCIDR: "0.0.0.0/0", ServerAddress: r.Host}},
		})
	case len(path) == 1:
		writeJSON(w, http.StatusOK, groupList())
	case core:
		serveVersion(w, r, schema.GroupVersion{Version: path[1]})
	case len(path) == 2:
		serveGroup(w, r, path[1])
	default:
		serveVersion(w, r, schema.GroupVersion{Group: path[1], Version: path[2]})
	}
}

func groupList() *metav1.APIGroupList {
	list := &metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	order, _ := groupVersions()
	for _, gv := range order {
		if gv.Group == "" {
			continue
		}
		v := metav1.GroupVersionForDiscovery{GroupVersion: gv.String(), Version: gv.Version}
		list.Groups = append(list.Groups, metav1.APIGroup{Name: gv.Group, Versions: []metav1.GroupVersionForDiscovery{v}, PreferredVersion: v})
	}
	return list
}

func serveGroup(w http.ResponseWriter, r *http.Request, name string) {
	for _, group := range groupList().Groups {
		if group.Name == name {
			group.TypeMeta = metav1.TypeMeta{Kind: "APIGroup", APIVersion: "v1"}
			writeJSON(w, http.StatusOK, &group)
			return
		}
	}
	writeError(w, errNoSuchPath(r))
}

func serveVersion(w http.ResponseWriter, r *http.Request, gv schema.GroupVersion) {
	_, byVersion := groupVersions()
	resources, ok := byVersion[gv]
	if !ok {
		writeError(w, errNoSuchPath(r))
		return
	}
	list := &metav1.APIResourceList{
		TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: gv.String(),
	}
	for _, resource := range resources {
		list.APIResources = append(list.APIResources, metav1.APIResource{
			Name: string(resource), SingularName: singular(resource), Namespaced: resource.Namespaced(),
			Kind: resource.GroupVersionKind().Kind, Verbs: verbs, ShortNames: shortNames[resource],
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
