package source

import (
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/source/internal/keytree"
)

// objectTree is the objects of one resource at one version, by key.
type objectTree = keytree.Tree[runtime.Object]

// List answers a list request as an API server does, with these semantics:
//
//   - The version is the newest for "" and "0", and for any n that is not newer with
//     NotOlderThan; a newer one answers 504 with the cause ResourceVersionTooLarge.
//     It is n itself with Exact, and with a limit and no match; 410 when compacted.
//   - With a limit, all pages come from the version of the first one, or answer 410.
//     The limit holds for "0" as well (a watch cache would ignore it there).
//   - Items are in order of key and are the shared objects themselves.
//
// An empty namespace means all. Beyond the items themselves a list costs O(log n)
// under the source's lock; only an Exact list of an older version costs as much again
// for each event since.
func (s *Source) List(r workload.Resource, namespace string, o metav1.ListOptions) (*metainternalversion.List, error) {
	t, err := s.table(r)
	if err != nil {
		return nil, err
	}
	o.Watch = false
	if err := s.validate(o); err != nil {
		return nil, err
	}
	selected, err := newSelection(t.kind, namespace, o)
	if err != nil {
		return nil, err
	}
	objects, version, start, err := s.listFrom(t, o)
	if err != nil {
		return nil, err
	}
	list := &metainternalversion.List{}
	list.ResourceVersion = formatVersion(version)
	next := selected.fill(list, objects, start, o.Limit)
	switch {
	case next != "":
		list.Continue = continueToken{Version: version, Start: next}.encode()
		if !selected.byContent() {
			list.RemainingItemCount = new(selected.remaining(objects, next))
		}
		s.keepForNextPage(t, objects, version, o.Continue == "")
	case o.Continue != "":
		s.finishPages(t, version)
	}
	return list, nil
}

// listFrom returns the objects to list, their version, and the key to begin at.
func (s *Source) listFrom(t *table, o metav1.ListOptions) (*objectTree, uint64, string, error) {
	if o.Continue != "" {
		token, err := decodeContinue(o)
		if err != nil {
			return nil, 0, "", err
		}
		objects, ok := s.at(t, token.Version)
		if !ok {
			return nil, 0, "", expiredPage()
		}
		return objects, token.Version, token.Start, nil
	}
	wanted, err := parseVersion(o.ResourceVersion)
	if err != nil {
		return nil, 0, "", err
	}
	legacyExact := o.ResourceVersionMatch == "" && o.Limit > 0 && wanted > 0
	if o.ResourceVersionMatch == metav1.ResourceVersionMatchExact || legacyExact {
		return s.listExact(t, wanted)
	}
	objects, version := s.snapshot(t)
	if wanted > version {
		return nil, 0, "", tooNew(wanted, version)
	}
	return objects, version, "", nil
}

func (s *Source) listExact(t *table, wanted uint64) (*objectTree, uint64, string, error) {
	if current := s.Version(); wanted > current {
		return nil, 0, "", tooNew(wanted, current)
	}
	objects, ok := s.at(t, wanted)
	if !ok {
		return nil, 0, "", tooOld(wanted, s.oldest(t))
	}
	return objects, wanted, "", nil
}

// fill puts up to limit selected objects into the list, beginning at a key, and
// returns the key of the next page, or an empty one when there is none.
func (s selection) fill(list *metainternalversion.List, objects *objectTree, start string, limit int64) (next string) {
	low, end := s.bounds()
	start = max(start, low)
	list.Items = make([]runtime.Object, 0, s.expected(objects, start, end, limit))
	for key, object := range objects.From(start) {
		if end != "" && key >= end {
			return ""
		}
		if limit > 0 && int64(len(list.Items)) == limit {
			return key
		}
		if s.matches(object) {
			list.Items = append(list.Items, object)
		}
	}
	return ""
}

func (s selection) expected(objects *objectTree, start, end string, limit int64) int64 {
	if s.byContent() {
		return 0
	}
	n := objects.Len()
	if end != "" {
		n = objects.Rank(end)
	}
	count := int64(n - objects.Rank(start))
	if limit > 0 {
		count = min(count, limit)
	}
	return max(count, 0)
}

func (s selection) remaining(objects *objectTree, next string) int64 {
	_, end := s.bounds()
	return s.expected(objects, next, end, 0)
}
