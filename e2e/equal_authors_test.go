package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// livesPerKind is how many objects of each kind are written. Every fourth is as in the file, which the server must accept
// in every step; in the others some things are changed at random, which it may refuse.
const livesPerKind = 16

// author writes the objects of one kind.
type author struct {
	kind      richKind
	client    dynamic.ResourceInterface
	namespace string
	rich      *unstructured.Unstructured // is not changed
	// What was changed at random, and how much of it the server accepted.
	tried, accepted atomic.Int64
}

// life is one object. Its dice belong to it, so that it is the same whatever others do meanwhile.
type life struct {
	number int
	name   string
	dice   dice
	plain  bool // nothing is changed at random
}

// written are the authors and the lives: the first of each kind, then the second of each.
type written struct {
	authors []*author
	lives   []*life
}

func newAuthors(t *testing.T, config *rest.Config, namespace string, seed uint64) *written {
	t.Helper()
	w := &written{}
	for _, k := range richKinds() {
		client := k.writes(t, config, k.in(namespace))
		w.authors = append(w.authors, &author{kind: k, client: client, namespace: namespace, rich: k.rich(t)})
	}
	for i := range len(w.authors) * livesPerKind {
		n := i / len(w.authors)
		w.lives = append(w.lives, &life{
			number: n, name: fmt.Sprintf("%s-%02d", namespace, n), plain: n%4 == 0,
			dice: dice{rand.New(rand.NewPCG(seed, uint64(i)))},
		})
	}
	return w
}

// firstHalf is what informers find when they come.
func (w *written) firstHalf(ctx context.Context) error {
	return inParallel(ctx, len(w.lives)/2, w.begin)
}

// secondHalf is what they follow.
func (w *written) secondHalf(ctx context.Context) error {
	half := len(w.lives) / 2
	return errors.Join(
		inParallel(ctx, len(w.lives)-half, func(ctx context.Context, i int) error { return w.begin(ctx, half+i) }),
		inParallel(ctx, len(w.lives), w.goOn),
	)
}

func (w *written) begin(ctx context.Context, i int) error {
	a, l := w.authors[i%len(w.authors)], w.lives[i]
	return named(a, l, a.create(ctx, l), a.apply(ctx, l, "applier"))
}

func (w *written) goOn(ctx context.Context, i int) error {
	a, l := w.authors[i%len(w.authors)], w.lives[i]
	return named(a, l, a.setStatus(ctx, l), a.apply(ctx, l, "another-applier"), a.patch(ctx, l), a.edit(ctx, l), a.end(ctx, l))
}

func named(a *author, l *life, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%s %s: %w", a.kind.gvk.Kind, l.name, err)
	}
	return nil
}

// summarize tells how much was random, and demands that there was some of each kind.
func (w *written) summarize(t *testing.T) {
	t.Helper()
	for _, a := range w.authors {
		fmt.Printf("%s: %d of %d changes at random were accepted\n", a.kind.gvk.Kind, a.accepted.Load(), a.tried.Load())
		if a.accepted.Load() < livesPerKind/2 {
			t.Errorf("the server accepted only %d objects of kind %s that were changed at random", a.accepted.Load(), a.kind.gvk.Kind)
		}
	}
}

// attempt sends what was changed at random, and says whether the server accepted it. A refusal is no error.
func (a *author) attempt(request func() error) (bool, error) {
	a.tried.Add(1)
	err := request()
	if err == nil {
		a.accepted.Add(1)
	}
	return err == nil, notRefusal(err)
}

// step is one that an object which was changed at random may make impossible.
func (l *life) step(err error) error {
	if l.plain {
		return err
	}
	return notRefusal(err)
}

// notRefusal is nil if the server did not like what it was asked to do.
func notRefusal(err error) error {
	var status apierrors.APIStatus
	if !errors.As(err, &status) || apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err) || apierrors.IsTooManyRequests(err) {
		return err
	}
	switch status.Status().Code {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusRequestEntityTooLarge:
		return nil
	}
	return err
}
