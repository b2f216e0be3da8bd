package apiserver

import (
	"fmt"
	"strings"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/duration"

	"informerbench/workload"
)

// column is one column of a resource's table.
type column struct {
	definition metav1.TableColumnDefinition
	cell       func(object runtime.Object, now time.Time) any
}

func text(name string, priority int32, cell func(runtime.Object) any) column {
	return column{
		metav1.TableColumnDefinition{Name: name, Type: "string", Priority: priority, Description: name + " of the object."},
		func(object runtime.Object, _ time.Time) any { return cell(object) },
	}
}

// of makes a cell of a typed object.
func of[T runtime.Object](cell func(T) any) func(runtime.Object) any {
	return func(object runtime.Object) any { return cell(object.(T)) }
}

var (
	nameColumn = column{
		metav1.TableColumnDefinition{Name: "Name", Type: "string", Format: "name", Description: "Name of the object, unique within its namespace."},
		func(object runtime.Object, _ time.Time) any { return object.(metav1.Object).GetName() },
	}
	ageColumn = column{
		metav1.TableColumnDefinition{Name: "Age", Type: "string", Description: "Time since the object was created."},
		func(object runtime.Object, now time.Time) any {
			created := object.(metav1.Object).GetCreationTimestamp()
			if created.IsZero() {
				return "<unknown>"
			}
			return duration.HumanDuration(now.Sub(created.Time))
		},
	}
)

// columnsOf returns a kind's columns, those of kubectl for the kinds that the generator makes;
// a priority above 0 is shown with -o wide only.
func columnsOf(kind workload.Kind) []column {
	if known, ok := workload.KindOf(kind.Resource); !ok || known.GVK != kind.GVK {
		return []column{nameColumn, ageColumn}
	}
	var own, wide []column
	switch kind.Resource {
	case workload.Pods:
		own = []column{text("Ready", 0, of(podReady)), text("Status", 0, of(podStatus)), restartsColumn}
		wide = []column{
			text("IP", 1, of(func(p *corev1.Pod) any { return orNone(p.Status.PodIP) })),
			text("Node", 1, of(func(p *corev1.Pod) any { return orNone(p.Spec.NodeName) })),
		}
	case workload.Nodes:
		own = []column{text("Status", 0, of(nodeStatus)), text("Roles", 0, of(nodeRoles))}
		wide = []column{text("Version", 0, of(func(n *corev1.Node) any { return n.Status.NodeInfo.KubeletVersion }))}
	case workload.EndpointSlices:
		own = []column{
			text("AddressType", 0, of(func(s *discoveryv1.EndpointSlice) any { return string(s.AddressType) })),
			text("Ports", 0, of(slicePorts)), text("Endpoints", 0, of(sliceEndpoints)),
		}
	case workload.Leases:
		own = []column{text("Holder", 0, of(leaseHolder))}
	case workload.ConfigMaps:
		own = []column{text("Data", 0, of(func(c *corev1.ConfigMap) any { return fmt.Sprint(len(c.Data) + len(c.BinaryData)) }))}
	case workload.Deployments:
		own = []column{text("Ready", 0, of(deploymentReady)), text("Up-to-date", 0, of(deploymentUpdated)), text("Available", 0, of(deploymentAvailable))}
	case workload.Events:
		own = []column{
			text("Type", 0, of(func(e *corev1.Event) any { return e.Type })), text("Reason", 0, of(func(e *corev1.Event) any { return e.Reason })),
			text("Object", 0, of(eventObject)), text("Message", 0, of(func(e *corev1.Event) any { return strings.TrimSpace(e.Message) })),
		}
	}
	return append(append(append([]column{nameColumn}, own...), ageColumn), wide...)
}

func orNone(s string) string {
	if s == "" {
		return "<none>"
	}
	return s
}

func nodeStatus(n *corev1.Node) any {
	status := "Unknown"
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady && c.Status == corev1.ConditionTrue {
			status = "Ready"
		} else if c.Type == corev1.NodeReady {
			status = "NotReady"
		}
	}
	if n.Spec.Unschedulable {
		status += ",SchedulingDisabled"
	}
	return status
}

func nodeRoles(n *corev1.Node) any {
	var roles []string
	for key := range n.Labels {
		if role, ok := strings.CutPrefix(key, "node-role.kubernetes.io/"); ok {
			roles = append(roles, role)
		}
	}
	return joined(roles)
}

func leaseHolder(l *coordinationv1.Lease) any {
	if l.Spec.HolderIdentity == nil {
		return ""
	}
	return *l.Spec.HolderIdentity
}
