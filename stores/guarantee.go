package stores

// Guarantee is one of the fixed words with which a variant states what its
// readers and writers may rely on. storetest proves exactly what is claimed.
type Guarantee string

const (
	// LinearizablePoints: Get, Add, Update and Delete of one key behave as if
	// each took effect at one instant between its call and its return.
	LinearizablePoints Guarantee = "linearizable point operations"
	// SnapshotLists: List, ListKeys, ByIndex, Index, IndexKeys and
	// ListIndexFuncValues each answer from one state that was committed at
	// some instant between call and return.
	SnapshotLists Guarantee = "snapshot-consistent lists"
	// AtomicTransactions: no reader sees a Transaction or a Replace in part.
	AtomicTransactions Guarantee = "atomic transactions"
	// ReadersNeverBlock: a read completes without waiting for any writer.
	ReadersNeverBlock Guarantee = "readers never block"
	// WritersNeverWait: a write completes without waiting for any reader.
	WritersNeverWait Guarantee = "writers never wait for readers"
	// IdenticalObjects: a read returns the very object that was stored, not one that
	// equals it: of a pointer, the same pointer.
	IdenticalObjects Guarantee = "identical objects"
)

// Guarantees lists every guarantee word in the order in which reports print them.
func Guarantees() []Guarantee {
	return []Guarantee{LinearizablePoints, SnapshotLists, AtomicTransactions, ReadersNeverBlock, WritersNeverWait, IdenticalObjects}
}
