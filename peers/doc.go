// Package peers lists other people's stores, each behind client-go's interface, to be measured beside this
// repository's and client-go's own:
//
//	make bench-peers SCALE=100k STORE=memdb,statedb,mvcc COUNT=10
//
// Each is in a package of its own that says what it is, what it guarantees and what it lacks; what all of
// them need is in package adapter. The suite of stores/storetest proves what each claims.
package peers
