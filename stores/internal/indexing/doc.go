// Package indexing holds what every store variant needs around index functions:
// an ordered set of them, their values for one object, and the difference
// between the values of an old and a new object.
//
// The rule it serves: a variant computes all index values of a write before it
// changes anything. Then a failing index function cannot leave an object stored
// but not indexed (kubernetes/kubernetes#43605).
package indexing
