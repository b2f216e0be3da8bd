package scenarios

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
)

// remoteStore asks the API server in each read. It knows the namespace index only, which is what the API can select by as
// cheaply; for others it would have to list everything.
type remoteStore struct {
	client   rest.Interface
	resource string
	indexers cache.Indexers
}

var _ reflectorbench.Reads = (*remoteStore)(nil)

// askTime bounds one request, so that a reader ends when the server has gone.
const askTime = time.Minute

// ask sends one request; an empty name asks for the collection.
func (s *remoteStore) ask(namespace, name string) (runtime.Object, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	r := s.client.Get().NamespaceIfScoped(namespace, namespace != "").Resource(s.resource)
	if name != "" {
		r = r.Name(name)
	}
	return r.Do(ctx).Get()
}

func (s *remoteStore) GetByKey(key string) (any, bool, error) {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil, false, err
	}
	o, err := s.ask(namespace, name)
	if apierrors.IsNotFound(err) {
		return nil, false, nil
	}
	return o, err == nil, err
}

func (s *remoteStore) ByIndex(index, value string) ([]any, error) {
	if index != namespaceIndex {
		return nil, fmt.Errorf("an API server is not asked by index %s here, only by %s", index, namespaceIndex)
	}
	return s.list(value)
}

func (s *remoteStore) list(namespace string) (objects []any, err error) {
	list, err := s.ask(namespace, "")
	if err != nil {
		return nil, err
	}
	err = meta.EachListItem(list, func(o runtime.Object) error {
		objects = append(objects, o)
		return nil
	})
	return objects, err
}

// List returns nil when the server does not answer, as do those that build on it: what they are for, choosing what to read,
// then finds nothing and says so.
func (s *remoteStore) List() []any {
	objects, err := s.list("")
	if err != nil {
		return nil
	}
	return objects
}

func (s *remoteStore) ListKeys() (keys []string) {
	for _, o := range s.List() {
		if key, err := cache.MetaNamespaceKeyFunc(o); err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

func (s *remoteStore) ListIndexFuncValues(index string) (values []string) {
	function, ok := s.indexers[index]
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, o := range s.List() {
		found, err := function(o)
		if err != nil {
			return nil
		}
		for _, value := range found {
			if !seen[value] {
				seen[value] = true
				values = append(values, value)
			}
		}
	}
	return values
}

func (s *remoteStore) IndexKeys(index, value string) (keys []string, err error) {
	objects, err := s.ByIndex(index, value)
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		key, err := cache.MetaNamespaceKeyFunc(o)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}
