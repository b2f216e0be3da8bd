package workload

import (
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// rootCAName is the ConfigMap that every namespace has.
const rootCAName = "kube-root-ca.crt"

// configMapMaker makes the root certificate of each namespace and then the
// configuration of each application.
func (l *layout) configMapMaker() func(i int, version uint64) runtime.Object {
	return func(i int, version uint64) runtime.Object {
		d := newDice(l.seed, domainConfigMaps, uint64(i))
		c := &corev1.ConfigMap{}
		c.UID = uid(string(appendUID(nil, &d)))
		c.ResourceVersion = versionString(version)
		if i < l.namespaces {
			l.fillRootCA(c, i)
		} else {
			l.fillAppConfig(c, i-l.namespaces, &d)
		}
		return c
	}
}

// fillRootCA: the certificate is the same in every namespace, as it is in life.
func (l *layout) fillRootCA(c *corev1.ConfigMap, namespace int) {
	c.Namespace, c.Name = namespaceName(namespace), rootCAName
	c.CreationTimestamp = metav1.Unix(Epoch-maxAge, 0)
	c.Annotations = map[string]string{"kubernetes.io/description": "Contains a CA bundle that can be used to verify the kube-apiserver."}
	d := newDice(l.seed, domainLayout, 2)
	lines := 5
	if l.profile == Real {
		lines = 23 // of a 2048-bit certificate
		c.ManagedFields = []metav1.ManagedFieldsEntry{managedFields("kube-controller-manager", "v1", "", Epoch-maxAge, `{"f:data":{".":{},"f:ca.crt":{}},"f:metadata":{"f:annotations":{".":{},"f:kubernetes.io/description":{}}}}`)}
	}
	var pem strings.Builder
	pem.WriteString("-----BEGIN CERTIFICATE-----\n")
	for range lines {
		pem.WriteString(hexID(&d) + "\n")
	}
	pem.WriteString("-----END CERTIFICATE-----\n")
	c.Data = map[string]string{"ca.crt": pem.String()}
}

func (l *layout) fillAppConfig(c *corev1.ConfigMap, index int, d *dice) {
	a := l.apps[index]
	name := l.appName(a)
	c.Namespace, c.Name = namespaceName(int(a.namespace)), name
	created := Epoch - int64(d.between(3600, maxAge))
	c.CreationTimestamp = metav1.Unix(created, 0)
	c.Labels = map[string]string{"app.kubernetes.io/name": name}
	lines := d.between(2, 8)
	if l.profile == Real {
		lines = d.between(20, 80)
		c.Labels["app.kubernetes.io/managed-by"] = "Helm"
		c.Annotations = map[string]string{"meta.helm.sh/release-name": name, "meta.helm.sh/release-namespace": c.Namespace}
		c.ManagedFields = []metav1.ManagedFieldsEntry{managedFields("helm", "v1", "", created, `{"f:data":{".":{},"f:config.yaml":{}},"f:metadata":{"f:annotations":{".":{},`+ownedKeys(c.Annotations)+`},"f:labels":{".":{},`+ownedKeys(c.Labels)+`}}}`)}
	}
	c.Data = map[string]string{"config.yaml": configText(lines, d)}
}

// configText writes settings as people do: a few words, a number.
func configText(lines int, d *dice) string {
	var b strings.Builder
	for range lines {
		b.WriteString(pick(d, things) + "." + strings.ToLower(pick(d, envNames)) + ": " + strconv.Itoa(d.below(10000)) + "\n")
	}
	return b.String()
}
