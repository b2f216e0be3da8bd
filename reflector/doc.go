// Package reflector keeps a store equal to what a source lists and watches: it
// is client-go's reflector as a machine of named states, over the same
// interfaces (cache.ListerWatcher, cache.ReflectorStore).
//
//	           Run
//	            │
//	            ▼
//	      ┌───────────┐  plain lists, or streams distrusted
//	┌────▶│ Beginning │──────────────────────────┐
//	│     └─────┬─────┘                          │
//	│           │ streams                        │
//	│           ▼                                ▼
//	│     ┌───────────┐  refused, or bound  ┌─────────┐
//	│  ┌─▶│ Streaming │────────────────────▶│ Listing │
//	│  │  └─────┬─────┘                     └────┬────┘
//	│  │        │ end marker                     │ whole list
//	│  │        ▼                                ▼
//	│  │  ┌───────────┐       closed      ┌────────────┐
//	│  │  │ Watching  │──────────────────▶│ Connecting │◀─┐
//	│  │  │           │◀──────────────────│            │  │
//	│  │  └───────────┘        open       └────────────┘  │
//	│  │                                                  │
//	│  │    whichever of these four failed                │
//	│  │          │                                       │
//	│  │          ▼                                       │
//	│  │    ┌───────────┐  the server was merely away,    │
//	│  └────│  Pausing  │─────────────────────────────────┘
//	└───────│           │  or its watch was short
//	 failed └───────────┘
//
// A cancelled context leads from every state to Stopped.
//
// Streaming gathers the initial events beside the store and hands them over in
// one Replace at the end marker, so the store is never half filled; the stream
// then goes on as the watch. Listing fetches pages and hands them over in one
// Replace. Watching passes events on in the order of their arrival. Everything
// runs on the goroutine that called Run; only calls of the source run on one of
// their own, as long as they last.
//
// # Events in batches
//
// A store that is a [BatchStore] gets all events of a watch that can be received without
// waiting, up to 1,000, in one call, and any other store one by one. The reflector waits
// for nothing to make a batch larger: no timer and no goroutine stands between the watch's
// channel and the store. So it depends on that channel how large batches get. One with room
// fills while the store works; one without, such as client-go's for HTTP, has
// an event ready only when its decoder already waits with one.
//
// # Which version is asked for
//
//	request          first    later             after Expired or TooLarge
//	plain list       "0"      the last version  ""
//	streaming list   ""       the last version  ""
//	watch            the last version
//
// The last version is that of the last list, event or bookmark, exactly as the
// server wrote it: versions are never compared.
//
// # Where it differs from client-go v0.37
//
//   - A streaming list that ends or falls silent before its end marker is given
//     up after a bound (three streams in a row, one minute of silence, or the
//     time asked for), then plain lists are used for an hour. client-go tries
//     again for ever (kubernetes/kubernetes#140890).
//   - A transform sees each object of a streaming list once, and its failure
//     fails the list, as for a plain one. client-go calls it twice, and leaves
//     an object for which it fails out of the store.
//   - A watch that ends within a second is continued after a backoff even when
//     it brought events; client-go continues it at once. One that brought none
//     is a failure for both, and leads to a list.
//   - An event that carries no version leaves the last one as it is. client-go
//     would next watch from "".
//   - A list leaves unexpected items out, as a watch does.
//   - A full list that comes in pages although none were asked for, after a
//     token expired, is followed to its end. client-go keeps its first page.
//   - Backoff begins anew after two minutes of calm, not every two minutes.
//   - Resyncs happen between events, not beside them.
//   - Errors in a stream with code 500 always lead to a list; client-go has an
//     option to watch again for a while.
package reflector
