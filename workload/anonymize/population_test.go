package anonymize_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/workload"
	"informerbench/workload/anonymize"
)

func population(t testing.TB, objects int) *workload.Population {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{Seed: 5, Objects: objects, Profile: workload.Real, Resources: workload.Resources()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// anonymous are copies of a population's objects, anonymized.
func anonymous(t *testing.T, p *workload.Population) map[workload.Resource][]runtime.Object {
	t.Helper()
	a := anonymize.New(testKey)
	all := map[workload.Resource][]runtime.Object{}
	for _, r := range workload.Resources() {
		for _, o := range p.Objects(r) {
			o = o.DeepCopyObject()
			if err := a.Object(o); err != nil {
				t.Fatal(err)
			}
			all[r] = append(all[r], o)
		}
	}
	return all
}

// texts collects the texts of an object, of JSON's values and of keys that are data.
func texts(v any, field string, add func(field, text string)) {
	switch v := v.(type) {
	case string:
		add(field, v)
	case []any:
		for _, e := range v {
			texts(e, field, add)
		}
	case map[string]any:
		data := field == "labels" || field == "annotations" || field == "matchLabels" || field == "nodeSelector" || field == "data"
		for key, e := range v {
			if data {
				add("key", key)
			}
			texts(e, key, add)
		}
	}
}

func asJSON(t *testing.T, o runtime.Object) (map[string]any, string) {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	return tree, string(text)
}

// Fields whose texts stay: API kinds, times, quantities, and the API's own constants.
var stay = strings.Fields(`kind apiVersion resourceVersion time creationTimestamp lastTransitionTime lastProbeTime lastHeartbeatTime
	startTime startedAt finishedAt renewTime acquireTime eventTime firstTimestamp lastTimestamp cpu memory storage ephemeral-storage pods
	operation fieldsType subresource imagePullPolicy restartPolicy dnsPolicy terminationMessagePolicy protocol addressType qosClass effect operator scheme
	preemptionPolicy hugepages-2Mi hugepages-1Gi lastUpdateTime maxSurge maxUnavailable`)

// No text of eight characters or more that somebody chose is left anywhere in an object's
// encoding; shorter ones would be found by chance. The lengths stay.
func TestNothingThatIdentifiesIsLeft(t *testing.T) {
	p := population(t, 60)
	known := map[string]bool{"InternalIP": true, "Hostname": true, "RollingUpdate": true, "Unconfined": true, "RuntimeDefault": true} // the API's constants
	for _, w := range anonymize.WellKnown() {
		known[w] = true
	}
	checked := 0
	for r, objects := range anonymous(t, p) {
		for i, o := range objects {
			before, textBefore := asJSON(t, p.Objects(r)[i])
			tree, textAfter := asJSON(t, o)
			if len(textAfter) != len(textBefore) && !strings.Contains(textBefore, `\`) {
				t.Errorf("%s %d has %d bytes of JSON, had %d", r, i, len(textAfter), len(textBefore))
			}
			var all []string // without the names of fields, which may be words like namespace
			texts(tree, "", func(_, text string) { all = append(all, text) })
			after := strings.Join(all, "\n")
			texts(before, "", func(field, text string) {
				if len(text) < 8 || known[text] || slices.Contains(stay, field) {
					return
				}
				checked++
				if strings.Contains(after, text) {
					t.Fatalf("%s %d: %q of %q is still in %s", r, i, text, field, after)
				}
			})
		}
	}
	if checked < 1000 {
		t.Errorf("only %d texts were looked for", checked)
	}
}

// The protobuf form has the same length to the byte: sizes in a recording are the cluster's.
func TestEncodedSizeStays(t *testing.T) {
	p := population(t, 60)
	for r, objects := range anonymous(t, p) {
		for i, o := range objects {
			before, ok := p.Objects(r)[i].(interface{ Size() int })
			if !ok {
				continue // unstructured: see the JSON's length
			}
			if after := o.(interface{ Size() int }).Size(); after != before.Size() {
				t.Errorf("%s %d has %d bytes, had %d", r, i, after, before.Size())
			}
		}
	}
}

// Who refers to whom stays: every reference that met its object before meets it afterwards.
func TestReferencesStillMeet(t *testing.T) {
	p := population(t, 200)
	all := anonymous(t, p)
	nodes, uids := map[string]bool{}, map[types.UID]bool{}
	for r, objects := range all {
		keys := map[string]bool{}
		for _, o := range objects {
			m, err := meta.Accessor(o)
			if err != nil {
				t.Fatal(err)
			}
			keys[m.GetNamespace()+"/"+m.GetName()] = true
			uids[m.GetUID()] = true
			if r == workload.Nodes {
				nodes[m.GetName()] = true
			}
		}
		if len(keys) != len(objects) {
			t.Errorf("%d %s have %d keys", len(objects), r, len(keys))
		}
	}
	for i, o := range all[workload.Pods] {
		checkPod(t, o.(*corev1.Pod), p.Objects(workload.Pods)[i].(*corev1.Pod), nodes)
	}
	for _, o := range all[workload.EndpointSlices] {
		for _, e := range o.(*discoveryv1.EndpointSlice).Endpoints {
			if e.NodeName != nil && !nodes[*e.NodeName] {
				t.Errorf("an endpoint is on node %q, which does not exist", *e.NodeName)
			}
			if e.TargetRef != nil && e.TargetRef.Kind == "Pod" && !uids[e.TargetRef.UID] {
				t.Errorf("an endpoint is Pod %q, which does not exist", e.TargetRef.UID)
			}
		}
	}
}

func checkPod(t *testing.T, after, before *corev1.Pod, nodes map[string]bool) {
	t.Helper()
	if after.Spec.NodeName != "" && !nodes[after.Spec.NodeName] {
		t.Errorf("Pod %s is on node %q, which does not exist", after.Name, after.Spec.NodeName)
	}
	for i, owner := range before.OwnerReferences {
		if strings.HasPrefix(before.Name, owner.Name) && !strings.HasPrefix(after.Name, after.OwnerReferences[i].Name) {
			t.Errorf("Pod %s no longer begins with its owner's name, %s", after.Name, after.OwnerReferences[i].Name)
		}
	}
	if before.GenerateName != "" && !strings.HasPrefix(after.Name, after.GenerateName) {
		t.Errorf("Pod %s no longer begins with %s", after.Name, after.GenerateName)
	}
	if hash := after.Labels["pod-template-hash"]; hash != "" && !strings.Contains(after.Name, "-"+hash+"-") {
		t.Errorf("Pod %s no longer has its template's hash, %s", after.Name, hash)
	}
	if after.Status.Phase != before.Status.Phase || len(after.Status.Conditions) != len(before.Status.Conditions) {
		t.Errorf("Pod %s has another status", after.Name)
	}
	for i, c := range after.Status.Conditions {
		if c.Type != before.Status.Conditions[i].Type || c.Status != before.Status.Conditions[i].Status {
			t.Errorf("Pod %s has another condition: %v", after.Name, c)
		}
	}
}
