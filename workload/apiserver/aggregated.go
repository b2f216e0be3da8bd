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

func singular(k workload.Kind) string { return strings.ToLower(k.GVK.Kind) }

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

func (h *handler) writeAggregated(w http.ResponseWriter, core bool) {
	list := &apidiscoveryv2.APIGroupDiscoveryList{
		TypeMeta: metav1.TypeMeta{Kind: "APIGroupDiscoveryList", APIVersion: apidiscoveryv2.SchemeGroupVersion.String()},
	}
	order, byVersion := groupVersions(h.source.Kinds())
	for _, gv := range order {
		if (gv.Group == "") != core {
			continue
		}
		v := apidiscoveryv2.APIVersionDiscovery{Version: gv.Version, Freshness: apidiscoveryv2.DiscoveryFreshnessCurrent}
		for _, kind := range byVersion[gv] {
			v.Resources = append(v.Resources, aggregatedResource(kind))
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

func aggregatedResource(k workload.Kind) apidiscoveryv2.APIResourceDiscovery {
	scope := apidiscoveryv2.ScopeCluster
	if k.Namespaced {
		scope = apidiscoveryv2.ScopeNamespace
	}
	return apidiscoveryv2.APIResourceDiscovery{
		Resource: string(k.Resource), SingularResource: singular(k), Scope: scope, Verbs: verbs, ShortNames: shortNames[k.Resource],
		ResponseKind: &metav1.GroupVersionKind{Group: k.GVK.Group, Version: k.GVK.Version, Kind: k.GVK.Kind},
	}
}
