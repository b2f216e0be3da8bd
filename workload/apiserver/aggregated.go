package apiserver

import (
	"encoding/json"
	"net/http"
	"strings"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/workload"
)

const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

func singular(r workload.Resource) string { return strings.ToLower(r.GroupVersionKind().Kind) }

// acceptsAggregated tells whether a client takes all groups and resources in one
// answer, which saves it a request for each group.
func acceptsAggregated(r *http.Request) bool {
	for _, c := range clauses(strings.Join(r.Header.Values("Accept"), ",")) {
		p := c.params
		if c.mediaType == jsonType && p["as"] == "APIGroupDiscoveryList" && p["g"] == apidiscoveryv2.GroupName && p["v"] == "v2" {
			return true
		}
	}
	return false
}

func writeAggregated(w http.ResponseWriter, core bool) {
	list := &apidiscoveryv2.APIGroupDiscoveryList{
		TypeMeta: metav1.TypeMeta{Kind: "APIGroupDiscoveryList", APIVersion: apidiscoveryv2.SchemeGroupVersion.String()},
	}
	order, byVersion := groupVersions()
	for _, gv := range order {
		if (gv.Group == "") != core {
			continue
		}
		v := apidiscoveryv2.APIVersionDiscovery{Version: gv.Version, Freshness: apidiscoveryv2.DiscoveryFreshnessCurrent}
		for _, resource := range byVersion[gv] {
			v.Resources = append(v.Resources, aggregatedResource(resource))
		}
		list.Items = append(list.Items, apidiscoveryv2.APIGroupDiscovery{
			ObjectMeta: metav1.ObjectMeta{Name: gv.Group}, Versions: []apidiscoveryv2.APIVersionDiscovery{v},
		})
	}
	b, err := json.Marshal(list)
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", aggregatedType)
	_, _ = w.Write(b) // the client has gone: nobody is left to tell
}

func aggregatedResource(r workload.Resource) apidiscoveryv2.APIResourceDiscovery {
	kind := r.GroupVersionKind()
	scope := apidiscoveryv2.ScopeCluster
	if r.Namespaced() {
		scope = apidiscoveryv2.ScopeNamespace
	}
	return apidiscoveryv2.APIResourceDiscovery{
		Resource: string(r), SingularResource: singular(r), Scope: scope, Verbs: verbs, ShortNames: shortNames[r],
		ResponseKind: &metav1.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind},
	}
}
