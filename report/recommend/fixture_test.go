package recommend_test

import (
	"testing"
	"time"

	"informerbench/report"
	"informerbench/report/recommend"
	"informerbench/stores"
)

// small is a made-up run of three sizes, five rounds, four stores and an A/A column.
func small(t *testing.T) *recommend.Model {
	t.Helper()
	in, err := report.Read("testdata/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	m, err := recommend.FromResults(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var offers = recommend.Options{Offers: []recommend.Offer{
	{Name: "clientgo", Guarantees: locked, Constructor: "clientgo.New"},
	{Name: "sharded-xsync", Guarantees: stores.Guarantees()[:1], Constructor: "sharded.NewXsync"},
	{Name: "cow", Guarantees: stores.Guarantees(), Constructor: "cow.New"},
	{Name: "mvcc", Guarantees: stores.Guarantees(), Constructor: "mvcc.New"},
}}

var locked = []stores.Guarantee{stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions}

// cluster lies on measured cells, with objectives that some keep.
func cluster() recommend.Cluster {
	return recommend.Cluster{
		Objects: 100_000, EventRate: 2000, Indexes: 3, Handlers: 1, Cores: 2,
		StalenessP99: recommend.Duration(8 * time.Millisecond),
	}
}

func advise(t *testing.T, c recommend.Cluster) *recommend.Advice {
	t.Helper()
	a, err := small(t).Recommend(c, offers)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func objective(t *testing.T, a *recommend.Advice, store, figure string) recommend.Objective {
	t.Helper()
	for _, c := range a.Candidates {
		for _, o := range c.Objectives {
			if c.Subject.Informer == "ours" && c.Subject.Store == store && o.Figure == figure {
				return o
			}
		}
	}
	t.Fatalf("no objective %s of %s", figure, store)
	return recommend.Objective{}
}
