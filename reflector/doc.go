// Package reflector keeps a store equal to what a source lists and watches: it
// is client-go's reflector as a machine of named states, over the same
// interfaces (cache.ListerWatcher, cache.ReflectorStore).
//
//	          Run
//	           │
//	           ▼
//	     ┌───────────┐  plain lists, or streams distrusted
//	┌───▶│ Beginning │───────────────────────┐
//	│    └─────┬─────┘                       │
//	│          │ streams                     │
//	│          ▼                             ▼
//	│    ┌───────────┐  refused, or bound  ┌─────────┐
//	├───▶│ Streaming │────────────────────▶│ Listing │◀────┐
//	│    │           │───┐                 └────┬────┘     │
//	│    │           │◀──┘ version not there    │          │
//	│    └─────┬─────┘                          │          │
//	│          │ end marker                     │ whole    │
//	│          ▼                                ▼          │
//	│    ┌───────────┐  closed, or dead  ┌────────────┐    │
//	│    │ Watching  │──────────────────▶│ Connecting │◀───┤
//	│    │           │◀──────────────────│            │    │
//	│    └───────────┘       open        └────────────┘    │
//	│                                                      │
//	│        whichever of these four failed                │
//	│              │                                       │
//	│              ▼                                       │
//	│        ┌───────────┐                                 │
//	└────────│  Pausing  │─────────────────────────────────┘
//	         └───────────┘
//
// A cancelled context leads from every state to Stopped. The same as a table:
//
//	from        to          when
//	Beginning   Streaming   streams are wanted and trusted
//	Beginning   Listing     they are not
//	Streaming   Watching    the end marker came
//	Streaming   Streaming   the version is not there: once more, from the newest
//	Streaming   Listing     the server refuses, or a bound is reached
//	Streaming   Pausing     the server is away, the stream ended early, or the store refused
//	Listing     Connecting  the store has the whole list
//	Listing     Pausing     the list failed, or the store refused it
//	Connecting  Watching    the watch is open
//	Connecting  Pausing     it failed
//	Watching    Connecting  it was closed, or has been silent for too long
//	Watching    Pausing     it brought an error, or ended at once
//	Pausing     Beginning   to fetch the whole collection again
//	Pausing     Streaming   the server was away, or the stream ended early
//	Pausing     Listing     the server asked for a delay when it refused to stream
//	Pausing     Connecting  the server was away or in trouble, or the watch short
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
// # What reads more than client-go's interfaces
//
// A source that is a [informerbench/wire.ItemLister] hands over the items of a plain list while they
// arrive, and a watch that is a [informerbench/wire.BatchWatch] its events in the batches in which they
// were decoded; the sources of package wire do both. Nothing else changes: pages,
// versions, expired tokens, wrong objects and errors are dealt with as above.
//
// # Fetching everything again
//
// A store that is a [KnownStore] is asked for each item of a list or initial event of a
// stream as it comes, from the second time on. If it holds the object in the same version (the same UID and
// resource version, neither of them empty), its own object takes the place in the list, and the new
// one is garbage before it was copied out of its page or transformed. So what is held twice is what has
// changed, and not the whole collection. This holds for pages, for streams and for
// lists whose items arrive one by one; a list that the source hands over whole is there whole.
//
// A store that is a [KeyedStore] too is asked by a source of package wire for each object before that is decoded, in lists and
// in watches, so that the next version takes over the parts that it has in common with the one that is held.
//
// A store that is a [StagingStore] gets each object of a list when it arrives, and has something smaller stand for it until
// the list is complete. Over a store that packs what it keeps, such as stores/packed, a list is then never
// held as it came, the first one included.
//
// The queues of package fifo are such stores; a DeltaFIFO, which takes a list apart, does not stage. Behind them, [informerbench/fifo.Processor] compares the
// list with the store by pointers, and a store that is a
// [informerbench/stores.VersionedTransactor] is given only the difference, as one
// transaction with the list's version. Handlers are told the same as ever.
//
// # How long it waits
//
// Between two requests, after a failure: 0.8 s at first, doubled up to 30 s, and up
// to as much again at random ([Backoff]); longer where the server asks for it with
// Retry-After, as a status or in a stream. For an answer to a list ten minutes, for one to a
// watch as long as the watch was asked to last. For the first event of a streaming list, and
// then from one to the next, a minute. For a sign of life of a watch, as long as that was
// asked to last and 30 s more. A watch that ends with an internal error is tried again for
// [Options.MaxInternalErrorRetryDuration] before the whole collection is fetched.
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
//   - A list that is fetched again leaves an object that is held in the same version in place; client-go
//     puts the new one there. An object that the server came to write differently in the same version,
//     with a default that a newer server fills in, say, stays as it was until it changes.
//   - A plain list is transformed item by item as it is collected, where the store lets the
//     reflector do that ([TransformedStore]).
//   - A list leaves unexpected items out, as a watch does.
//   - A full list that comes in pages although none were asked for, after a
//     token expired, is followed to its end. client-go keeps its first page.
//   - If a list in pages from a version brings that very version, and the watch from it is
//     refused as expired, the next list asks for the newest. client-go asks for the same
//     again: with a page size, to which an API server answers from its database, it stays
//     behind until the version is compacted there.
//   - Backoff begins anew after two minutes of calm, or after a watch that lasted as long
//     as the delay before it, and not every two minutes.
//   - Resyncs happen between events, not beside them.
//   - A delay that the server asks for is kept to where client-go's reflector sees
//     it, too: client-go looks at it only in its REST client, for headers.
//   - A watch that is tried again after an internal error pauses before; client-go
//     tries at once, and only for errors in a stream.
//   - A watch that is silent for longer than it was asked to last is continued by
//     another one, and a request that is never answered is given up. client-go waits
//     for ever ([Options.WatchOvertime], [Options.ListTimeout]).
//
// # Beside client-go under faults
//
// Package faults lets an informer of ours and one of client-go's live through the same
// drawn faults. These differences are left, and where client-go v0.37 decides them:
//
//   - A deletion that a watch repeats is told to handlers once; client-go tells it
//     again (processDeltas in tools/cache/controller.go; package fifo).
//   - A handler that wants no resyncs is not shown what a list finds unchanged;
//     client-go shows it until resyncs are first considered (sharedProcessor.addListener
//     in tools/cache/shared_informer.go; package informer).
//   - Silence ends, as said above; client-go waits (handleAnyWatch and list in
//     tools/cache/reflector.go).
//   - A stop does not wait for a call that takes no context, nor for a pause;
//     client-go waits for both (ListWatch.Watch in tools/cache/listwatch.go, watchList in
//     tools/cache/reflector.go).
package reflector
