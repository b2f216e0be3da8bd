package reflector

import (
	"context"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// listing fetches a plain list and replaces the store's content by it.
func (m *machine) listing(ctx context.Context) State {
	m.stats.lists.Add(1)
	got, err := m.list(ctx)
	if ctx.Err() != nil {
		return Stopped
	}
	if refused := (refusal{}); errors.As(err, &refused) {
		m.stats.storeFailures.Add(1)
		return m.failed(ctx, ReasonStore, fmt.Errorf("unable to collect list of %v: %w", m.o.TypeDescription, refused.error))
	}
	if err != nil {
		return m.failed(ctx, ReasonList, fmt.Errorf("failed to list %v: %w", m.o.TypeDescription, err))
	}
	if err := m.handOver(&got.entrance, got.items, got.version, "list result"); err != nil {
		return m.failed(ctx, ReasonStore, err)
	}
	next := m.synced(got.version, Connecting)
	if got.exact {
		m.unmoved = got.version
	}
	return next
}

// list fetches the whole collection from the version that the rules name. When
// the server cannot serve that version it asks for the newest at once
// (kubernetes/kubernetes#107133); if that fails too, so will the list.
func (m *machine) list(ctx context.Context) (listed, error) {
	from := m.versions.forList()
	options := metav1.ListOptions{ResourceVersion: from, Limit: m.pageLimit(from)}
	got, err := m.pages(ctx, options)
	if isUnavailable(err) {
		m.versions.lost = true
		options.ResourceVersion = ""
		got, err = m.pages(ctx, options)
	}
	if err == nil && from == "0" && got.paged {
		m.paged = true
	}
	// With a limit a version means exactly that one to API servers. Those that page of themselves
	// have no cache whose watches begin later than the database's.
	got.exact = m.o.PageSize > 0 && options.ResourceVersion == got.version
	return got, err
}

// defaultPageSize is what client-go's pager asks for.
const defaultPageSize = 500

// pageLimit is the limit of a list from the given version, zero for none. A
// server's watch cache serves a list only without a limit (at "0" it ignores
// one), so a list from a known version is not paged: after a restart of the
// server a herd of relists must not reach etcd. A list from "" reads etcd
// anyway, and a server that paged at "0" has no cache to spare it.
func (m *machine) pageLimit(from string) int64 {
	switch {
	case m.o.PageSize > 0:
		return m.o.PageSize
	case m.paged, from == "", from == "0":
		return defaultPageSize
	default:
		return 0
	}
}
