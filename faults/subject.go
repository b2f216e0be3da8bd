package faults

import (
	"math/rand/v2"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores/catalog"
)

// Subject is what lives through a plan: how to make an informer, which has not started
// yet, of the ConfigMaps behind a client.
type Subject struct {
	Name string
	New  func(p Plan, c rest.Interface) (cache.SharedIndexInformer, error)
}

// Ours is this repository's informer, with the parts that the plan's setup names.
func Ours() Subject {
	return Subject{Name: "ours", New: func(p Plan, c rest.Interface) (cache.SharedIndexInformer, error) {
		lw, err := newSource(p.Setup, c, false)
		if err != nil {
			return nil, err
		}
		return newOurs(p, lw)
	}}
}

// OursOver is Ours with the source changed, and options added, by a test.
func OursOver(name string, change func(cache.ListerWatcher) cache.ListerWatcher, o ...informer.Option) Subject {
	return Subject{Name: name, New: func(p Plan, c rest.Interface) (cache.SharedIndexInformer, error) {
		lw, err := newSource(p.Setup, c, false)
		if err != nil {
			return nil, err
		}
		return newOurs(p, change(lw), o...)
	}}
}

// ClientGo is client-go's informer, the peer: of the setup it takes the way of listing,
// the encoding and the period of resyncs.
func ClientGo() Subject {
	return Subject{Name: "client-go", New: func(p Plan, c rest.Interface) (cache.SharedIndexInformer, error) {
		lw, err := newSource(p.Setup, c, true)
		if err != nil {
			return nil, err
		}
		if p.Setup.List == reflector.ListPaged {
			lw = plainLists{lw}
		}
		return cache.NewSharedIndexInformer(lw, &corev1.ConfigMap{}, p.Setup.Resync, indexers()), nil
	}}
}

// plainLists tells client-go's reflector, whose choice is else one of the process, not to
// ask for streaming lists.
type plainLists struct{ cache.ListerWatcher }

func (plainLists) IsWatchListSemanticsUnSupported() bool { return true }

func newOurs(p Plan, lw cache.ListerWatcher, more ...informer.Option) (cache.SharedIndexInformer, error) {
	variant, err := catalog.Lookup(p.Setup.Store)
	if err != nil {
		return nil, err
	}
	queues := map[string]informer.QueueFunc{"inorder": informer.InOrder, "deltafifo": informer.DeltaFIFO, "direct": informer.Direct}
	queue, ok := queues[p.Setup.Queue]
	if !ok {
		return nil, badSetup("queue", p.Setup.Queue, "inorder", "deltafifo", "direct")
	}
	o := []informer.Option{
		informer.WithStore(variant.New), informer.WithQueue(queue), informer.WithListMode(p.Setup.List),
		informer.WithPageSize(p.Setup.PageSize), informer.WithLogger(klog.Logger{}),
		// Jitter from the seed, or the same plan would not be the same run.
		informer.WithRand(rand.New(rand.NewPCG(p.Seed, 0x717e12)).Float64),
	}
	return informer.NewSharedIndexInformer(lw, &corev1.ConfigMap{}, p.Setup.Resync, indexers(), append(o, more...)...), nil
}

// setupError says what a plan's setup may name.
type setupError struct {
	what, name string
	allowed    []string
}

func (e setupError) Error() string {
	return "unknown " + e.what + " \"" + e.name + "\" in the plan's setup: want one of " + strings.Join(e.allowed, ", ")
}

func badSetup(what, name string, allowed ...string) error { return setupError{what, name, allowed} }
