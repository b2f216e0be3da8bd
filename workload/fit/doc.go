// Package fit describes a trace in numbers: how many objects there are and how they spread over
// namespaces and index values, how fast and how unevenly they change, and how large they are. From these
// it makes settings for the generator, so that something like the recorded cluster can be had at any size.
//
// [Read] goes through a trace once and decodes one record at a time. It keeps no object, but for each key
// ever seen about 100 bytes, and while the object is there 8 more for each of its index values, which
// it knows by their hashes only; for each second recorded 4 bytes; and histograms of fixed size. A
// million Pods with five labels each take about 200 MB.
//
// # How a skew is estimated
//
// The exponent of a Zipf distribution over n values is the one under which two samples agree as often as
// they did: the chance of that is the sum of the squared shares, and f(f-1)/(F(F-1)) summed over the
// values' counts f estimates it without bias (E. H. Simpson, "Measurement of diversity", Nature 163, 1949).
// A fit of the ranked counts would take the unevenness of chance for skew, most of all where
// there is none. What is sampled are applications for namespaces (objects of one owner
// stay together), and updates for objects. The first update of an object that was added is left out, since it is
// no choice but the object's start.
//
// How well a Zipf distribution fits is the largest distance between the two cumulative shares by rank: 0
// is perfect, and above 0.2 the exponent describes little.
//
// # Gaps
//
// While the server could not be reached, or a resource was listed again, there is no calm: nothing is known. The seconds of
// such a gap, and the one after it in which comes what was held back, are in no rate, unless no other second is left:
// then there is a mean over all time. Of two updates of an object with
// a gap between them the time between is not taken.
//
// # What the settings do not resemble
//
// The generator makes Pods churn and Leases beat. Other resources lend their numbers to Pods. It has one steady
// rate: bursts, what happens to several objects at a time, and the times between two updates of one object are
// described here, but not generated. Replay the trace for those.
package fit
