package stores

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Stager is a store that keeps objects in another form than that in which they come, and smaller. It is
// optional. Whoever collects objects for it may have them in that form while they are collected, and
// whoever passes objects of it on, to handlers for one, need not hold them all as they came.
//
// Both goes by stand-ins. They are for those that know them: an object belongs where others look.
type Stager interface {
	// Stage begins a list. The function that it returns takes the list's objects, one after
	// the other, with their keys, and returns what stands for each: a [StandIn], or the object itself. The
	// store's Replace, ReplaceList, Transaction and TransactionAt take that instead of the object, once the
	// list is complete. Stand-ins that are not used are simply forgotten.
	//
	// The function is not safe for concurrent use, and nor are stand-ins until they are in the store, whoever asks
	// about them: it is told all before they are used. It calls the store's index functions, beside other writers. It
	// may panic if an object cannot be encoded.
	Stage() (stage func(key string, obj any) any)
	// StandIn returns what stands for the object under key at this moment, in O(1).
	StandIn(key string) (standIn any, exists bool)
}

// StandIn stands for an object. It has the object's metadata as far as keys and versions go: name, namespace
// and resource version; to ask it for others panics.
type StandIn interface {
	metav1.ObjectMetaAccessor
	// Open returns the object: a new one, or one that others have as well, and so nobody may change.
	// Two calls may return different ones. It is safe for concurrent use once the object is in
	// the store.
	Open() any
}

// Open returns the object for which obj stands, and obj itself if it is one.
func Open(obj any) any {
	if standIn, ok := obj.(StandIn); ok {
		return standIn.Open()
	}
	return obj
}
