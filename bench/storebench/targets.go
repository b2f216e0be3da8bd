package storebench

// compared are the figures that decide, and what the store mvcc shall reach in them: a ratio to
// client-go's store in the same run, or, where it says absolute, nanoseconds. 0 is no target.
//
// To add a figure, add a line; its row must be one of [Rows] and its unit one of the row's.
var compared = []struct {
	title, row, unit    string
	at10k, at100k, at1M float64
	kind                targetKind
}{
	{"Get, quiet", "op=get/indexes=3/order=key", "ns/op", 1, 1, 1.1, ratio},
	{"Get beside a writer and a lister, p99", busyGet, "p99-get-ns", 1. / 300, 1. / 2000, 1. / 1000, ratio},
	{"Get beside a writer and a lister, p99.9", busyGet, "p999-get-ns", 1. / 300, 1. / 2000, 1. / 1000, ratio},
	{"the same in an open loop, p99", openGet, "p99-open-ns", 0, 0, 0, ratio},
	{"the same in an open loop, p99.9", openGet, "p999-open-ns", 0, 0, 0, ratio},
	{"Update, 3 indexes", "op=update/indexes=3/order=key", "ns/op", 0.5, 0.5, 0.6, ratio},
	{"Update, no index", "op=update/indexes=0/order=key", "ns/op", 0.7, 0.7, 0.7, ratio},
	{"transaction of 1,000, 3 indexes", "op=transaction/indexes=3/order=key", "ns/object", 0.7, 0.7, 0.7, ratio},
	{"transaction of 1,000, no index", "op=transaction/indexes=0/order=key", "ns/object", 1, 1, 1, ratio},
	{"Insert, 3 indexes", "op=insertdelete/indexes=3/order=key", "insert-ns/object", 0.45, 0.45, 0.45, ratio},
	{"Delete, 3 indexes", "op=insertdelete/indexes=3/order=key", "delete-ns/object", 0.3, 0.3, 0.3, ratio},
	{"ByIndex of 1,000", "op=byindex/indexes=3/order=key/index=namespace", "ns/op", 1. / 6, 1. / 6, 1. / 15, ratio},
	{"List", "op=list/indexes=3/order=key", "ns/op", 0.5, 0.5, 0.65, ratio},
	{"List into a caller's slice", "op=appendlist/indexes=3/order=key", "ns/op", 0.3, 0.3, 0.4, ratio},
	{"List iterated", "op=all/indexes=3/order=key", "ns/op", 0.3, 0.3, 0.4, ratio},
	{"IndexKeys of 1,000", "op=indexkeys/indexes=3/order=key/index=namespace", "ns/op", 0.5, 0.5, 0.6, ratio},
	{"ListKeys", "op=listkeys/indexes=3/order=key", "ns/op", 0.5, 0.5, 0.6, ratio},
	{"Replace from a list, 3 indexes", replaceIndexed, "ns/op", 0.3, 0.3, 0.25, ratio},
	{"longest Get beside a Replace, 3 indexes", replaceIndexed, "max-stall-ns", 1e6, 1e6, 1e7, absolute},
	{"store heap per object, 3 indexes", "op=memory/indexes=3", "heap-B/object", 0.5, 0.5, 0.4, ratio},
	{"store heap per object, no index", "op=memory/indexes=0", "heap-B/object", 1, 1, 0.6, ratio},
	{"allocations per Update, 3 indexes", "op=update/indexes=3/order=key", "allocs/op", 0.5, 0.5, 0.5, ratio},
	{"bytes allocated per Update, 3 indexes", "op=update/indexes=3/order=key", "B/op", 0.6, 0.6, 0.6, ratio},
	{"collector time added by the store, 3 indexes", "op=memory/indexes=3", "gc-ns", 1 / 2.5, 1 / 2.5, 1. / 6, ratio},
}

const (
	busyGet        = "op=busyget/indexes=3/order=key/listers=1/writers=1"
	openGet        = "op=openget/indexes=3/order=key/listers=1/writers=1"
	replaceIndexed = "op=replace/indexes=3/order=key"
)

// targetKind says what a target is compared with.
type targetKind int

const (
	ratio    targetKind = iota // of the value to client-go's
	absolute                   // the value itself
)

// Target is what a store shall reach in a figure.
type Target struct {
	AtMost   float64
	Absolute bool // of the value, in nanoseconds or bytes, not of the ratio
	// OnlyIfWorse: the target is missed only where a significant difference to the worse
	// exceeds it, whichever direction of the unit is better.
	OnlyIfWorse bool
}

// TargetOf returns the target of a store in a figure with so many objects.
func TargetOf(store string, f Figure, objects int) (Target, bool) {
	switch store {
	case "mvcc":
		for _, c := range compared {
			if c.row == f.Row.Name() && c.unit == f.Unit {
				at := map[int]float64{10_000: c.at10k, 100_000: c.at100k, 1_000_000: c.at1M}[objects]
				return Target{AtMost: at, Absolute: c.kind == absolute}, at > 0
			}
		}
	case "rwmutex":
		// The store for the cautious: nothing may get worse.
		if f.Unit == "max-stall-ns" && f.Row.Name() == replaceIndexed {
			return Target{AtMost: 0.1}, true
		}
		return Target{AtMost: 1.05, OnlyIfWorse: true}, true
	}
	return Target{}, false
}
