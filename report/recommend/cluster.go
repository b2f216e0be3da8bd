package recommend

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"informerbench/stores"
)

// ReadKind is how readers read.
type ReadKind = string

// The kinds of reads.
const (
	GetReads   ReadKind = "get"
	IndexReads ReadKind = "byindex"
	ListReads  ReadKind = "list"
)

// ReadKindNames lists them.
func ReadKindNames() []ReadKind { return []ReadKind{GetReads, IndexReads, ListReads} }

// Cluster describes what the informer has to bear and what is asked of it. Of the
// limits, 0 means that there is none.
type Cluster struct {
	// Objects that the informer holds.
	Objects int `json:"objects"`
	// ObjectBytes is the heap that one object takes; 0: as in the results.
	ObjectBytes Bytes `json:"objectBytes,omitempty"`
	// EncodedBytes is what one object takes encoded, as a trace tells it. Without ObjectBytes memory is at least that of
	// objects of this size; how much more a decoded one takes depends on the object.
	EncodedBytes Bytes `json:"encodedBytes,omitempty"`
	// EventRate is how many changes arrive a second. If set, the pipeline must be able to take as many.
	EventRate float64 `json:"eventRate,omitempty"`
	// Readers is how many goroutines read in a loop at the same time; 0 if reads are rare.
	Readers int `json:"readers"`
	// ReadKinds tells how they read; empty: in each way.
	ReadKinds Words `json:"readKinds,omitempty"`
	// Indexes of the informer; 0: as many as were measured, at most.
	Indexes  int `json:"indexes"`
	Handlers int `json:"handlers,omitempty"` // 0: one
	// Cores that the program may use; 0: as many as were measured.
	Cores int `json:"cores,omitempty"`

	MemoryLimit  Bytes    `json:"memoryLimit,omitempty"` // for the cache alone
	StalenessP99 Duration `json:"stalenessP99,omitempty"`
	GetP99       Duration `json:"getP99,omitempty"`
	ListP99      Duration `json:"listP99,omitempty"`
	SyncWithin   Duration `json:"syncWithin,omitempty"`
	RelistStall  Duration `json:"relistStall,omitempty"` // the longest wait of a reader during a relist

	// Guarantees are the words of package stores that a store must state.
	Guarantees Guarantees `json:"guarantees,omitempty"`

	// Allow names what is lost willingly where memory is saved, see [Allowances].
	Allow Words `json:"allow,omitempty"`

	// Profile and Workload choose among results of several sizes of objects and several
	// workloads: small, real; mix=churn, scenario=rollout-storm, trace=NAME.
	Profile  string `json:"profile,omitempty"`
	Workload string `json:"workload,omitempty"`
}

// Validate tells, all at once, what cannot be.
func (c Cluster) Validate() error {
	var errs []error
	if c.Objects < 1 {
		errs = append(errs, fmt.Errorf("objects is %d: say how many objects the informer holds, such as 50000", c.Objects))
	}
	for _, b := range c.bounds() {
		if b.name != "objects" || c.Objects > 0 {
			errs = append(errs, b.check())
		}
	}
	for _, kind := range c.ReadKinds {
		if !slices.Contains(ReadKindNames(), kind) {
			errs = append(errs, fmt.Errorf("unknown kind of read %q: allowed are %s", kind, strings.Join(ReadKindNames(), ", ")))
		}
	}
	for _, g := range c.Guarantees {
		if !slices.Contains(stores.Guarantees(), g) {
			errs = append(errs, unknownGuarantee(string(g)))
		}
	}
	for _, word := range c.Allow {
		if !slices.Contains(Allowances(), word) {
			errs = append(errs, fmt.Errorf("cannot allow %q: what can be allowed is %s", word, strings.Join(Allowances(), ", ")))
		}
	}
	if c.Workload != "" && !strings.Contains(c.Workload, "=") {
		errs = append(errs, fmt.Errorf("workload is %q: name it as results do, such as mix=churn or scenario=rollout-storm", c.Workload))
	}
	return errors.Join(errs...)
}

func (c Cluster) readKinds() []ReadKind {
	if len(c.ReadKinds) == 0 {
		return ReadKindNames()
	}
	return c.ReadKinds
}

// point is where the cluster lies among the measured cells.
func (c Cluster) point() Point {
	p := Everywhere()
	p[Objects], p[Readers], p[Handlers] = float64(c.Objects), float64(c.Readers), float64(max(c.Handlers, 1))
	if c.Indexes > 0 {
		p[Indexes] = float64(c.Indexes)
	}
	if c.EventRate > 0 {
		p[Rate] = c.EventRate
	}
	if c.Cores > 0 {
		p[Cores] = float64(c.Cores)
	}
	return p
}
