package recommend_test

import (
	"strings"
	"testing"

	"informerbench/report/recommend"
)

func TestConditions(t *testing.T) {
	a := advise(t, cluster())
	for text, want := range map[string]bool{
		"staleness-p99>500ms":           false,
		"staleness-p99 > 1us":           true,
		"staleness-p99.hi>=500ms":       false,
		"capacity<1000":                 false,
		"memory > 1Ki":                  true,
		"unsure":                        false,
		"not-met":                       false,
		"extrapolated":                  false,
		"none":                          false,
		"store!=mvcc":                   false,
		"store=mvcc":                    true,
		"recommended=ours/inorder/mvcc": true,
		"confidence!=high":              true,
		"byindex-p99>1s":                true, // not measured: cannot be shown to be false
	} {
		c, err := recommend.ParseCondition(text, offers)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, found := c.Holds(a); got != want {
			t.Errorf("%q is %v (%s), want %v", text, got, found, want)
		}
	}
}

func TestBadConditionsSayWhatIsAllowed(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "none of the words unsure, not-met",
		"sure":               "none of the words",
		"stale>1s":           "allowed are memory, staleness-p99",
		"staleness-p99=1s":   "compare a figure with >",
		"staleness-p99>fast": "write 5000, 500ms or 2Gi",
		"store>mvcc":         "with = or != and a word",
		"store=":             "with = or != and a word",
		"confidence=hihg":    `unknown confidence "hihg": allowed are high, fair, low`,
		"store!=nosuch":      `unknown store "nosuch": allowed are clientgo, sharded-xsync, cow, mvcc`,
		"store=MVCC":         "allowed are clientgo",
		"queue!=fifo":        `unknown queue "fifo": allowed are inorder, deltafifo, direct, realfifo`,
		"informer!=theirs":   "allowed are ours, clientgo",

		"recommended!=mvcc":               "no informer/queue/store, such as ours/inorder/mvcc",
		"recommended!=ours/inorder/mvccc": `unknown store "mvccc"`,
		"staleness-p99>500":               "write its unit, such as 500ms",
		"sync.hi>5":                       "write its unit",
	} {
		if _, err := recommend.ParseCondition(text, offers); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to say %q", text, err, want)
		}
	}
}
