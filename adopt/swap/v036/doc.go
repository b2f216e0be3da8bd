// Package v036 tests the stores, the indexer and package swap with client-go v0.36, to
// which the go.mod beside it pins them. It has no code of its own.
//
// Of this module the rooms stores, indexer and adopt/swap are supported with client-go
// v0.36. Whether the others work with it is not tested: they are made for v0.37.
package v036
