// Package wire is the client's side of a connection to an API server: a
// cache.ListerWatcher over a rest.Interface that decodes on all cores, keeps the order,
// and holds neither a list nor a stream.
//
//	       connection
//	           │  bytes, into slabs of 32 KiB (slab.go, input.go)
//	           ▼
//	┌─────────────────────┐
//	│ reader, a goroutine │  cuts frames where they lie: events (watchframes.go),
//	└──────────┬──────────┘  items of a list (listframes.go, listprotobuf.go, listjson.go)
//	           │  before each read of the connection: flush   [mutex]
//	           ▼
//	      waiting frames       bounded by Options.Ahead: the reader waits
//	           │  take, a run of up to 128 KiB                [mutex]
//	     ┌─────┼─────┐
//	     ▼     ▼     ▼
//	  decoders, at most Options.Decoders, none while nothing comes
//	     │     │     │         (decode.go, event.go, objects.go)
//	     └─────┼─────┘  done                                  [mutex]
//	           ▼
//	     runs in order
//	           │  whoever finds the first one done sends it   [channel]
//	           ▼
//	Batches, or ListItems' visit; ResultChan unpacks batches for other receivers
//
// # Hand-overs
//
// A frame's bytes are written by the reader before it takes the mutex in flush, and read
// by the decoder that took the frame under it. A run's items are written by one
// decoder before it takes the mutex to set done, and are sent by whoever sees done under
// it; one goroutine sends at a time, the first run first, so the channel has the stream's
// order. The receiver gets items and everything they refer to through the channel. A
// slab goes back to the pool when the last frame in it is decoded, counted
// atomically; objects never refer to a slab. A batch that is recycled goes through a
// channel too. The line's error, and a list's head, are written before the channel is
// closed and read after that.
//
// Decoders pull: a single event is decoded at once, and while all are busy frames pile up
// to larger runs. No timer is involved.
//
// # Two ways to a source
//
// [New] makes one of a REST client and a resource's name. [Over] makes one of a source that is there already, such as
// those of client-go's factories and of controller-runtime: it has that one send the requests, and takes the
// answers out of the transport.
//
// # Smaller objects
//
// What comes is changed in this order:
//
//	Options.Compact    decodes protobuf into a form in which objects share     on the goroutines that decode
//	                   what they have in common (package compact/encoded)
//	Options.Transform  changes each object, in any encoding                    on the goroutines that decode
//	Options.Share      shares parts of objects that Compact has not decoded,   on the goroutines that decode
//	                   such as custom resources (package compact's Sharer)
//	the informer's     WithTransform, SetTransform                             on one goroutine, the reflector's
//	the store, handlers, and a mutation detector see what that has returned
//
// A transform after Compact must copy what it changes behind a pointer, in a slice or in a map. After Share it must not
// write to the object at all. So what is to be left away belongs into Options.Transform, where all cores do it.
//
// A receiver that holds objects may say so with the context ([WithHeld]), and our informers do. Compact and
// Share then take over what the next version has in common with the one that is held, so that a watch brings what
// has changed and a list that comes again hardly anything. Nothing is kept for that but what the receiver holds.
//
// # Where it differs from client-go v0.37
//
//   - A list is decoded while it arrives, and its items are separate objects: one that
//     stays alive does not keep the array of all others.
//   - What was asked for is checked: a list of another kind is an error. client-go's
//     typed clients take it for an empty list.
//   - There is no scheme: the kind is known by Options.Example and the client's group and
//     version. A typed object of another kind comes as a *runtime.Unknown, which reflectors
//     skip. With client-go that is an object of the other type if the scheme knows it, and
//     else the end of the stream.
//   - The encoding is told from the first bytes, not from the Content-Type.
//   - A panic while decoding is an error of that event, not the end of the process.
//   - The end of the context closes a watch without an Error event, and frees its
//     goroutines also if Stop is never called.
//   - An item of a list is bounded by Options.MaxObject, as an event is.
//   - A typed object without a protobuf form is asked for in JSON without being told to.
//   - ResultChan has room for 128 events.
//   - Request latency and response size are not among the metrics, since answers are
//     streamed; results and retries are.
package wire
