package reflector

import "sync"

// versions holds the resource version that the next request starts from. A
// version is an opaque word: it is stored and sent back, never compared.
type versions struct {
	// mu guards last, which the machine writes and anyone may read. It is
	// written after the store took what the version stands for, so that a
	// version seen here is never ahead of the store.
	mu   sync.Mutex
	last string

	// lost is set while the server cannot serve last, because it expired or
	// lies in the server's future. Only the machine touches it.
	lost bool
}

func (v *versions) published() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.last
}

func (v *versions) publish(version string) {
	v.mu.Lock()
	v.last = version
	v.mu.Unlock()
}

// forList is the version that a plain list asks for. "0" lets the server answer
// from its watch cache however old; a known version keeps a lagging server from
// taking us back in time (kubernetes/kubernetes#83520); "" asks for the newest.
func (v *versions) forList() string {
	switch last := v.published(); {
	case v.lost:
		return ""
	case last == "":
		return "0"
	default:
		return last
	}
}

// forStream is the version that a streaming list asks for; there is no "0"
// here, as a stream from "" is served from the watch cache too.
func (v *versions) forStream() string {
	if v.lost {
		return ""
	}
	return v.published()
}
