package informer_test

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// mirror is a handler that keeps what it was told, and notes every call that does not
// fit to that.
type mirror struct {
	versions map[string]string
	calls    atomic.Int64
	faults   []string
}

func newMirror() *mirror { return &mirror{versions: map[string]string{}} }

func (m *mirror) OnAdd(obj any, _ bool) { m.put("add", obj.(*corev1.Pod), "") }

func (m *mirror) OnUpdate(oldObj, newObj any) {
	m.put("update", newObj.(*corev1.Pod), oldObj.(*corev1.Pod).ResourceVersion)
}

func (m *mirror) OnDelete(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if _, known := m.versions[key]; !known || err != nil {
		m.faults = append(m.faults, fmt.Sprintf("delete of the absent %s %v", key, err))
	}
	delete(m.versions, key)
	m.calls.Add(1)
}

func (m *mirror) put(verb string, p *corev1.Pod, before string) {
	key := p.Namespace + "/" + p.Name
	if has := m.versions[key]; has != before {
		m.faults = append(m.faults, fmt.Sprintf("%s of %s to %s: from %q, but it was at %q", verb, key, p.ResourceVersion, before, has))
	}
	// An add has no version before it: Atoi gives 0.
	b, _ := strconv.Atoi(before)
	if v, _ := strconv.Atoi(p.ResourceVersion); b >= v {
		m.faults = append(m.faults, fmt.Sprintf("%s of %s goes back from %d to %d", verb, key, b, v))
	}
	m.versions[key] = p.ResourceVersion
	m.calls.Add(1)
}

// verify reports the faults, and what differs from the versions that there should be.
func (m *mirror) verify(t *testing.T, who string, want map[string]string) {
	t.Helper()
	for _, f := range m.faults[:min(3, len(m.faults))] {
		t.Errorf("%s: %s", who, f)
	}
	if len(m.versions) != len(want) {
		t.Errorf("%s: knows %d objects, there are %d", who, len(m.versions), len(want))
	}
	for key, version := range want {
		if got := m.versions[key]; got != version {
			t.Errorf("%s: %s at %q, it should be at %s", who, key, got, version)
		}
	}
}

// versionsIn returns what a store holds, by key.
func versionsIn(s cache.Store) map[string]string {
	versions := map[string]string{}
	for _, key := range s.ListKeys() {
		obj, _, _ := s.GetByKey(key)
		versions[key] = versionOf(obj)
	}
	return versions
}
