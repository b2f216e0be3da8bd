package workload

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// deploymentMaker makes the Deployment of each application. Its status is that of the
// population's Pods, which all run.
func (l *layout) deploymentMaker() func(i int, version uint64) runtime.Object {
	return func(i int, version uint64) runtime.Object {
		d := newDice(l.seed, domainDeployments, uint64(i))
		t := l.podTemplate(i, 0)
		deployment := &appsv1.Deployment{}
		deployment.UID = uid(string(appendUID(nil, &d)))
		deployment.Namespace, deployment.Name = t.namespace, t.name
		deployment.ResourceVersion = versionString(version)
		deployment.CreationTimestamp = metav1.Unix(t.created, 0)
		deployment.Generation = int64(d.between(1, 40))
		deployment.Labels = deploymentLabels(t)
		deployment.Spec = deploymentSpec(t, deployment.Labels)
		deployment.Status = deploymentStatus(t, deployment.Generation)
		if l.profile == Real {
			deployment.ManagedFields = []metav1.ManagedFieldsEntry{
				managedFields("helm", "apps/v1", "", t.created, `{"f:metadata":{"f:labels":{".":{},`+ownedKeys(deployment.Labels)+`}},"f:spec":{"f:replicas":{},"f:selector":{},"f:template":{"f:spec":{"f:containers":{`+ownedContainers()+`}}}}}`),
				managedFields("kube-controller-manager", "apps/v1", "status", Epoch, `{"f:status":{"f:availableReplicas":{},"f:conditions":{},"f:observedGeneration":{},"f:readyReplicas":{},"f:replicas":{},"f:updatedReplicas":{}}}`),
			}
		}
		return deployment
	}
}

// deploymentLabels select the application's Pods. Selector, template and the Deployment
// itself share the map, as small objects do (asDecoded gives each Real one its own).
func deploymentLabels(t *podTemplate) map[string]string {
	if t.layout.profile == Small {
		return map[string]string{"app": t.name}
	}
	return map[string]string{"app.kubernetes.io/name": t.name}
}

func deploymentSpec(t *podTemplate, labels map[string]string) appsv1.DeploymentSpec {
	replicas := t.app.size
	spec := appsv1.DeploymentSpec{
		Replicas: &replicas,
		Selector: &metav1.LabelSelector{MatchLabels: labels},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}},
	}
	if t.layout.profile == Small {
		spec.Template.Spec.Containers = t.small
		return spec
	}
	spec.Template.Annotations = t.real.annotations
	spec.Template.Spec = t.real.spec
	return spec
}

func deploymentStatus(t *podTemplate, generation int64) appsv1.DeploymentStatus {
	n := t.app.size
	status := appsv1.DeploymentStatus{ObservedGeneration: generation, Replicas: n, UpdatedReplicas: n, ReadyReplicas: n, AvailableReplicas: n}
	if t.layout.profile == Real {
		at := metav1.Unix(t.created+60, 0)
		status.Conditions = []appsv1.DeploymentCondition{
			{Type: appsv1.DeploymentAvailable, Status: corev1.ConditionTrue, Reason: "MinimumReplicasAvailable", Message: "Deployment has minimum availability.", LastUpdateTime: at, LastTransitionTime: at},
			{Type: appsv1.DeploymentProgressing, Status: corev1.ConditionTrue, Reason: "NewReplicaSetAvailable", Message: `ReplicaSet "` + t.replicaSet + `" has successfully progressed.`, LastUpdateTime: at, LastTransitionTime: at},
		}
	}
	return status
}
