package main

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

const (
	ipIndex   = "ip"
	itemIndex = "item"
)

// podIPs is an index function with any number of values: a dual-stack Pod is found by
// each of its addresses, one that has none yet by nothing. Pods of the host network
// share their node's address, so an address may find several Pods; finished Pods are
// left out, because their addresses may be others' by now.
func podIPs(obj any) ([]string, error) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		// The store panics with it: only a mistake in the program leads here.
		return nil, fmt.Errorf("the index %q is of Pods, not of %T", ipIndex, obj)
	}
	if pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
		return nil, nil
	}
	ips := make([]string, 0, len(pod.Status.PodIPs))
	for _, ip := range pod.Status.PodIPs {
		ips = append(ips, ip.IP)
	}
	return ips, nil
}

// itemsOf makes the index function of an annotation that holds a list, as in "ernie, bert".
// What people write must not stop the program: spaces and empty items are dropped, and
// a store counts an item that is named twice once.
func itemsOf(annotation string) cache.IndexFunc {
	return func(obj any) ([]string, error) {
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			return nil, fmt.Errorf("the index %q is of Pods, not of %T", itemIndex, obj)
		}
		return splitList(pod.Annotations[annotation]), nil
	}
}

func splitList(list string) (items []string) {
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
