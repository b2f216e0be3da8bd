package stores

// Holder is a store that answers questions about its objects without showing them. It is optional: a
// store is one if to show an object is dear, as where each Get decodes it, and if what it shows is not the
// object that was stored. Who only wants to know should ask.
type Holder interface {
	// Len is the number of objects.
	Len() int
	// Has tells whether there is an object under key.
	Has(key string) bool
	// Holds tells whether there is an object under key, and whether it is obj: in the same resource
	// version, which is not empty, and with the same content.
	Holds(key string, obj any) (same, exists bool)
}
