package informerbench_test

import (
	"strings"
	"testing"

	"informerbench/bench/informerbench"
)

func TestEverySubjectSyncsAndHoldsIdleHandlers(t *testing.T) {
	for _, s := range informerbench.Subjects() {
		for _, p := range []informerbench.Process{
			{Name: "Sync/x", Part: informerbench.SyncPart, Informer: s.Name, List: informerbench.StreamList, Pods: 1500},
			{Name: "Sync/x", Part: informerbench.SyncPart, Informer: s.Name, List: informerbench.PlainList, Pods: 1500},
			{Name: "Idle/x", Part: informerbench.IdlePart, Informer: s.Name, Handlers: 3},
		} {
			var out strings.Builder
			if err := p.Run(t.Context(), &out); err != nil {
				t.Errorf("%s, %s %s: %v", s.Name, p.Part, p.List, err)
			}
			if !strings.HasPrefix(out.String(), "Benchmark"+p.Name+" 1 ") {
				t.Errorf("%s, %s %s: output %q", s.Name, p.Part, p.List, out.String())
			}
		}
	}
}

func TestAProcessRefusesWhatItCannotMeasure(t *testing.T) {
	for _, p := range []informerbench.Process{{Part: informerbench.SyncPart, Informer: "none"}, {Part: informerbench.ReadersPart, Informer: "clientgo"}} {
		if p.Run(t.Context(), &strings.Builder{}) == nil {
			t.Errorf("%+v is not refused", p)
		}
	}
}
