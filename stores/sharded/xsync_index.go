package sharded

import (
	"sync"

	"github.com/puzpuzpuz/xsync/v3"
)

// xsyncIndex is one index: value → keys. A value without keys is not in it
// (kubernetes/kubernetes#84959).
type xsyncIndex struct{ *xsync.MapOf[string, keys] }

// keys are the keys under one value: one, which is the usual case in indexes such
// as a pod's IP, or a set.
type keys struct {
	one  string
	many *keySet // nil when there is one
}

// keySet is changed only within Compute of its value. A set that goes down to one
// key is left as it is, for the sake of readers who still hold it.
type keySet struct {
	mu sync.RWMutex // guards m
	m  map[string]struct{}
}

// join and leave run inside Compute, which holds the lock of the value's bucket:
// without that, one writer could drop a set as empty while another one adds a key
// to it, and that key would be lost. The functions given to Compute must not panic,
// which would leave the bucket locked, so they call no index function; and they
// take only locks of a lower kind (key stripe, then bucket, then set).
func (x *xsyncIndex) join(value, key string) {
	x.Compute(value, func(old keys, exists bool) (keys, bool) {
		switch {
		case !exists:
			return keys{one: key}, false
		case old.many == nil:
			return keys{many: &keySet{m: map[string]struct{}{old.one: {}, key: {}}}}, false
		}
		old.many.mu.Lock()
		old.many.m[key] = struct{}{}
		old.many.mu.Unlock()
		return old, false
	})
}

func (x *xsyncIndex) leave(value, key string) {
	x.Compute(value, func(old keys, exists bool) (keys, bool) {
		if !exists || old.many == nil {
			return keys{}, true
		}
		if len(old.many.m) == 2 { // reading needs no lock here: only this function writes
			for other := range old.many.m {
				if other != key {
					return keys{one: other}, false
				}
			}
		}
		old.many.mu.Lock()
		delete(old.many.m, key)
		old.many.mu.Unlock()
		return old, false
	})
}

// under returns a copy of the keys under a value, in no order. They may be out of
// date, but never lack a key that has been there since before the call.
func (x *xsyncIndex) under(value string) []string {
	found, exists := x.Load(value)
	switch {
	case !exists:
		return nil
	case found.many == nil:
		return []string{found.one}
	}
	found.many.mu.RLock()
	defer found.many.mu.RUnlock()
	list := make([]string, 0, len(found.many.m))
	for key := range found.many.m {
		list = append(list, key)
	}
	return list
}
