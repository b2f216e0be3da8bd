// Package flame draws pprof profiles for people: flame graphs as static SVG, differences of two
// profiles, and the flame graph page of pprof itself as one file.
//
//   - [SVG] draws one profile, [Diff] two. A drawing has no script, no style sheet and no link, so that it
//     may stand alone, inside a page with a strict content security policy, or in both at once.
//     What a pointer over a frame shows is its title element, which a screen reader finds, too.
//   - [Page] writes the page of github.com/google/pprof with its own script: frames can be searched for and
//     looked into. No server runs, and the page forbids itself to load anything.
//   - [Top] is the text form: the functions that took most.
//
// Names in a profile are text from elsewhere: every writer escapes them, and shows what cannot be printed
// as a replacement character.
//
// # Stages
//
// A pipeline's goroutines carry the label stage in CPU profiles of profiled runs, but a goroutine does not
// change its label when it goes from the queue into the store, and other kinds of profile have no
// labels at all. [StageOf] therefore looks at the frames first, and [LabelStages] writes what it finds
// back as a label, so that go tool pprof -tagroot=stage works with every kind.
//
// Everything here is deterministic: the same profile gives the same bytes. Functions may be called from
// several goroutines with different profiles. The form of the graph is that of Brendan Gregg, "The Flame
// Graph" (Communications of the ACM 59(6), 2016), with the root on top; differences are coloured as in his
// differential flame graphs, but as wide as the mean of both sides, so that what has gone is still seen.
package flame
