package recommend_test

import (
	"strings"
	"testing"
	"time"

	"informerbench/report/recommend"
	"informerbench/stores"
)

func TestDescriptionFromAFile(t *testing.T) {
	c, err := recommend.ParseCluster([]byte(`
objects: 160000
objectBytes: 2Ki
eventRate: 300
readers: 10
readKinds: [get, list]
indexes: 3
cores: 16
memoryLimit: 1.5Gi
stalenessP99: 500ms
guarantees: [snapshot, "atomic transactions"]
workload: mix=churn
`))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if c.Objects != 160_000 || c.ObjectBytes != 2048 || c.MemoryLimit != 3<<29 || time.Duration(c.StalenessP99) != 500*time.Millisecond {
		t.Errorf("read %+v", c)
	}
	if len(c.Guarantees) != 2 || c.Guarantees[0] != stores.SnapshotLists || c.Guarantees[1] != stores.AtomicTransactions {
		t.Errorf("guarantees %q", c.Guarantees)
	}
}

func TestDescriptionsThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		"objects: 1\nstaleness: 1s":    "staleness",
		"objects: many":                "objects",
		"guarantees: [fast]":           `unknown guarantee "fast": allowed are linearizable point operations`,
		"stalenessP99: soon":           "write 500ms, 10s or 2m",
		"memoryLimit: large":           "write 2Gi, 512Mi",
		"objects: 0":                   "say how many objects",
		"objects: 1\nreaders: -1":      "readers is -1",
		"objects: 1\nreadKinds: [all]": "allowed are get, byindex, list",
		"objects: 1\nworkload: churn":  "such as mix=churn",
	} {
		c, err := recommend.ParseCluster([]byte(text))
		if err == nil {
			err = c.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to say %q", text, err, want)
		}
	}
}

func TestDescriptionFromAFittedTrace(t *testing.T) {
	c, err := recommend.ParseFit([]byte(`{"objects": 5000, "objectBytes": 3000.5, "eventsPerSecond": 40, "peakEventsPerSecond": 900, "skew": {"s": 1.1}}`))
	if err != nil || c.Objects != 5000 || c.EventRate != 900 || c.ObjectBytes != 3000 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := recommend.ParseFit([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "benchgen fit") {
		t.Errorf("%v", err)
	}
}
