package workload

import (
	"strconv"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

const (
	nodeLeaseSeconds   = 40 // the kubelet's default; it renews every 10 s
	leaderLeaseSeconds = 15 // client-go's default for leader election; renewed every 2 s
)

// leaderNames are the components that elect a leader; further ones are operators.
var leaderNames = []string{"kube-scheduler", "kube-controller-manager", "cloud-controller-manager", "cluster-autoscaler",
	"cert-manager-controller", "snapshot-controller", "external-dns", "metrics-adapter"}

// leaseMaker makes the Leases of the nodes and then those of leader election.
func (l *layout) leaseMaker() func(i int, version uint64) runtime.Object {
	return func(i int, version uint64) runtime.Object {
		d := newDice(l.seed, domainLeases, uint64(i))
		lease := &coordinationv1.Lease{}
		lease.UID = uid(string(appendUID(nil, &d)))
		lease.ResourceVersion = versionString(version)
		if i < l.nodes {
			l.fillNodeLease(lease, i, &d)
		} else {
			fillLeaderLease(lease, i-l.nodes, &d)
		}
		if l.profile == Real {
			lease.ManagedFields = []metav1.ManagedFieldsEntry{managedFields(managerOf(lease), "coordination.k8s.io/v1", "", Epoch, leaseFields)}
		}
		return lease
	}
}

const leaseFields = `{"f:spec":{"f:acquireTime":{},"f:holderIdentity":{},"f:leaseDurationSeconds":{},"f:leaseTransitions":{},"f:renewTime":{}}}`

func managerOf(l *coordinationv1.Lease) string {
	if l.Namespace == corev1.NamespaceNodeLease {
		return "kubelet"
	}
	return l.Name
}

func (l *layout) fillNodeLease(lease *coordinationv1.Lease, node int, d *dice) {
	name := l.nodeNames[node]
	lease.Namespace, lease.Name = corev1.NamespaceNodeLease, name
	lease.CreationTimestamp = metav1.Unix(Epoch-int64(d.between(3600, maxAge)), 0)
	lease.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Node", Name: name, UID: uid(l.uidOf(domainNodes, node))}}
	lease.Spec.HolderIdentity = &name
	fillLeaseSpec(lease, nodeLeaseSeconds, d)
}

func fillLeaderLease(lease *coordinationv1.Lease, i int, d *dice) {
	lease.Namespace = "kube-system"
	if i < len(leaderNames) {
		lease.Name = leaderNames[i]
	} else {
		lease.Name = things[i%len(things)] + "-operator-" + strconv.Itoa(i)
	}
	lease.CreationTimestamp = metav1.Unix(Epoch-maxAge, 0)
	holder := lease.Name + "-" + string(appendSafe(nil, d.pcg.Uint64(), 5)) + "_" + string(appendUID(nil, d))
	lease.Spec.HolderIdentity = &holder
	acquired := metav1.NewMicroTime(time.Unix(Epoch-int64(d.below(maxAge)), int64(d.below(1e6))*1000))
	transitions := int32(d.between(1, 30))
	lease.Spec.AcquireTime, lease.Spec.LeaseTransitions = &acquired, &transitions
	fillLeaseSpec(lease, leaderLeaseSeconds, d)
}

func fillLeaseSpec(lease *coordinationv1.Lease, seconds int32, d *dice) {
	renewed := metav1.NewMicroTime(time.Unix(Epoch-int64(d.below(10)), int64(d.below(1e6))*1000))
	lease.Spec.LeaseDurationSeconds, lease.Spec.RenewTime = &seconds, &renewed
}
