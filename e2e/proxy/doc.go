// Package proxy is a TCP proxy on loopback that breaks connections when told to. What passes it is not
// looked at, so TLS goes through as it is: a client that trusts 127.0.0.1 only needs another port.
//
//	p, err := proxy.Listen("127.0.0.1:6443")
//	defer p.Close()
//	... a client talks to p.Address() ...
//	p.Cut()                 // every connection is reset
//	p.CutAfter(1000)        // every connection is reset after that many more bytes from the server
//	p.Stall(time.Second)    // nothing passes for a second, nothing is lost
//	p.Silence()             // nothing passes on present connections ever again; new ones work
//	p.Refuse(time.Second)   // every connection is reset, and new ones are for a second
package proxy
