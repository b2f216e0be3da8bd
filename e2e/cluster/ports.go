package cluster

import "net"

const loopback = "127.0.0.1"

// freeAddresses are addresses on loopback that nobody listened on a moment ago, all different. Another
// process may take one before it is used; then what is started there ends, and is tried again elsewhere.
func freeAddresses(n int) ([]string, error) {
	var addresses []string
	for range n {
		l, err := net.Listen("tcp", net.JoinHostPort(loopback, "0"))
		if err != nil {
			return nil, err
		}
		defer l.Close() // not before all are found, so that they differ
		addresses = append(addresses, l.Addr().String())
	}
	return addresses, nil
}
