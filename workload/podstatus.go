package workload

import (
	"maps"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// startReal schedules and starts a Pod: what the scheduler, the network plugin
// and the kubelet write.
func (t *podTemplate) startReal(p *corev1.Pod, b birth, d *dice) {
	scheduled := b.created + int64(d.between(1, 2))
	sandbox := scheduled + int64(d.between(1, 4))
	initialised := sandbox + int64(d.between(2, 20))
	ready := initialised + int64(d.between(20, 60))
	ip := podIP(b.address)
	host := nodeIP(b.node)

	p.Spec.NodeName = t.layout.nodeNames[b.node]
	p.Annotations = maps.Clone(p.Annotations)
	p.Annotations["cni.projectcalico.org/containerID"] = hexID(d)
	p.Annotations["cni.projectcalico.org/podIP"] = ip + "/32"
	p.Annotations["cni.projectcalico.org/podIPs"] = ip + "/32"
	p.Annotations["mesh.example.com/workload-cert-sha256"] = hexID(d)
	p.ManagedFields = append(p.ManagedFields,
		managedFields("calico", "v1", "status", sandbox-1, t.real.fields[1]),
		managedFields("kubelet", "v1", "status", ready+1, t.real.fields[2]))

	s := &p.Status
	s.ObservedGeneration = 1
	s.Phase = corev1.PodRunning
	s.HostIP, s.HostIPs = host, []corev1.HostIP{{IP: host}}
	s.PodIP, s.PodIPs = ip, []corev1.PodIP{{IP: ip}}
	start := metav1.Unix(scheduled, 0)
	s.StartTime = &start
	s.Conditions = []corev1.PodCondition{
		condition(corev1.PodReadyToStartContainers, sandbox),
		condition(corev1.PodInitialized, initialised),
		condition(corev1.PodReady, ready),
		condition(corev1.ContainersReady, ready),
		condition(corev1.PodScheduled, scheduled),
	}
	s.InitContainerStatuses = []corev1.ContainerStatus{t.initStatus(sandbox, initialised, d)}
	for i := range realContainers {
		s.ContainerStatuses = append(s.ContainerStatuses, t.containerStatus(i, initialised+int64(d.below(20)), d))
	}
	if b.restarted {
		restart(p, ready+int64(d.below(int(Epoch-ready))), d)
	}
}

func condition(kind corev1.PodConditionType, at int64) corev1.PodCondition {
	return corev1.PodCondition{Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Unix(at, 0)}
}

func (t *podTemplate) containerStatus(i int, started int64, d *dice) corev1.ContainerStatus {
	return corev1.ContainerStatus{
		Name: containerNames[i], Image: t.real.images[i], ImageID: imageID(t.real.images[i], t.real.digests[i]),
		ContainerID: "containerd://" + hexID(d),
		Ready:       true, Started: &yes,
		State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Unix(started, 0)}},
	}
}

func (t *podTemplate) initStatus(started, finished int64, d *dice) corev1.ContainerStatus {
	s := t.containerStatus(realContainers, started, d)
	s.Started = &no
	s.State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
		Reason: "Completed", ContainerID: s.ContainerID,
		StartedAt: metav1.Unix(started, 0), FinishedAt: metav1.Unix(finished, 0)}}
	return s
}

// imageID is the image's repository at its digest.
func imageID(image, digest string) string {
	for i := len(image) - 1; i > 0; i-- {
		if image[i] == ':' {
			return image[:i] + "@sha256:" + digest
		}
	}
	return image + "@sha256:" + digest
}

// reasonNotReady is why a Pod is not ready when a probe fails.
const reasonNotReady = "ContainersNotReady"

// setReady makes a Pod ready, or not for a reason. A Small Pod has no conditions
// and carries the reason in its status.
func setReady(p *corev1.Pod, reason string, now int64) {
	if len(p.Status.Conditions) == 0 {
		p.Status.Reason = reason
		return
	}
	status := corev1.ConditionTrue
	if reason != "" {
		status = corev1.ConditionFalse
	}
	for i := range p.Status.Conditions {
		c := &p.Status.Conditions[i]
		if c.Type == corev1.PodReady || c.Type == corev1.ContainersReady {
			c.Status, c.Reason, c.LastTransitionTime = status, reason, metav1.Unix(now, 0)
		}
	}
	if len(p.Status.ContainerStatuses) > 0 {
		p.Status.ContainerStatuses[0].Ready = reason == ""
	}
}

// restart replaces the application's container by a new one, as the kubelet does
// after a crash.
func restart(p *corev1.Pod, now int64, d *dice) {
	if len(p.Status.ContainerStatuses) == 0 {
		return
	}
	c := &p.Status.ContainerStatuses[0]
	if c.State.Running != nil {
		c.LastTerminationState = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
			ExitCode: 137, Reason: "OOMKilled", ContainerID: c.ContainerID,
			StartedAt: c.State.Running.StartedAt, FinishedAt: metav1.Unix(now, 0)}}
	}
	c.RestartCount++
	c.ContainerID = "containerd://" + hexID(d)
	c.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Unix(now, 0)}}
}

func isReady(p *corev1.Pod) bool {
	for i := range p.Status.Conditions {
		if p.Status.Conditions[i].Type == corev1.PodReady {
			return p.Status.Conditions[i].Status == corev1.ConditionTrue
		}
	}
	return p.Status.Reason == ""
}

func timeAt(at int64) *metav1.Time {
	t := metav1.Unix(at, 0)
	return &t
}

func versionString(v uint64) string { return strconv.FormatUint(v, 10) }
