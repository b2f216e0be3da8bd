package reflector

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// listed is a whole collection.
type listed struct {
	items   []any
	version string // of the first page; the server serves all pages from it
	pages   int
	paged   bool // the server sent a continue token on the way
}

var errSameToken = errors.New("the server answered a continue token with the same token")

// pages fetches page after page. A token that expires on the way is answered by
// the whole list in one piece, asked for as the first page was: its parts would
// come from different versions otherwise. Any other error, and one of the whole
// list, is the caller's.
func (m *machine) pages(ctx context.Context, first metav1.ListOptions) (listed, error) {
	var got listed
	whole := false // asked for once only: a server may page that list too
	for options := first; ; {
		page, err := m.page(ctx, options)
		if apierrors.IsResourceExpired(err) && options.Continue != "" && !whole {
			whole, got = true, listed{paged: true}
			options = first
			options.Limit = 0
			page, err = m.page(ctx, options)
		}
		if err != nil {
			return listed{}, err
		}
		next, err := m.collect(ctx, &got, page)
		if err != nil || next == "" {
			return got, err
		}
		got.paged = true
		if next == options.Continue {
			return listed{}, errSameToken
		}
		// A token holds its version; naming one beside it is an error.
		options.Continue, options.ResourceVersion, options.ResourceVersionMatch = next, "", ""
	}
}

// page sends one list request.
func (m *machine) page(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	m.stats.pages.Add(1)
	return await(ctx, m, func(ctx context.Context) (runtime.Object, error) {
		return m.source.ListWithContext(ctx, options)
	}, func(runtime.Object) {})
}

// collect appends a page and returns the token of the next one. Items of typed
// lists are values in one array, and a pointer into it keeps all of it alive as
// long as any one item is (kubernetes/kubernetes#113305); so each is copied,
// shallowly, into memory of its own.
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
		got.items = make([]any, 0, expectedLen(page, about))
	}
	got.pages++
	var wrong wrongItems
	err = meta.EachListItemWithAlloc(page, func(item runtime.Object) error {
		if err := m.expected.checkItem(item); err != nil || item == nil {
			wrong.add(err)
			return nil
		}
		got.items = append(got.items, item)
		return nil
	})
	m.reportWrong(ctx, wrong)
	if err != nil {
		return "", fmt.Errorf("unable to understand list result %T: %w", page, err)
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

// wrongItems counts the items of a page that are not what was expected; a list
// of the wrong type gets one line in the log, not one for each item.
type wrongItems struct {
	n     uint64
	first error
}

func (w *wrongItems) add(err error) {
	if w.n++; w.first == nil {
		w.first = err
	}
}

func (m *machine) reportWrong(ctx context.Context, w wrongItems) {
	if w.n == 0 {
		return
	}
	m.stats.skipped.Add(w.n)
	utilruntime.HandleErrorWithContext(ctx, w.first, "Unexpected list items, skipped", "reflector", m.o.Name, "items", w.n)
}
