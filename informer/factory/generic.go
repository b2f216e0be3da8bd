package factory

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
)

// GenericInformer has the methods of client-go's informers.GenericInformer, so that a
// value of one type can be used as the other.
type GenericInformer interface {
	// Informer returns the informer that all share.
	Informer() cache.SharedIndexInformer
	// Lister reads the informer's store. Its objects must not be changed.
	Lister() cache.GenericLister
}

type resourceInformer struct {
	gvr      schema.GroupVersionResource
	informer cache.SharedIndexInformer
}

func (r resourceInformer) Informer() cache.SharedIndexInformer { return r.informer }

func (r resourceInformer) Lister() cache.GenericLister {
	return cache.NewGenericLister(r.informer.GetIndexer(), r.gvr.GroupResource())
}

// SyncResult is [cache.SyncResult] by resource: it says for every informer that the
// factory has started whether it has synced.
type SyncResult struct {
	// Err is nil if all have synced, and else why waiting ended: the context's cause.
	Err    error
	Synced map[schema.GroupVersionResource]bool
}

// AsError returns nil if all informers have synced. Otherwise its error names those
// that have not, and wraps the context's cause.
func (r SyncResult) AsError() error {
	if r.Err == nil {
		return nil
	}
	var missing []string
	for gvr, synced := range r.Synced {
		if !synced {
			missing = append(missing, gvr.GroupVersion().String()+" "+gvr.Resource)
		}
	}
	slices.Sort(missing)
	return fmt.Errorf("waiting for the first lists ended too early; nothing complete yet of %s: %w", strings.Join(missing, ", "), r.Err)
}
