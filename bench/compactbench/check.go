package compactbench

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
	"informerbench/bench/rounds"
)

// check reads the server's state with client-go's client, and compares it with the store object by object.
func (l *life) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.process.Patience)
	defer cancel()
	n := l.outlook.First
	if l.churned {
		n = l.outlook.Last
	}
	c := &comparison{store: l.indexer(), kept: l.subject.Kept, every: max(n/wholeObjects, 1)}
	if err := eachPod(ctx, l.process.URL, c.compare); err != nil {
		return fmt.Errorf("comparing the store with the server: %w", err)
	}
	if c.seen != n {
		return fmt.Errorf("the server has sent %d pods and said there were %d", c.seen, n)
	}
	return c.checkNoOthers()
}

// eachPod visits all pods of the server's present state, each as client-go decodes it.
func eachPod(ctx context.Context, url string, visit func(*corev1.Pod) error) error {
	own, err := loopback.Dial(url, accept)
	if err != nil {
		return err
	}
	defer own.Close()
	client, err := kubernetes.NewForConfigAndClient(own.Config, own.HTTP)
	if err != nil {
		return err
	}
	stream := true
	w, err := client.CoreV1().Pods(metav1.NamespaceAll).Watch(ctx, metav1.ListOptions{
		SendInitialEvents: &stream, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan, AllowWatchBookmarks: true,
	})
	if err != nil {
		return err
	}
	defer w.Stop()
	for event := range w.ResultChan() {
		if event.Type == watch.Bookmark {
			return nil
		}
		pod, ok := event.Object.(*corev1.Pod)
		if !ok || event.Type == watch.Error {
			return fmt.Errorf("the server sent %s and a %T", event.Type, event.Object)
		}
		if err := visit(pod); err != nil {
			return err
		}
	}
	return errors.Join(ctx.Err(), errors.New("the server's state was cut off"))
}

// comparison is of a store and a server.
type comparison struct {
	store cache.Indexer
	kept  Kept
	every int // of how many objects one is compared as a whole
	seen  int
}

// compare takes an object of the server and looks for its like in the store.
func (c *comparison) compare(want *corev1.Pod) error {
	key := keyOf(want)
	item, exists, err := c.store.GetByKey(key)
	if err != nil || !exists {
		return fmt.Errorf("%s is not in the store (%v)", key, err)
	}
	have, ok := item.(*corev1.Pod)
	if !ok {
		return fmt.Errorf("under %s the store has a %T", key, item)
	}
	c.kept.expected(want)
	different, err := difference(have, want, c.seen%c.every == 0)
	if err != nil {
		return err
	}
	if different != "" {
		return fmt.Errorf("the store has another %s than the server: they differ in %s", key, different)
	}
	c.seen++
	return nil
}

// checkNoOthers demands that store and index have as many as were compared.
func (c *comparison) checkNoOthers() error {
	if keys := len(c.store.ListKeys()); keys != c.seen {
		return fmt.Errorf("the store has %d pods, the server %d", keys, c.seen)
	}
	indexed, err := rounds.Indexed(c.store, cache.NamespaceIndex)
	if err != nil {
		return err
	}
	if indexed != c.seen {
		return fmt.Errorf("the namespace index has %d pods, the store %d", indexed, c.seen)
	}
	return nil
}

// checkTold demands that the handler was told of everything, and that the state was got once, as a stream. The informer must
// have ended.
func (l *life) checkTold() error {
	phases := []string{"of the first state", "of the events"}
	if !l.churned {
		phases = phases[:1]
	}
	if lists, streams := l.client.Tap.Asked(); lists != 0 || streams != 1 {
		return fmt.Errorf("the informer sent %d lists and %d streaming lists, want 0 and 1", lists, streams)
	}
	return l.tally.Check(phases...)
}
