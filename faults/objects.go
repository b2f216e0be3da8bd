package faults

import (
	"fmt"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// resource is what the simulated server serves, and elsewhere what else changes in it.
const (
	resource  = workload.ConfigMaps
	elsewhere = workload.Nodes
)

// The indexes of every informer under test.
const (
	byNamespace = cache.NamespaceIndex
	byColour    = "colour"
)

var colours = [...]string{"red", "green", "blue", "white"}

// indexers are fresh for each informer, as client-go keeps and changes the map.
func indexers() cache.Indexers {
	return cache.Indexers{byNamespace: cache.MetaNamespaceIndexFunc, byColour: func(obj any) ([]string, error) {
		c, ok := obj.(*corev1.ConfigMap)
		if !ok {
			return nil, fmt.Errorf("cannot index %T by colour", obj)
		}
		return []string{c.Labels[byColour]}, nil
	}}
}

// newObject is what a key holds after write number no.
func newObject(key string, no int, uid types.UID, version uint64) *corev1.ConfigMap {
	namespace, name, _ := strings.Cut(key, "/")
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: name,
			UID:             uid,
			ResourceVersion: formatVersion(version),
			Labels:          map[string]string{byColour: colours[no%len(colours)]},
		},
		Data: map[string]string{"no": strconv.Itoa(no)},
	}
}

// node is something else that changes, at a version.
func node(name string, version uint64) *corev1.Node {
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: formatVersion(version)}}
}

func formatVersion(version uint64) string { return strconv.FormatUint(version, 10) }
