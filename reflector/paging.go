package reflector

import (
	"context"
	"errors"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// listed is a whole collection.
type listed struct {
	collector
	version string // of the first page; the server serves all pages from it
	exact   bool   // that version was asked for, and no newer one would have done
	pages   int
	paged   bool // the server sent a continue token on the way
}

var errSameToken = errors.New("the server answered a continue token with the same token")

// pages fetches page after page. A token that expires on the way is answered by
// the whole list in one piece, asked for as the first page was: its parts would
// come from different versions otherwise. Any other error, and one of the whole
// list, is the caller's.
func (m *machine) pages(ctx context.Context, first metav1.ListOptions) (listed, error) {
	got := listed{collector: m.newCollector()}
	whole := false // asked for once only: a server may page that list too
	for options := first; ; {
		next, err := m.fetch(ctx, options, &got)
		if apierrors.IsResourceExpired(err) && options.Continue != "" && !whole {
			whole, got = true, listed{collector: m.newCollector(), paged: true}
			options = first
			options.Limit = 0
			next, err = m.fetch(ctx, options, &got)
		}
		if err != nil {
			return listed{}, err
		}
		if next == "" {
			return got, nil
		}
		got.paged = true
		if next == options.Continue {
			return listed{}, errSameToken
		}
		// A token holds its version; naming one beside it is an error.
		options.Continue, options.ResourceVersion, options.ResourceVersionMatch = next, "", ""
	}
}

// fetch gets one page and returns the token of the next one.
func (m *machine) fetch(ctx context.Context, options metav1.ListOptions, got *listed) (next string, err error) {
	if m.items != nil {
		return m.fetchItems(ctx, options, got)
	}
	page, err := m.page(ctx, options)
	if err != nil {
		return "", err
	}
	return m.collect(ctx, got, page)
}

// page sends one list request.
func (m *machine) page(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	m.stats.pages.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return await(ctx, m, terms{cancel: cancel, limit: m.o.ListTimeout}, func() (runtime.Object, error) {
		return m.source.ListWithContext(ctx, options)
	}, func(runtime.Object) {})
}

// collect takes the items of a page and returns the token of the next one.
func (m *machine) collect(ctx context.Context, got *listed, page runtime.Object) (next string, err error) {
	if page == nil {
		return "", errors.New("unable to understand list result: nil")
	}
	about, err := meta.ListAccessor(page)
	if err != nil {
		return "", fmt.Errorf("unable to understand list result %T: %w", page, err)
	}
	if u, ok := page.(*unstructured.UnstructuredList); ok {
		if err := checkTable(u.GroupVersionKind()); err != nil {
			return "", err
		}
	}
	if got.pages == 0 {
		got.version = about.GetResourceVersion()
		// One allocation for what the server says it has, so that a long list
		// does not grow by copying.
		got.items = slices.Grow(got.items, expectedLen(page, about))
	}
	got.pages++
	err = got.takePage(page)
	m.reportWrong(ctx, &got.wrong)
	if err != nil {
		return "", err
	}
	return about.GetContinue(), nil
}

// expectedLen is the length of the whole list, as far as its first page tells.
// The server's count is an estimate, so it is not trusted beyond reason.
func expectedLen(page runtime.Object, about metav1.ListInterface) int {
	const mostAhead = 1 << 21
	n := meta.LenList(page)
	if ahead := about.GetRemainingItemCount(); ahead != nil && *ahead > 0 {
		n += int(min(*ahead, mostAhead))
	}
	return n
}
