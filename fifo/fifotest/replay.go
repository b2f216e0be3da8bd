package fifotest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"k8s.io/client-go/tools/cache"
)

// Replay interprets script as the life of a server with four objects, of the
// watch and the lists that tell the queue of it, and of a consumer, one byte an
// operation. At the end it lists once more and pops everything. It returns an
// error unless the store then holds the server's objects and the handler saw a
// legal history of each: add, updates, delete; nothing old after something newer.
//
// The watch may break: until the next list, changes of the server are hidden. It
// never tells of an object out of order, as a server does not.
func Replay(newQueue NewQueue, script []byte) error {
	p := newPlayer(newQueue)
	for i, b := range script {
		if err := p.play(operation(b&0x0f), strconv.Itoa(int(b>>4)&3)); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	if err := errors.Join(p.list(), p.rig.drain()); err != nil {
		return fmt.Errorf("%w; the handler saw %q", err, p.rig.seen.texts())
	}
	return p.compare()
}

// Histories plays the writes of script without popping, then pops everything,
// one by one or in batches, and returns what the handler saw of each key. Both
// ways must give the same.
func Histories(newQueue NewQueue, script []byte, batch bool) (map[string][]string, error) {
	p := newPlayer(newQueue)
	p.rig.batch = batch
	for _, b := range script {
		if op := operation(b & 0x0f); op < popSingle {
			if err := p.play(op, strconv.Itoa(int(b>>4)&3)); err != nil {
				return nil, err
			}
		}
	}
	if err := p.rig.drain(); err != nil {
		return nil, err
	}
	return p.rig.seen.byKey(), nil
}

// operation is the low half of a byte of a script. The high half names the key.
type operation byte

const (
	put operation = iota // repeated, for more puts than deletes
	putAgain
	putOnceMore
	remove
	removeByTombstone
	list
	resync
	bookmark
	breakWatch
	// From here on the consumer acts.
	popSingle
	popSingleAgain
	popBatch
	popBatchAgain
	refuseSingle
	refuseBatch
)

// player is a server and a watch in front of a rig.
type player struct {
	rig     *rig
	objects map[string]*object
	version int
	broken  bool
}

func newPlayer(newQueue NewQueue) *player {
	p := &player{rig: newRig(suite{newQueue: newQueue}), objects: map[string]*object{}}
	p.rig.Close() // so that a pop of an empty queue returns at once
	return p
}

func (p *player) play(op operation, key string) error {
	switch op {
	case put, putAgain, putOnceMore:
		return p.put(key)
	case remove, removeByTombstone:
		return p.remove(key, op == removeByTombstone)
	case list:
		return p.list()
	case resync:
		return p.rig.Resync()
	case bookmark:
		return p.bookmark()
	case breakWatch:
		p.broken = true
	case popSingle, popSingleAgain, popBatch, popBatchAgain:
		p.rig.batch = op >= popBatch
		return notClosed(p.rig.pop())
	case refuseSingle, refuseBatch:
		p.rig.batch = op == refuseBatch
		return notClosed(p.rig.refuse(nil))
	}
	return nil
}

func notClosed(err error) error {
	if errors.Is(err, cache.ErrFIFOClosed) {
		return nil
	}
	return err
}

func (p *player) put(key string) error {
	p.version++
	obj := newObject(key, p.version)
	_, exists := p.objects[key]
	p.objects[key] = obj
	switch {
	case p.broken:
		return nil
	case exists:
		return p.rig.Update(obj)
	}
	return p.rig.Add(obj)
}

func (p *player) remove(key string, tombstone bool) error {
	obj, exists := p.objects[key]
	if !exists {
		return nil
	}
	delete(p.objects, key)
	p.version++
	switch {
	case p.broken:
		return nil
	case tombstone:
		return p.rig.Delete(cache.DeletedFinalStateUnknown{Key: key, Obj: obj})
	}
	return p.rig.Delete(newObject(key, p.version))
}

// list mends the watch.
func (p *player) list() error {
	p.broken = false
	var objects []any
	for _, key := range slices.Sorted(maps.Keys(p.objects)) {
		objects = append(objects, p.objects[key])
	}
	return p.rig.Replace(objects, strconv.Itoa(p.version))
}

func (p *player) bookmark() error {
	if q, ok := p.rig.QueueWithBatch.(cache.ReflectorBookmarkStore); ok && !p.broken {
		return q.Bookmark(strconv.Itoa(p.version))
	}
	return nil
}

func (p *player) compare() error {
	if got, want := len(p.rig.state.ListKeys()), len(p.objects); got != want {
		return fmt.Errorf("the store holds %d objects, the server %d", got, want)
	}
	for key, want := range p.objects {
		if got, _, _ := p.rig.state.GetByKey(key); got != any(want) {
			return fmt.Errorf("the store holds %s, the server %s", show(got), show(want))
		}
	}
	if !p.rig.HasSynced() {
		return errors.New("not synced")
	}
	return nil
}
