package workload

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// Names of the indexes that Indexers gives, beside cache.NamespaceIndex.
const (
	NodeIndex  = "node"  // Pods: their node; EndpointSlices: those of the endpoints
	OwnerIndex = "owner" // all: the UIDs of the owners
	IPIndex    = "ip"    // Pods: status.podIPs; Nodes and EndpointSlices: their addresses
	LabelIndex = "label" // kinds that the generator does not make: each label as key=value
)

// Indexers returns the indexes under which a resource's objects are stored in a
// measurement: those of the controllers that read them in life. The map is the
// caller's own. An index function returns an error for an object of another kind.
func Indexers(r Resource) cache.Indexers {
	indexers := cache.Indexers{OwnerIndex: ownerUIDs}
	if r.Namespaced() {
		indexers[cache.NamespaceIndex] = cache.MetaNamespaceIndexFunc
	}
	switch r {
	case Pods:
		indexers[NodeIndex], indexers[IPIndex] = typed(podNode), typed(podIPs)
	case Nodes:
		indexers[IPIndex] = typed(nodeIPs)
	case EndpointSlices:
		indexers[NodeIndex], indexers[IPIndex] = typed(endpointNodes), typed(endpointIPs)
	}
	return indexers
}

// Indexers returns those of the resource if it is one that the generator makes, and else
// indexes that every object can be in: namespace, owner and label. The map is the caller's own.
func (k Kind) Indexers() cache.Indexers {
	if known, ok := KindOf(k.Resource); ok && known.GVK == k.GVK {
		return Indexers(k.Resource)
	}
	indexers := cache.Indexers{OwnerIndex: ownerUIDs, LabelIndex: LabelPairs}
	if k.Namespaced {
		indexers[cache.NamespaceIndex] = cache.MetaNamespaceIndexFunc
	}
	return indexers
}

// LabelPairs is the index function of LabelIndex, for objects of any kind.
func LabelPairs(obj any) ([]string, error) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return nil, err
	}
	var pairs []string
	for key, value := range m.GetLabels() {
		pairs = append(pairs, key+"="+value)
	}
	return pairs, nil
}

// ownerUIDs gives no value for an object that nothing owns.
func ownerUIDs(obj any) ([]string, error) {
	m, err := meta.Accessor(obj)
	if err != nil {
		return nil, err
	}
	owners := m.GetOwnerReferences()
	if len(owners) == 0 {
		return nil, nil
	}
	uids := make([]string, len(owners))
	for i := range owners {
		uids[i] = string(owners[i].UID)
	}
	return uids, nil
}
