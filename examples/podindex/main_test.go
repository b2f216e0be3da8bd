package main

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/examples/internal/exampletest"
	"informerbench/workload"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var address = regexp.MustCompile(`http://[^/]+/pods`)

// ask sends one query and returns the status and the body.
func ask(t *testing.T, url, query string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true // leave no idle connection behind
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func names(t *testing.T, body string) (found []string) {
	t.Helper()
	var answers []answer
	if err := json.Unmarshal([]byte(body), &answers); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	for _, a := range answers {
		found = append(found, a.Namespace+"/"+a.Name)
	}
	return found
}

func dualStack(name, owners string, ips ...string) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "street", Name: name, Annotations: map[string]string{"example.com/owners": owners}}}
	for _, ip := range ips {
		p.Status.PodIPs = append(p.Status.PodIPs, corev1.PodIP{IP: ip})
	}
	return p
}

func TestPodsAreFoundByEachAddressAndEachItem(t *testing.T) {
	cluster := exampletest.Serve(t, 50)
	cluster.Do(t, watch.Added, workload.Pods, dualStack("one", "bert, ernie,,ernie", "10.9.0.1", "fd00::1"))
	cluster.Do(t, watch.Added, workload.Pods, dualStack("two", "ernie", "10.9.0.1"))
	finished := dualStack("finished", "", "fd00::1")
	finished.Status.Phase = corev1.PodSucceeded
	cluster.Do(t, watch.Added, workload.Pods, finished)

	example := exampletest.Start(t, run, "--kubeconfig="+cluster.Kubeconfig, "--listen=127.0.0.1:0")
	url := address.FindString(example.WaitFor("53 Pods; look them up at "))
	for query, want := range map[string]string{
		"?ip=10.9.0.1":    "street/one street/two",
		"?ip=fd00::1":     "street/one",
		"?ip=10.9.9.9":    "",
		"?item=ernie":     "street/one street/two",
		"?item=bert":      "street/one",
		"?item=elmo":      "",
		"?item=bert,%20x": "",
	} {
		code, body := ask(t, url, query)
		if got := strings.Join(names(t, body), " "); code != http.StatusOK || got != want {
			t.Errorf("%s: %d, found %q, want %q", query, code, got, want)
		}
	}
	if code, body := ask(t, url, ""); code != http.StatusBadRequest || !strings.Contains(body, "?ip=10.0.0.2") {
		t.Errorf("an empty query answers %d %s", code, body)
	}
	if err := example.Interrupt(); err != nil {
		t.Errorf("interrupted, it returned %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	nobody := exampletest.Unreachable(t)
	for want, args := range map[string][]string{
		"see podindex --help":         {"--adress=x"},
		"no arguments are expected":   {"10.0.0.1"},
		"name a kubeconfig with":      {"--kubeconfig=" + t.TempDir() + "/absent"},
		"does not answer":             {"--kubeconfig=" + nobody},
		"choose another address with": {"--kubeconfig=" + exampletest.Serve(t, 1).Kubeconfig, "--listen=256.0.0.1:1"},
	} {
		if err := exampletest.Start(t, run, args...).Wait(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q in it", args, err, want)
		}
	}
}
