package flame_test

import (
	"testing"

	"github.com/google/pprof/profile"

	"informerbench/report/flame"
)

func TestSamplesThatAProfileRestsOn(t *testing.T) {
	memory := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}},
		PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: 512 << 10,
		Sample: []*profile.Sample{{Value: []int64{9000, 1 << 20}}, {Value: []int64{1, 2 << 20}}},
	}
	contention := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "contentions", Unit: "count"}, Period: 1,
		Sample: []*profile.Sample{{Value: []int64{3, 100}}},
	}
	for name, c := range map[string]struct {
		p       *profile.Profile
		want    int64
		counted bool
	}{
		"time":       {folded(t, "main;f 6", "main 1"), 7, true},
		"no time":    {folded(t), 0, true},
		"memory":     {memory, 6, true},
		"contention": {contention, 0, false},
	} {
		if n, ok := flame.Samples(c.p); n != c.want || ok != c.counted {
			t.Errorf("%s: %d samples, %v", name, n, ok)
		}
	}
}
