// Package loopback is what suites have in common whose informers get their pods over loopback HTTP, from a server that is
// a process of its own and has encoded everything beforehand: the client and what it was seen to ask for, the orders that
// drive the server, the server's answers, and the handler that adds up what an informer told it.
package loopback
