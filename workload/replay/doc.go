// Package replay turns a recorded trace into objects and events that a source can play.
//
// [Open] goes through the whole file once. It keeps the listed objects, which are the
// population, and of each event only its time, 8 bytes; [Trace.Events] goes through the
// file again and gives the events in batches. So a trace may be larger than the memory: what must fit is
// its population, a key of about 120 bytes for each object, and one batch.
//
// # What is changed
//
// A recording need not be legal: it may begin in the middle of a list, repeat what it
// said, or delete what it never showed. Each record is judged against what is alive:
//
//   - a change of an object that is not there adds it; an add of one that is there changes it
//   - a delete of an object that is not there, an object that was listed or sent twice in one version, and
//     what is no object of its kind are left out
//
// [Repairs] counts these, and every run shows them. Nothing is ever repeated to make a trace longer.
//
// The time in which no resource was watched, because the server was away, is taken out of the schedule ([Trace.LeftOut]):
// played, it would be a calm that nobody saw. What was held back by it comes where it began. Where only some of the
// resources were not watched, the others go on, and [Trace.Missing] says so.
//
// Resource versions are given anew, one after the other over all resources: first to
// the population, then to the events. They tell the events of a measurement apart, and those of a
// cluster have gaps. Names, UIDs and everything else stay as recorded.
package replay
