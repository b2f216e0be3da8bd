package anonymize

import (
	"maps"
	"slices"
)

// wellKnownKeys stay as keys of labels, annotations and taints and as finalizers, because
// controllers, schedulers and index functions look for exactly these, and because
// everybody has them.
var wellKnownKeys = set(
	// The recommended labels, and their unprefixed forebears that selectors use.
	"app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/version",
	"app.kubernetes.io/component", "app.kubernetes.io/part-of", "app.kubernetes.io/managed-by",
	"app", "name", "k8s-app", "component", "tier", "role", "version", "release", "chart", "heritage", "helm.sh/chart",
	// Nodes: what schedulers select and spread by.
	"kubernetes.io/hostname", "kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/arch",
	"topology.kubernetes.io/zone", "topology.kubernetes.io/region",
	"failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region",
	"node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type",
	"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master", "node-role.kubernetes.io/worker",
	"node.kubernetes.io/exclude-from-external-load-balancers",
	// Taints that the node controller and kubelet set.
	"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "node.kubernetes.io/unschedulable",
	"node.kubernetes.io/memory-pressure", "node.kubernetes.io/disk-pressure", "node.kubernetes.io/pid-pressure",
	"node.kubernetes.io/network-unavailable", "node.kubernetes.io/out-of-service", "node.cloudprovider.kubernetes.io/uninitialized",
	// Namespaces, workloads and services: what Kubernetes' own controllers set and look for.
	"kubernetes.io/metadata.name", "pod-template-hash", "pod-template-generation", "controller-revision-hash",
	"statefulset.kubernetes.io/pod-name", "apps.kubernetes.io/pod-index", "job-name", "controller-uid",
	"batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-completion-index",
	"kubernetes.io/service-name", "endpointslice.kubernetes.io/managed-by", "service.kubernetes.io/headless",
	"kubernetes.io/cluster-service", "addonmanager.kubernetes.io/mode",
	// Annotations that are the same in every cluster; their values are replaced.
	"kubectl.kubernetes.io/last-applied-configuration", "kubectl.kubernetes.io/restartedAt", "kubectl.kubernetes.io/default-container",
	"deployment.kubernetes.io/revision", "deployment.kubernetes.io/desired-replicas", "deployment.kubernetes.io/max-replicas",
	"kubernetes.io/config.hash", "kubernetes.io/config.mirror", "kubernetes.io/config.seen", "kubernetes.io/config.source",
	"node.alpha.kubernetes.io/ttl", "volumes.kubernetes.io/controller-managed-attach-detach",
	"cluster-autoscaler.kubernetes.io/safe-to-evict", "endpoints.kubernetes.io/last-change-trigger-time",
	// Finalizers of Kubernetes' own.
	"foregroundDeletion", "orphan", "kubernetes", "kubernetes.io/pv-protection", "kubernetes.io/pvc-protection",
	"batch.kubernetes.io/job-tracking", "service.kubernetes.io/load-balancer-cleanup",
)

// wellKnownWords stay wherever a name stands, if they are the whole of it.
var wellKnownWords = set(
	// Namespaces and classes that every cluster has.
	"default", "kube-system", "kube-public", "kube-node-lease", "system-node-critical", "system-cluster-critical",
	// What nodes are: two values that select, and tell nobody apart.
	"linux", "windows", "amd64", "arm64",
	// Booleans as labels and statuses as conditions.
	"true", "false", "True", "False", "Unknown",
	// The types of core events.
	"Normal", "Warning",
	// The programs of Kubernetes that sign events and own fields.
	"kubelet", "default-scheduler", "kube-scheduler", "kube-controller-manager", "kube-apiserver", "kubectl",
	"deployment-controller", "replicaset-controller", "statefulset-controller", "daemonset-controller", "job-controller",
	"cronjob-controller", "node-controller", "endpointslice-controller.k8s.io", "endpoint-slice-controller", "horizontal-pod-autoscaler",
)

// wellKnownResources are the quantities that every cluster counts.
var wellKnownResources = set("cpu", "memory", "storage", "ephemeral-storage", "pods", "hugepages-1Gi", "hugepages-2Mi",
	"requests.cpu", "requests.memory", "requests.storage", "requests.ephemeral-storage",
	"limits.cpu", "limits.memory", "limits.ephemeral-storage",
	"services", "secrets", "configmaps", "persistentvolumeclaims", "replicationcontrollers", "resourcequotas",
	"services.nodeports", "services.loadbalancers")

