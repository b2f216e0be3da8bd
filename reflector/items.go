package reflector

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// handover is a run of items on its way from the goroutine of the request to that
// of Run. Everything that is done with items is done there, so that a request that was
// given up touches nothing: it waits with its next run, and its context has ended.
type handover struct {
	items []runtime.Object
	taken chan<- error // has room, so that Run never waits here
}

// pass takes the run and lets the request go on, also when take panics: the slice
// is the request's again.
func (h handover) pass(take func([]runtime.Object) error) {
	err := errNoReturn
	defer func() { h.taken <- err }()
	err = take(h.items)
}

// fetchItems is fetch for a source that hands over items as they arrive. Each is kept,
// dropped or transformed at once, so that no page is ever held whole.
func (m *machine) fetchItems(ctx context.Context, options metav1.ListOptions, got *listed) (next string, err error) {
	about, err := m.listItems(ctx, options, got.add)
	m.reportWrong(ctx, &got.wrong)
	if err != nil {
		return "", err
	}
	if got.pages == 0 {
		got.version = about.ResourceVersion
	}
	got.pages++
	return about.Continue, nil
}

// listItems sends one list request to a source that hands over items as they
// arrive, and returns the list's metadata, which come last. Take is called on this
// goroutine, in order. What was taken before an error counts for nothing.
func (m *machine) listItems(ctx context.Context, options metav1.ListOptions, take func([]runtime.Object) error) (metav1.ListMeta, error) {
	m.stats.pages.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a panic of take leaves through here, and must not leave the request behind
	runs := make(chan handover)
	taken := make(chan error, 1)
	visit := func(items []runtime.Object) error {
		select {
		case runs <- handover{items, taken}:
			// Not for ctx here: the slice may be used again as soon as this returns.
			return <-taken
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	t := terms{cancel: cancel, limit: m.o.ListTimeout, runs: runs, take: take}
	return await(ctx, m, t, func() (metav1.ListMeta, error) {
		return m.items.ListItems(ctx, options, visit)
	}, func(metav1.ListMeta) {})
}
