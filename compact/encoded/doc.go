// Package encoded decodes protobuf objects of the Kubernetes API so that they share, from birth, the
// parts that they have in common: where the encoded bytes of a part are those of one that is
// already there, that one is used and nothing is decoded.
//
//	d := encoded.New(encoded.Options{})
//	pod := &corev1.Pod{}
//	err := d.Decode(message, pod) // instead of pod.Unmarshal(message)
//
// Pods of a ReplicaSet have their containers' environment, resources and probes, their
// volumes, tolerations, labels and owners from one template. Decoded one by one, each has all of
// that to itself. To share it afterwards costs several times what decoding costs: everything is
// built, hashed, compared and thrown away. Here it is hashed and compared while it is still bytes.
//
// # How a message is decoded
//
// A plan says which fields of a message are strings, sub-messages and runs of sub-messages. It is
// made once for each Go type from the struct tags that the generated code was made from, so that
// there is no code for any one kind (plan.go, field.go). The message is gone through
// once (message.go):
//
//   - A string that is already there is used again (recent.go).
//   - A sub-message that lies within its struct, such as a Pod's spec, is gone through likewise.
//   - The bytes of a pointer's, slice's or map's fields are looked up as one. If they are known, that
//     part is used; else the elements are gone through likewise (run.go).
//   - A pointer to a bool or a number points to the one value of its kind (scalar.go).
//   - All other fields are handed to the type's own generated Unmarshal, which sets its fields one by
//     one and does not mind that some are missing.
//
// A message that is broken, or in which the order of fields would matter, is decoded by the
// generated code as a whole. So any bytes give the object, or the error, that the generated code gives.
//
// # The version before
//
// Most of what a watch brings is an object that is there already, with a part changed. [Decoder.DecodeNext] is
// given the version that is held, in the informer's store. Each part's bytes are compared with that
// version's part, field by field and without an allocation (same.go), and what is equal is taken over: of a
// Pod whose status changes, the spec is one comparison. No table of objects is kept for that, neither of
// their bytes nor of their hashes: the store is the table, and its entries go with their objects. Package wire
// asks our informers' stores by itself (wire.WithHeld).
//
// # What is kept
//
// Parts are equal if their types and bytes are; a hash only says where to look. A part is among the
// few hundred recent ones of the goroutine that decoded it first (recent.go), and enters the table
// (table.go) with a copy of its bytes when the memory that was saved by sharing it pays for
// that. The table holds parts weakly: an entry goes with the collection that finds no object that
// uses it (sweep.go). Fields whose values turn out to be each object's own are not looked up
// (learned.go).
//
// # What it asks for
//
// Objects in a cache are immutable by contract. Here it matters more: a write to a label map
// changes the labels of all siblings and of later versions, and is a data race with their readers. This holds for
// transforms of an informer too: they may set fields of the object itself, and must copy what they want to
// change behind a pointer, in a slice or in a map.
//
// # What it does not do
//
// JSON is not looked at: its parts have no length, so their end is only known when they are
// parsed. Slices are shared whole: two lists of containers of which one differs share what is within
// the other containers, but not the array. Of a part that two objects share which came far from each
// other there may be two copies.
package encoded
