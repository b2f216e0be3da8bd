package informer_test

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// script is a source of Pods that a test drives step by step. It keeps its whole log,
// so that every watch replays what follows its version.
type script struct {
	mu        sync.Mutex
	version   int
	compacted int // watches from below answer 410
	pods      map[string]*corev1.Pod
	log       []logged
	changed   chan struct{} // closed and renewed at each change
	cut       chan struct{} // closed and renewed to end all watches
	lists     int
	fail      error // what list and watch answer instead
	buffer    int   // of the channel of a watch
}

var _ cache.ListerWatcher = (*script)(nil)

func newScript() *script {
	return &script{pods: map[string]*corev1.Pod{}, changed: make(chan struct{}), cut: make(chan struct{})}
}

// withPods is a script that begins with n Pods.
func withPods(n int) *script {
	s := newScript()
	for i := range n {
		s.put(podName(i))
	}
	return s
}

func podName(i int) string { return fmt.Sprintf("pod-%d", i) }
func podKey(i int) string  { return "ns/" + podName(i) }

// put creates the Pod or gives it its next version; mutate may change it further.
func (s *script) put(name string, mutate ...func(*corev1.Pod)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	edit{s}.put(name, mutate...)
}

func (s *script) delete(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	edit{s}.delete(name)
}

func (s *script) deleteIfPresent(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, present := s.pods[name]
	if present {
		edit{s}.delete(name)
	}
	return present
}

func (s *script) lastVersion() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// edit changes a script whose lock is held.
type edit struct{ s *script }

func (e edit) put(name string, mutate ...func(*corev1.Pod)) {
	event, p := watch.Modified, e.s.pods[name].DeepCopy()
	if p == nil {
		event = watch.Added
		p = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name}}
		p.UID = types.UID("uid-" + strconv.Itoa(e.s.version+1))
	}
	for _, f := range mutate {
		f(p)
	}
	e.record(event, p)
	e.s.pods[name] = p
}

func (e edit) delete(name string) {
	p := e.s.pods[name].DeepCopy()
	delete(e.s.pods, name)
	e.record(watch.Deleted, p)
}

func (e edit) record(t watch.EventType, p *corev1.Pod) {
	e.s.version++
	p.ResourceVersion = strconv.Itoa(e.s.version)
	e.s.log = append(e.s.log, logged{e.s.version, watch.Event{Type: t, Object: p}})
	close(e.s.changed)
	e.s.changed = make(chan struct{})
}

// cutWatches ends all watches; they may go on from where they were.
func (s *script) cutWatches() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.cut)
	s.cut = make(chan struct{})
}

// silently makes changes that no watch ever delivers: a relist must find them.
func (s *script) silently(change func(edit)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.cut)
	s.cut = make(chan struct{})
	change(edit{s})
	s.version++
	s.compacted = s.version
}

func (s *script) failWith(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

func (s *script) listCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists
}

func (s *script) List(metav1.ListOptions) (runtime.Object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists++
	if s.fail != nil {
		return nil, s.fail
	}
	list := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.version)}}
	for _, p := range s.sorted() {
		list.Items = append(list.Items, *p)
	}
	return list, nil
}

// sorted has the Pods in the order of their names, the same for every informer.
func (s *script) sorted() []*corev1.Pod {
	pods := make([]*corev1.Pod, 0, len(s.pods))
	for _, p := range s.pods {
		pods = append(pods, p)
	}
	slices.SortFunc(pods, func(a, b *corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods
}

func (s *script) Watch(o metav1.ListOptions) (watch.Interface, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return nil, s.fail
	}
	w := &scriptWatch{script: s, events: make(chan watch.Event, s.buffer), stopped: make(chan struct{}), cut: s.cut}
	if o.SendInitialEvents != nil && *o.SendInitialEvents {
		s.lists++
		w.initial = s.initialEvents()
		w.from = s.version
	} else {
		w.from, _ = strconv.Atoi(o.ResourceVersion)
		if w.from < s.compacted {
			return nil, apierrors.NewResourceExpired("too old")
		}
	}
	go w.run()
	return w, nil
}

func (s *script) initialEvents() []watch.Event {
	var events []watch.Event
	for _, p := range s.sorted() {
		events = append(events, watch.Event{Type: watch.Added, Object: p.DeepCopy()}) // as a server decodes it
	}
	end := &corev1.Pod{}
	end.ResourceVersion = strconv.Itoa(s.version)
	end.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	return append(events, watch.Event{Type: watch.Bookmark, Object: end})
}

type scriptWatch struct {
	script  *script
	initial []watch.Event
	from    int
	events  chan watch.Event
	stopped chan struct{}
	cut     chan struct{}
	once    sync.Once
}

func (w *scriptWatch) ResultChan() <-chan watch.Event { return w.events }
func (w *scriptWatch) Stop()                          { w.once.Do(func() { close(w.stopped) }) }

func (w *scriptWatch) run() {
	defer close(w.events)
	if !w.send(w.initial) {
		return
	}
	for {
		news, changed := w.script.since(w.from)
		for _, l := range news {
			if !w.send([]watch.Event{l.event}) {
				return
			}
			w.from = l.version
		}
		select {
		case <-changed:
		case <-w.cut:
			return
		case <-w.stopped:
			return
		}
	}
}

func (w *scriptWatch) send(events []watch.Event) bool {
	for _, e := range events {
		select {
		case <-w.cut: // first: what is cut delivers nothing more
			return false
		default:
		}
		select {
		case w.events <- e:
		case <-w.cut:
			return false
		case <-w.stopped:
			return false
		}
	}
	return true
}

// since returns the events after a version, and what is closed when there are more.
func (s *script) since(version int) ([]logged, chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := sort.Search(len(s.log), func(i int) bool { return s.log[i].version > version })
	return slices.Clone(s.log[i:]), s.changed
}

type logged struct {
	version int
	event   watch.Event
}
