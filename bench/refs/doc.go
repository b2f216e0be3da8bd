// Package refs measures two commits of a repository against each other on one machine: it checks both out
// beside each other, builds both, and measures the same small matrix with both programs, round by round in
// turn, each cell in a process of its own. The side that goes first changes from round to round, so that the
// machine's drift meets both alike, and the base is measured a second time in each round: how far it is
// from itself is the noise.
//
// Programs of other commits may know fewer stores and fewer flags. Both are asked, and what only one knows is
// left out of both.
package refs
