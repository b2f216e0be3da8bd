package workload

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// realPodSpec is the Pod template of an application, with the API server's defaults.
func realPodSpec(t *podTemplate, r *realTemplate, d *dice) corev1.PodSpec {
	return corev1.PodSpec{
		Volumes: []corev1.Volume{
			{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
				LocalObjectReference: corev1.LocalObjectReference{Name: t.name}, DefaultMode: ptr.To[int32](0o644)}}},
			{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
		},
		InitContainers: []corev1.Container{sideContainer(containerNames[3], r.images[3], "10m", "32Mi")},
		Containers: []corev1.Container{
			appContainer(t, r.images[0], d),
			sideContainer(containerNames[1], r.images[1], "100m", "128Mi"),
			sideContainer(containerNames[2], r.images[2], "50m", "64Mi"),
		},
		RestartPolicy:                 corev1.RestartPolicyAlways,
		TerminationGracePeriodSeconds: ptr.To[int64](30),
		DNSPolicy:                     corev1.DNSClusterFirst,
		ServiceAccountName:            t.name,
		DeprecatedServiceAccount:      t.name,
		SecurityContext:               &corev1.PodSecurityContext{RunAsNonRoot: &yes, FSGroup: ptr.To[int64](65532)},
		SchedulerName:                 corev1.DefaultSchedulerName,
		Tolerations: []corev1.Toleration{
			tolerationFor(corev1.TaintNodeNotReady), tolerationFor(corev1.TaintNodeUnreachable)},
		Priority:           ptr.To[int32](0),
		EnableServiceLinks: &no,
		PreemptionPolicy:   ptr.To(corev1.PreemptLowerPriority),
	}
}

func tolerationFor(taint string) corev1.Toleration {
	return corev1.Toleration{Key: taint, Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute,
		TolerationSeconds: ptr.To[int64](300)}
}

func appContainer(t *podTemplate, image string, d *dice) corev1.Container {
	cpu := strconv.Itoa(d.between(1, 20)*50) + "m"
	memory := strconv.Itoa(d.between(1, 32)*64) + "Mi"
	return corev1.Container{
		Name: containerNames[0], Image: image,
		Args:  []string{"--config=/etc/app/config.yaml"},
		Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080, Protocol: corev1.ProtocolTCP}},
		Env:   appEnv(t, d),
		Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory)},
			Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(memory)},
		},
		VolumeMounts:             []corev1.VolumeMount{{Name: "config", MountPath: "/etc/app", ReadOnly: true}, {Name: "tmp", MountPath: "/tmp"}},
		ReadinessProbe:           readinessProbe(),
		TerminationMessagePath:   corev1.TerminationMessagePathDefault,
		TerminationMessagePolicy: corev1.TerminationMessageReadFile,
		ImagePullPolicy:          corev1.PullIfNotPresent,
		SecurityContext:          &corev1.SecurityContext{AllowPrivilegeEscalation: &no, ReadOnlyRootFilesystem: &yes},
	}
}

// envNames are what applications set; each application sets some of them.
var envNames = []string{"LOG_LEVEL", "HTTP_TIMEOUT", "DATABASE_POOL_SIZE", "CACHE_TTL", "FEATURE_FLAGS_URL", "REGION",
	"KAFKA_BROKERS", "TRACE_SAMPLE_RATE", "MAX_INFLIGHT", "GOGC"}

func appEnv(t *podTemplate, d *dice) []corev1.EnvVar {
	env := []corev1.EnvVar{
		fieldEnv("POD_NAME", "metadata.name"),
		{Name: "DATABASE_PASSWORD", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
			LocalObjectReference: corev1.LocalObjectReference{Name: t.name + "-database"}, Key: "password"}}},
	}
	first := d.below(len(envNames))
	for i := range d.between(1, 5) {
		value := strconv.Itoa(d.between(1, 9999))
		env = append(env, corev1.EnvVar{Name: envNames[(first+i)%len(envNames)], Value: value})
	}
	return env
}

func fieldEnv(name, path string) corev1.EnvVar {
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{
		FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: path}}}
}

func readinessProbe() *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{
			Path: "/readyz", Port: intstr.FromString("http"), Scheme: corev1.URISchemeHTTP}},
		TimeoutSeconds: 1, PeriodSeconds: 5, SuccessThreshold: 1, FailureThreshold: 3,
	}
}

func sideContainer(name, image, cpu, memory string) corev1.Container {
	return corev1.Container{
		Name: name, Image: image,
		Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu), corev1.ResourceMemory: resource.MustParse(memory)}},
		TerminationMessagePath:   corev1.TerminationMessagePathDefault,
		TerminationMessagePolicy: corev1.TerminationMessageReadFile,
		ImagePullPolicy:          corev1.PullIfNotPresent,
	}
}

// addTokenVolume mounts the service account's token into every container, under
// a name of the Pod's own, as the admission plugin does.
func addTokenVolume(spec *corev1.PodSpec, name string) {
	spec.Volumes = append(slices.Clip(spec.Volumes), tokenVolume(name))
	spec.InitContainers = mounted(spec.InitContainers, name)
	spec.Containers = mounted(spec.Containers, name)
}

func mounted(template []corev1.Container, volume string) []corev1.Container {
	containers := slices.Clone(template)
	for i := range containers {
		containers[i].VolumeMounts = append(slices.Clip(containers[i].VolumeMounts), corev1.VolumeMount{
			Name: volume, ReadOnly: true, MountPath: "/var/run/secrets/kubernetes.io/serviceaccount"})
	}
	return containers
}

func tokenVolume(name string) corev1.Volume {
	return corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
		DefaultMode: ptr.To[int32](0o644),
		Sources: []corev1.VolumeProjection{
			{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: ptr.To[int64](3607), Path: "token"}},
			{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: rootCAName},
				Items:                []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}}}},
			{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{
				{Path: "namespace", FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.namespace"}}}}},
		},
	}}}
}
