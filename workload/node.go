package workload

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

var zones = []string{"europe-west1-b", "europe-west1-c", "europe-west1-d"}

func zoneOf(node int) string { return zones[node%len(zones)] }

func (l *layout) nodeMaker() func(i int, version uint64) runtime.Object {
	return func(i int, version uint64) runtime.Object {
		d := newDice(l.seed, domainNodes, uint64(i))
		n := l.node(i, &d)
		n.ResourceVersion = versionString(version)
		return n
	}
}

func (l *layout) node(i int, d *dice) *corev1.Node {
	id := string(appendUID(nil, d))
	created := Epoch - int64(d.between(3600, maxAge))
	name := l.nodeNames[i]
	n := &corev1.Node{}
	n.Name, n.UID, n.CreationTimestamp = name, uid(id), metav1.Unix(created, 0)
	n.Labels = map[string]string{
		corev1.LabelHostname: name, corev1.LabelTopologyZone: zoneOf(i), corev1.LabelInstanceTypeStable: instanceTypes[i%len(nodePools)],
	}
	n.Spec.PodCIDR = string(appendIPv4(nil, podNetwork+uint32(i*addressesPerNode))) + "/26"
	n.Status.Addresses = []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: nodeIP(i)}, {Type: corev1.NodeHostName, Address: name}}
	n.Status.Conditions = []corev1.NodeCondition{nodeCondition(corev1.NodeReady, corev1.ConditionTrue, "KubeletReady", created)}
	n.Status.NodeInfo.KubeletVersion = kubeletVersion
	if l.profile == Real {
		l.fillRealNode(n, i, created, d)
	}
	return n
}

const kubeletVersion = "v1.37.2-gke.1204000"

var instanceTypes = []string{"n2-standard-16", "n2-highmem-16", "n2-standard-8", "e2-standard-8"}

func nodeCondition(kind corev1.NodeConditionType, status corev1.ConditionStatus, reason string, since int64) corev1.NodeCondition {
	return corev1.NodeCondition{Type: kind, Status: status, Reason: reason, Message: "kubelet: " + reason,
		LastHeartbeatTime: metav1.Unix(Epoch, 0), LastTransitionTime: metav1.Unix(since, 0)}
}

// fillRealNode adds what makes a Node large: labels of the cloud, all
// conditions, capacity, the images that the kubelet reports.
func (l *layout) fillRealNode(n *corev1.Node, i int, created int64, d *dice) {
	pool := nodePools[i%len(nodePools)]
	n.Labels["kubernetes.io/os"], n.Labels["kubernetes.io/arch"] = "linux", "amd64"
	n.Labels[corev1.LabelTopologyRegion] = "europe-west1"
	n.Labels["cloud.google.com/gke-nodepool"] = pool
	n.Labels["cloud.google.com/gke-boot-disk"] = "pd-balanced"
	n.Labels["cloud.google.com/machine-family"] = instanceTypes[i%len(nodePools)][:2]
	machine := hexID(d)[:32]
	n.Annotations = map[string]string{
		"node.alpha.kubernetes.io/ttl":                           "300",
		"volumes.kubernetes.io/controller-managed-attach-detach": "true",
		"csi.volume.kubernetes.io/nodeid":                        `{"pd.csi.storage.gke.io":"projects/bench/zones/` + zoneOf(i) + `/instances/` + n.Name + `"}`,
		"container.googleapis.com/instance_id":                   strconv.FormatUint(d.pcg.Uint64()>>1, 10),
	}
	n.Spec.PodCIDRs = []string{n.Spec.PodCIDR}
	n.Spec.ProviderID = "gce://bench/" + zoneOf(i) + "/" + n.Name
	if pool == "spot-pool" {
		n.Spec.Taints = []corev1.Taint{{Key: "cloud.google.com/gke-spot", Value: "true", Effect: corev1.TaintEffectNoSchedule}}
	}
	n.Status.Capacity = capacity("8", "32880564Ki", "98831908Ki")
	n.Status.Allocatable = capacity("7910m", "29211828Ki", "47060071478")
	n.Status.Conditions = append([]corev1.NodeCondition{
		nodeCondition(corev1.NodeMemoryPressure, corev1.ConditionFalse, "KubeletHasSufficientMemory", created),
		nodeCondition(corev1.NodeDiskPressure, corev1.ConditionFalse, "KubeletHasNoDiskPressure", created),
		nodeCondition(corev1.NodePIDPressure, corev1.ConditionFalse, "KubeletHasSufficientPID", created),
		nodeCondition(corev1.NodeNetworkUnavailable, corev1.ConditionFalse, "RouteCreated", created),
	}, n.Status.Conditions...)
	n.Status.DaemonEndpoints.KubeletEndpoint.Port = 10250
	n.Status.NodeInfo = corev1.NodeSystemInfo{
		MachineID: machine, SystemUUID: string(appendUID(nil, d)), BootID: string(appendUID(nil, d)),
		KernelVersion: "6.12.35+", OSImage: "Container-Optimized OS from Google", ContainerRuntimeVersion: "containerd://2.1.4",
		KubeletVersion: kubeletVersion, OperatingSystem: "linux", Architecture: "amd64",
	}
	n.Status.Images = l.nodeImages(d)
	n.ManagedFields = []metav1.ManagedFieldsEntry{
		managedFields("kube-controller-manager", "v1", "", created, realNodeFields[0]),
		managedFields("kubelet", "v1", "", created, `{"f:metadata":{"f:annotations":{".":{},`+ownedKeys(n.Annotations)+`},"f:labels":{".":{},`+ownedKeys(n.Labels)+`}},"f:spec":{"f:providerID":{}}}`),
		managedFields("kubelet", "v1", "status", Epoch, realNodeFields[1]),
	}
}

var realNodeFields = [2]string{
	`{"f:spec":{"f:podCIDR":{},"f:podCIDRs":{".":{},"v:\"\"":{}}}}`,
	`{"f:status":{"f:allocatable":{"f:memory":{}},"f:conditions":{"k:{\"type\":\"DiskPressure\"}":{"f:lastHeartbeatTime":{}},"k:{\"type\":\"MemoryPressure\"}":{"f:lastHeartbeatTime":{}},"k:{\"type\":\"Ready\"}":{"f:lastHeartbeatTime":{},"f:lastTransitionTime":{},"f:message":{},"f:reason":{},"f:status":{}}},"f:images":{}}}`,
}

func capacity(cpu, memory, storage string) corev1.ResourceList {
	return corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory),
		corev1.ResourceEphemeralStorage: resource.MustParse(storage), corev1.ResourcePods: resource.MustParse("60"),
	}
}

// imagesPerNode: the kubelet reports up to 50; a node of 30 Pods, most with the
// same side-cars, has about 20.
const imagesPerNode = 20

func (l *layout) nodeImages(d *dice) []corev1.ContainerImage {
	images := make([]corev1.ContainerImage, imagesPerNode)
	for i := range images {
		repository := "cr.example.com/" + pick(d, areas) + "/" + pick(d, things) + "-" + pick(d, roles)
		images[i] = corev1.ContainerImage{
			Names:     []string{repository + "@sha256:" + hexID(d), repository + ":v" + strconv.Itoa(d.between(1, 9))},
			SizeBytes: int64(d.between(10<<20, 1<<30)),
		}
	}
	return images
}