// wellKnownStates are types of conditions, reasons and phases that Kubernetes itself writes, and those
// that the API conventions propose to others.
var wellKnownStates = set(
	// Conditions.
	"Ready", "Available", "Progressing", "Degraded", "Reconciling", "Stalled", "Accepted", "Programmed", "Synced", "Healthy",
	"Initialized", "ContainersReady", "PodScheduled", "PodReadyToStartContainers", "DisruptionTarget", "ReplicaFailure",
	"MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "Complete", "Failed", "Suspended", "SuccessCriteriaMet",
	"FailureTarget", "Established", "NamesAccepted", "Resizing", "FileSystemResizePending",
	// Phases.
	"Pending", "Running", "Succeeded", "Active", "Terminating", "Bound", "Lost", "Released", "Error",
	// Reasons of Pods, containers and nodes.
	"Completed", "PodCompleted", "OOMKilled", "Evicted", "NodeLost", "Unschedulable", "SchedulingGated", "NotReady",
	"ContainersNotReady", "ContainersNotInitialized", "ContainerCreating", "PodInitializing", "ContainerCannotRun", "StartError",
	"CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull", "ErrImageNeverPull", "InvalidImageName", "CreateContainerConfigError",
	"CreateContainerError", "RunContainerError", "DeadlineExceeded", "NodeAffinity", "Shutdown", "TerminationByKubelet",
	"PreemptionByScheduler", "DeletionByTaintManager", "EvictionByEvictionAPI", "DeletionByPodGC", "NodeStatusUnknown",
	"NodeStatusNeverUpdated", "KubeletReady", "KubeletNotReady", "KubeletHasSufficientMemory", "KubeletHasNoDiskPressure",
	"KubeletHasSufficientPID", "KubeletHasInsufficientMemory", "KubeletHasDiskPressure", "RouteCreated", "NoRouteCreated",
	// Reasons of workloads.
	"MinimumReplicasAvailable", "MinimumReplicasUnavailable", "NewReplicaSetAvailable", "NewReplicaSetCreated", "ReplicaSetUpdated",
	"FoundNewReplicaSet", "ProgressDeadlineExceeded", "DeploymentPaused", "DeploymentResumed", "BackoffLimitExceeded", "FailedCreate",
	// Reasons and actions of events.
	"Scheduled", "FailedScheduling", "Binding", "Scheduling", "Preempted", "Pulling", "Pulled", "Created", "Started", "Killing",
	"BackOff", "Unhealthy", "ProbeWarning", "FailedMount", "FailedAttachVolume", "SuccessfulAttachVolume", "FailedCreatePodSandBox",
	"SandboxChanged", "NodeNotReady", "NodeReady", "NodeHasSufficientMemory", "RegisteredNode", "RemovingNode", "Starting", "Rebooted",
	"ScalingReplicaSet", "SuccessfulCreate", "SuccessfulDelete", "SuccessfulRescale", "FailedGetResourceMetric", "LeaderElection",
	"UpdatedLoadBalancer", "EnsuredLoadBalancer", "Updated", "Deleted", "Reconciled",
)

// wellKnownSecretTypes are those of the API itself.
var wellKnownSecretTypes = set("Opaque", "kubernetes.io/tls", "kubernetes.io/dockercfg", "kubernetes.io/dockerconfigjson",
	"kubernetes.io/basic-auth", "kubernetes.io/ssh-auth", "kubernetes.io/service-account-token", "bootstrap.kubernetes.io/token")

// WellKnown returns every word that stays, in order: for a user who wants to know, and for
// tests.
func WellKnown() []string {
	all := map[string]bool{}
	for _, words := range []map[string]bool{wellKnownKeys, wellKnownWords, wellKnownResources, wellKnownStates, wellKnownSecretTypes} {
		maps.Copy(all, words)
	}
	return slices.Sorted(maps.Keys(all))
}

func set(words ...string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[w] = true
	}
	return s
}

// state replaces a type of condition, a reason or a phase.
func (a *Anonymizer) state(s string) string {
	if wellKnownStates[s] {
		return s
	}
	return a.name(s)
}

func (a *Anonymizer) resource(s string) string {
	if wellKnownResources[s] {
		return s
	}
	return a.name(s)
}

func (a *Anonymizer) secretType(s string) string {
	if wellKnownSecretTypes[s] {
		return s
	}
	return a.name(s)
}
