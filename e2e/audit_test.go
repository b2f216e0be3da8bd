package e2e_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// auditLog is what the API server notes of every request.
type auditLog struct{ dir string }

func newAuditLog(t *testing.T) auditLog {
	t.Helper()
	a := auditLog{t.TempDir()}
	policy := "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n- level: Metadata\n"
	must(t, os.WriteFile(a.policy(), []byte(policy), 0o600))
	return a
}

func (a auditLog) policy() string { return filepath.Join(a.dir, "policy.yaml") }
func (a auditLog) log() string    { return filepath.Join(a.dir, "audit.log") }

func (a auditLog) flags() []string {
	return []string{"--audit-policy-file=" + a.policy(), "--audit-log-path=" + a.log()}
}

// wantOnlyReads looks at what benchgen has asked for: lists and watches of each resource, discovery, and nothing else.
func (a auditLog) wantOnlyReads(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(a.log())
	must(t, err)
	asked := map[string]int{}
	for line := range bytes.Lines(data) {
		var event struct {
			Verb, UserAgent, RequestURI string
			ObjectRef                   struct{ Resource string }
		}
		must(t, json.Unmarshal(line, &event))
		if !strings.HasPrefix(event.UserAgent, "benchgen/") {
			continue
		}
		asked[event.Verb+" "+event.ObjectRef.Resource]++
		if event.Verb != "get" && event.Verb != "list" && event.Verb != "watch" {
			t.Errorf("benchgen asked for %s %s", event.Verb, event.RequestURI)
		}
	}
	for _, k := range privateKinds() {
		for _, verb := range []string{"list ", "watch "} {
			if asked[verb+k.resource] < 2 { // of two recordings
				t.Errorf("benchgen asked %d times to %s%s; all: %v", asked[verb+k.resource], verb, k.resource, asked)
			}
		}
	}
}
