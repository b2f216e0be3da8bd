// Package rounds runs the measurements of a suite one after the other, in rounds that visit all of them
// before the next begins, so that the machine's drift meets all alike. It shows how much time is
// left, and keeps what was finished when the run ends early.
//
// What a measurement is, the suite says: storebench starts a process for each, informerbench measures
// most of its own in one process. Each yields Go benchmark text, which [Header] begins and [Line] makes.
package rounds
