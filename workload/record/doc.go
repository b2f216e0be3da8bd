// Package record captures what a cluster's lists and watches give, with the times of arrival,
// as a recording of package trace.
//
// It reads and nothing else: discovery, lists and watches, all of them GET requests. The
// rights it needs are get, list and watch of the recorded resources.
//
// Each resource is listed once, page by page (a page is written before the next is asked
// for), and then watched with bookmarks from the list's version. A watch that ends is opened
// anew from the last version that came, after a wait that doubles up to half a minute
// and honours what the server asks for. Where the server has forgotten that version (410), or
// five watches in a row brought nothing but errors, the resource is listed again, and the
// difference to what was known is written: events of phase Relisted. One that is listed again
// within its first list, because that expired, is written the same way.
//
// # Gaps
//
// From the end of one watch to the next that works a resource is not watched, and a calm trace would be a lie. Where
// that was noticeable (a try failed, or it took a second), the trace tells of the gap in a bookmark, as trace.Gaps reads it,
// at each try that fails, and when a watch is open again. A watch works once it has brought something or has been open for a second;
// one that ends before counts as a try that failed. A connection that dies without a word is noticed by client-go's pings
// after up to 45 seconds; these are not in the gap. A server that is away when the recording ends makes it an error, with
// a trace that is whole; one that refuses a resource from the beginning ends it at once.
//
// # Memory
//
// Held are one page of each list, one block of the trace, and for each object its key,
// UID and resource version: about 250 bytes, 250 MB for a million objects. No object is
// kept, so a deletion that only a new list showed carries no more than these.
//
// When the disk is slower than the cluster, the recorder reads slower; the server ends a
// watch that stays too far behind, which is a broken watch like any other.
//
// # Times
//
// An event's offset is taken when it has been decoded, by the monotonic clock, and a list
// page's objects have the time of their page. Events of one resource keep their order. Those of
// two resources are written in the order in which they came to the writer, and an event that
// lost the race by some microseconds has the time of the one before it.
package record
