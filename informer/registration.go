package informer

import (
	"fmt"
	"sync"
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
)

var _ cache.ResourceEventHandlerRegistration = (*listener)(nil)

// HasSynced reports whether the informer has synced and every call for its initial
// list has returned.
func (l *listener) HasSynced() bool { return cache.IsDone(l.initial) }

// HasSyncedChecker is done when HasSynced is true.
func (l *listener) HasSyncedChecker() cache.DoneChecker { return l.initial }

// ShutdownChan is closed when the handler was removed or the informer stopped, and
// its last call has returned. [cache.ShutDownEventHandler] finds it by its name.
func (l *listener) ShutdownChan() <-chan struct{} { return l.done }

// initialList tells when a handler has seen the initial list: the source has synced
// and no initial add is outstanding.
type initialList struct {
	source  string
	handler cache.ResourceEventHandler
	pending atomic.Int64
	synced  atomic.Bool // the source has synced
	once    sync.Once
	done    chan struct{}
}

var _ cache.DoneChecker = (*initialList)(nil)

func newInitialList(source string, h cache.ResourceEventHandler) *initialList {
	return &initialList{source: source, handler: h, done: make(chan struct{})}
}

// Name is made when it is asked for: most handlers never are.
func (i *initialList) Name() string {
	return fmt.Sprintf("%s + event handler %s", i.source, handlerName(i.handler))
}

func (i *initialList) Done() <-chan struct{} { return i.done }

// start announces n initial adds. It must come before they can be delivered, and
// before the sourceSynced that covers them.
func (i *initialList) start(n int) { i.pending.Add(int64(n)) }

// finish and sourceSynced each write their own variable before they read the
// other's. Whichever comes last therefore sees both conditions; with the reads first,
// both could miss them and the list would never be done.

func (i *initialList) finish() {
	if i.pending.Add(-1) == 0 && i.synced.Load() {
		i.complete()
	}
}

func (i *initialList) sourceSynced() {
	i.synced.Store(true)
	if i.pending.Load() == 0 {
		i.complete()
	}
}

func (i *initialList) complete() { i.once.Do(func() { close(i.done) }) }
