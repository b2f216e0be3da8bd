package stores

// Item is one object under its key.
type Item struct {
	Key    string
	Object any
}

// ListReplacer is a store whose whole content can be exchanged straight from a list,
// without a Go map in between. Every variant of this repository implements it.
type ListReplacer interface {
	// ReplaceList does what Replace does with a map of the same content. Of several
	// items with one key the last counts. Where a variant's layout has an order it
	// follows that of the list, so that objects which were listed together lie together. The
	// slice stays the caller's and may be reused after the call.
	ReplaceList(items []Item, resourceVersion string)
}

// Extended is everything that the variants of this repository implement: client-go's
// interface and the interfaces of this package.
type Extended interface {
	Store
	BulkReader
	Snapshotter
	ListReplacer
	VersionWaiter
}
