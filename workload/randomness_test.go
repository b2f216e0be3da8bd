package workload_test

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"informerbench/workload"
)

// siblings are real Pods of one ReplicaSet, as JSON.
func siblings(t *testing.T) [][]byte {
	t.Helper()
	p := generate(t, workload.Config{Seed: 13, Objects: 300, Profile: workload.Real, Resources: []workload.Resource{workload.Pods}})
	byOwner := make(map[string][][]byte)
	for _, o := range p.Objects(workload.Pods) {
		pod := o.(*corev1.Pod)
		data, err := json.Marshal(pod)
		if err != nil {
			t.Fatal(err)
		}
		owner := string(pod.OwnerReferences[0].UID)
		byOwner[owner] = append(byOwner[owner], data)
	}
	var most [][]byte
	for _, pods := range byOwner {
		if len(pods) > len(most) {
			most = pods
		}
	}
	return most[:min(len(most), 15)]
}

// random matches what is random in a Pod: UIDs, IPs, container IDs, times, the
// five letters of a generated name.
var random = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d+\.\d+\.\d+\.\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|-[bcdfghjklmnpqrstvwxz2456789]{5}"`)

func TestRealPodsHaveSixHundredRandomBytes(t *testing.T) {
	pods := siblings(t)
	sibling := make(map[string]bool)
	for _, s := range random.FindAllString(string(pods[0]), -1) {
		sibling[s] = true
	}
	total := 0
	for _, pod := range pods[1:] {
		all := random.FindAllString(string(pod), -1)
		if n := len(strings.Join(all, "")); n < 800 {
			t.Errorf("%d random bytes", n)
		}
		// Strictly: each value once, and only what the sibling does not have as well.
		slices.Sort(all)
		for _, s := range slices.Compact(all) {
			if !sibling[s] {
				total += len(s)
			}
		}
	}
	mean := total / (len(pods) - 1)
	t.Logf("%d distinct random bytes in a Pod that its sibling does not have", mean)
	if mean < 600 {
		t.Errorf("%d distinct random bytes, want at least 600", mean)
	}
}

// TestSiblingsDoNotCompressAway: with a sibling as the dictionary, what remains
// of a Pod is at least the entropy of its identifiers (64 hexadecimal digits are
// 32 bytes, and so on). No compressor can win more on this population.
func TestSiblingsDoNotCompressAway(t *testing.T) {
	pods := siblings(t)
	for _, pod := range pods[1:] {
		var out bytes.Buffer
		w, err := flate.NewWriterDict(&out, flate.BestCompression, pods[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, bytes.NewReader(pod)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		// 5 × 32 for container IDs, 15 for the UID, and half a byte for a letter of a name.
		if out.Len() < 180 {
			t.Errorf("a sibling compresses to %d bytes", out.Len())
		}
	}
}

func TestNamesLookLikeACluster(t *testing.T) {
	pod := string(siblings(t)[0])
	for _, want := range []string{`"name":"kube-api-access-`, `"containerID":"containerd://`, `"app.kubernetes.io/name":`,
		`"managedFields":[`, `"key":"node.kubernetes.io/not-ready"`, `"kind":"ReplicaSet"`, `"type":"Ready"`, `"env":[`} {
		if !strings.Contains(pod, want) {
			t.Errorf("no %s in a real Pod", want)
		}
	}
}
