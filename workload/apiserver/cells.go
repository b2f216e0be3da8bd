package apiserver

import (
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

var restartsColumn = column{
	metav1.TableColumnDefinition{Name: "Restarts", Type: "string", Description: "How often the containers have been restarted."},
	func(object runtime.Object, _ time.Time) any {
		restarts := 0
		for _, c := range object.(*corev1.Pod).Status.ContainerStatuses {
			restarts += int(c.RestartCount)
		}
		return fmt.Sprint(restarts)
	},
}

func podReady(p *corev1.Pod) any {
	ready := 0
	for _, c := range p.Status.ContainerStatuses {
		if c.Ready {
			ready++
		}
	}
	return fmt.Sprintf("%d/%d", ready, len(p.Spec.Containers))
}

// podStatus is the phase, or the reason that explains it better.
func podStatus(p *corev1.Pod) any {
	status := string(p.Status.Phase)
	if p.Status.Reason != "" {
		status = p.Status.Reason
	}
	for _, c := range p.Status.ContainerStatuses {
		switch {
		case c.State.Waiting != nil && c.State.Waiting.Reason != "":
			status = c.State.Waiting.Reason
		case c.State.Terminated != nil && c.State.Terminated.Reason != "":
			status = c.State.Terminated.Reason
		}
	}
	if p.DeletionTimestamp != nil {
		status = "Terminating"
	}
	return status
}

func slicePorts(s *discoveryv1.EndpointSlice) any {
	var ports []string
	for _, p := range s.Ports {
		if p.Port != nil {
			ports = append(ports, fmt.Sprint(*p.Port))
		}
	}
	return joined(ports)
}

// shownEndpoints is how many addresses kubectl shows.
const shownEndpoints = 3

func sliceEndpoints(s *discoveryv1.EndpointSlice) any {
	var addresses []string
	for _, e := range s.Endpoints {
		addresses = append(addresses, e.Addresses...)
	}
	if more := len(addresses) - shownEndpoints; more > 0 {
		return fmt.Sprintf("%s + %d more...", strings.Join(addresses[:shownEndpoints], ","), more)
	}
	return orNone(strings.Join(addresses, ","))
}

func joined(words []string) string {
	slices.Sort(words)
	return orNone(strings.Join(words, ","))
}

func deploymentReady(d *appsv1.Deployment) any {
	wanted := int32(1) // the API server's default
	if d.Spec.Replicas != nil {
		wanted = *d.Spec.Replicas
	}
	return fmt.Sprintf("%d/%d", d.Status.ReadyReplicas, wanted)
}

func deploymentUpdated(d *appsv1.Deployment) any { return fmt.Sprint(d.Status.UpdatedReplicas) }

func deploymentAvailable(d *appsv1.Deployment) any { return fmt.Sprint(d.Status.AvailableReplicas) }

func eventObject(e *corev1.Event) any {
	return strings.ToLower(e.InvolvedObject.Kind) + "/" + e.InvolvedObject.Name
}
