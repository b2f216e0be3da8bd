package workload

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// typed turns a function of one kind into an index function. Another kind is an
// error, which the store's write panics with: the program put the wrong object in.
func typed[T any](values func(T) []string) func(any) ([]string, error) {
	return func(obj any) ([]string, error) {
		o, ok := obj.(T)
		if !ok {
			return nil, fmt.Errorf("workload: index function for %T got %T", o, obj)
		}
		return values(o), nil
	}
}

// podNode gives no value for a Pod that is not scheduled yet.
func podNode(p *corev1.Pod) []string {
	if p.Spec.NodeName == "" {
		return nil
	}
	return []string{p.Spec.NodeName}
}

func podIPs(p *corev1.Pod) []string {
	var ips []string
	for _, ip := range p.Status.PodIPs {
		ips = append(ips, ip.IP)
	}
	return ips
}

func nodeIPs(n *corev1.Node) []string {
	var ips []string
	for _, a := range n.Status.Addresses {
		if a.Type == corev1.NodeInternalIP || a.Type == corev1.NodeExternalIP {
			ips = append(ips, a.Address)
		}
	}
	return ips
}

func endpointIPs(s *discoveryv1.EndpointSlice) []string {
	var ips []string
	for i := range s.Endpoints {
		ips = append(ips, s.Endpoints[i].Addresses...)
	}
	return ips
}

func endpointNodes(s *discoveryv1.EndpointSlice) []string {
	var nodes []string
	for i := range s.Endpoints {
		if n := s.Endpoints[i].NodeName; n != nil {
			nodes = append(nodes, *n)
		}
	}
	return nodes
}
