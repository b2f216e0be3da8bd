package anonymize_test

import (
	"encoding/json"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerbench/workload/anonymize"
)

const database = `{
 "apiVersion": "db.example.org/v1", "kind": "Database",
 "metadata": {"name": "ledger-main", "namespace": "payments-prod", "uid": "3f0c2f5e-98d6-4f0a-8a7b-0242ac120002", "resourceVersion": "4711", "generation": 3,
  "creationTimestamp": "2026-01-02T03:04:05Z", "finalizers": ["kubernetes.io/pvc-protection", "db.example.org/backup"],
  "labels": {"app.kubernetes.io/name": "ledger", "cost-center": "finance"}, "annotations": {"note": "ask Alice"},
  "managedFields": [{"manager": "alice-operator", "operation": "Update", "apiVersion": "db.example.org/v1", "time": "2026-01-02T03:04:05Z", "fieldsType": "FieldsV1",
   "fieldsV1": {"f:spec": {"f:secretProject": {}}}}]},
 "spec": {"size": "10Gi", "timeout": "30s", "replicas": 3, "account": "12345678", "ratio": 0.5, "enabled": true, "owner": null,
  "selector": {"team": "payments"}, "servers": {"db.internal.example": {"host": "10.1.2.3"}},
  "template": {"metadata": {"labels": {"team": "payments"}}, "spec": {"containers": [{"name": "ledger-main", "image": "cr.example.org/ledger:v3",
   "env": [{"name": "TOKEN", "value": "hunter2hunter2"}], "command": ["run", "--as=alice"]}]}}},
 "status": {"phase": "Ready", "podRef": {"apiVersion": "v1", "kind": "Pod", "name": "ledger-main-0"},
  "conditions": [{"type": "Available", "status": "True", "reason": "AliceApproved", "message": "Alice said yes"}]}
}`

func TestCustomResourcesKeepFieldsAndLoseTexts(t *testing.T) {
	u := &unstructured.Unstructured{}
	if err := u.UnmarshalJSON([]byte(database)); err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(u)
	a := anonymize.New(testKey)
	if err := a.Object(u); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(u)
	after := string(text)
	if len(before) != len(after) {
		t.Errorf("%d bytes, had %d", len(after), len(before))
	}
	for _, gone := range []string{"ledger", "payments", "lice", "finance", "cost-center", "hunter2", "12345678", "internal", "10.1.2.3", "secretProject",
		"example.org/ledger", "backup", "team", "3f0c2f5e", "TOKEN", "--as"} {
		if strings.Contains(after, gone) {
			t.Errorf("%q is still in %s", gone, after)
		}
	}
	for _, left := range []string{`"apiVersion":"db.example.org/v1"`, `"kind":"Database"`, `"kind":"Pod"`, `"4711"`, `"2026-01-02T03:04:05Z"`, `"app.kubernetes.io/name"`,
		`"kubernetes.io/pvc-protection"`, `"size":"10Gi"`, `"timeout":"30s"`, `"replicas":3`, `"ratio":0.5`, `"enabled":true`, `"owner":null`, `"phase":"Ready"`,
		`"type":"Available"`, `"status":"True"`, `"operation":"Update"`, `"containers"`, `"servers"`} {
		if !strings.Contains(after, left) {
			t.Errorf("%q is no longer in %s", left, after)
		}
	}
	name := named(t, a, "ledger-main")
	containers, _, _ := unstructured.NestedSlice(u.Object, "spec", "template", "spec", "containers")
	if u.GetName() != name || containers[0].(map[string]any)["name"] != name {
		t.Errorf("a name is replaced by %q and %v, in a typed object by %q", u.GetName(), containers[0], name)
	}
}

func TestSecretsAndConfigMapsLoseTheirData(t *testing.T) {
	meta := metav1.ObjectMeta{Name: "s", Labels: map[string]string{"a": "b"}, ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "m"}},
		Annotations: map[string]string{corev1.LastAppliedConfigAnnotation: "0123456789"}}
	secret := &corev1.Secret{ObjectMeta: *meta.DeepCopy(), Data: map[string][]byte{"key": []byte("hunter2")}, StringData: map[string]string{"x": "y"}}
	if n, ok := anonymize.DropData(secret); !ok || n != 3+7+2+10 || secret.Data != nil || secret.StringData != nil {
		t.Errorf("secret: %d bytes, %v", n, secret)
	}
	config := &corev1.ConfigMap{ObjectMeta: *meta.DeepCopy(), Data: map[string]string{"key": "value"}, BinaryData: map[string][]byte{"b": {0, 1}}}
	config.Annotations["kept"] = "yes"
	if n, ok := anonymize.DropData(config); !ok || n != 8+3+10 || config.Data != nil || config.BinaryData != nil || len(config.Annotations) != 1 {
		t.Errorf("config map: %d bytes, %v", n, config)
	}
	if secret.Annotations != nil || secret.ManagedFields != nil || secret.Labels["a"] != "b" {
		t.Errorf("secret: %v", secret.ObjectMeta)
	}
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "data": map[string]any{"k": "djE="},
		"metadata": map[string]any{"annotations": map[string]any{corev1.LastAppliedConfigAnnotation: "0123456789"}}}}
	if n, ok := anonymize.DropData(u); !ok || n != int64(len(`{"k":"djE="}`))+10 || u.Object["data"] != nil || len(u.GetAnnotations()) != 0 {
		t.Errorf("unstructured: %d bytes, %v", n, u)
	}
	if _, ok := anonymize.DropData(&corev1.Pod{}); ok {
		t.Error("a Pod has lost data")
	}
}
