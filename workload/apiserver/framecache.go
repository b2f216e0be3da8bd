package apiserver

import (
	"bytes"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// cachedFrames bounds the frames kept. Watchers of one resource run close together;
// one that lags further behind encodes for itself.
const cachedFrames = 1024

// frameCache lets the watchers of one resource in one encoding share the bytes of
// an event. With a single watcher it does nothing.
type frameCache struct {
	mu       sync.Mutex // guards all fields; encoding happens outside
	watchers map[audience]int
	frames   map[frameKey][]byte
	ring     [cachedFrames]frameKey // in order of arrival; the oldest makes room
	next     int
}

type audience struct {
	resource workload.Resource
	protobuf bool
}

// frameKey identifies an event by its object: objects are immutable and each event
// of an object has one of its own.
type frameKey struct {
	kind     watch.EventType
	object   runtime.Object
	protobuf bool
}

func newFrameCache() *frameCache {
	return &frameCache{watchers: map[audience]int{}, frames: map[frameKey][]byte{}}
}

func (f *framer) audience() audience { return audience{f.resource, f.encoder.form.protobuf} }

// join counts a watcher in and returns what counts it out again.
func (c *frameCache) join(f *framer) (leave func()) {
	c.count(f.audience(), 1)
	return func() { c.count(f.audience(), -1) }
}

func (c *frameCache) count(a audience, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watchers[a] += by
	if by < 0 && c.watchers[a] <= 1 {
		// Whatever is kept keeps objects alive that nobody may ask for again.
		clear(c.frames)
		clear(c.ring[:])
	}
}

// frame returns the bytes of an event, valid until the framer's next. Two watchers
// that come to an event at the same time both encode it: waiting for one another
// would cost more.
func (c *frameCache) frame(f *framer, event *watch.Event) ([]byte, error) {
	key := frameKey{event.Type, event.Object, f.encoder.form.protobuf}
	cached, shared := c.lookup(f, key)
	if cached != nil {
		return cached, nil
	}
	frame, err := f.encode(event)
	if err == nil && shared {
		c.add(key, bytes.Clone(frame))
	}
	return frame, err
}

func (c *frameCache) lookup(f *framer, key frameKey) (frame []byte, shared bool) {
	if f.encoder.form.shape != whole || key.kind == watch.Bookmark || key.kind == watch.Error {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.frames[key], c.watchers[f.audience()] > 1
}

func (c *frameCache) add(key frameKey, frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.frames[key] != nil {
		return
	}
	delete(c.frames, c.ring[c.next])
	c.frames[key], c.ring[c.next] = frame, key
	c.next = (c.next + 1) % cachedFrames
}
