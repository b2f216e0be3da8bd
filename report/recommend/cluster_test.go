package recommend_test

import (
	"math"
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
		"objects: 1\nstaleness: 1s":       "staleness",
		"objects: many":                   "objects",
		"guarantees: [fast]":              `unknown guarantee "fast": allowed are linearizable point operations`,
		"stalenessP99: soon":              "write 500ms, 10s or 2m",
		"memoryLimit: large":              "write 2Gi, 512Mi",
		"objects: 0":                      "say how many objects",
		"objects: 1\nreaders: -1":         "readers is -1: it must lie between 0 and 10000",
		"objects: 2000000000":             "objects is 2000000000: it must lie between 0 and 1000000000",
		"objects: 1\nmemoryLimit: 1024Ti": "memory-limit is 1024Ti: it must lie between 0 and 64Ti",
		"objects: 1\nreadKinds: [all]":    "allowed are get, byindex, list",
		"objects: 1\nworkload: churn":     "such as mix=churn",
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

// A number that is wrong is named as it was written, not in nanoseconds.
func TestNumbersThatCannotBe(t *testing.T) {
	for want, c := range map[string]recommend.Cluster{
		"staleness-p99 is -1s: it must lie between 0 and 24h0m0s": {Objects: 1, StalenessP99: recommend.Duration(-time.Second)},
		"event-rate is +Inf: it must lie between 0 and 10000000":  {Objects: 1, EventRate: math.Inf(1)},
		"event-rate is NaN: it must lie between 0 and 10000000":   {Objects: 1, EventRate: math.NaN()},
		"readers is 1000000000: it must lie between 0 and 10000":  {Objects: 1, Readers: 1_000_000_000},
		"object-bytes is 2Gi: it must lie between 0 and 1Gi":      {Objects: 1, ObjectBytes: 2 << 30},
	} {
		if err := c.Validate(); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestDescriptionFromAFittedTrace(t *testing.T) {
	c, err := recommend.ParseFit([]byte(`{"objects": 5000, "objectBytes": 3000.5, "eventsPerSecond": 40, "peakEventsPerSecond": 900, "skew": {"s": 1.1}}`))
	if err != nil || c.Objects != 5000 || c.EventRate != 900 || c.EncodedBytes != 3000 || c.ObjectBytes != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := recommend.ParseFit([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "benchgen fit") {
		t.Errorf("%v", err)
	}
}
