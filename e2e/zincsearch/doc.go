// Package zincsearch proves the event exporter of the examples on a real search server: ZincSearch, built from the Go
// module proxy and run on loopback in a process of its own. It is a module of its own, because ZincSearch's
// dependencies are nobody else's.
package zincsearch
