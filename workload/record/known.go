package record

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// known is what is remembered of the objects of one resource: enough to tell what a new
// list changed. It is used by one goroutine.
type known struct {
	objects map[string]entry // by namespace/name, or name
	round   uint32           // of the list that is being read
}

type entry struct {
	uid     types.UID
	version string
	round   uint32 // of the last list that held it, or that was complete when it came
}

func newKnown() *known { return &known{objects: map[string]entry{}} }

func keyOf(o metav1.Object) string {
	if o.GetNamespace() == "" {
		return o.GetName()
	}
	return o.GetNamespace() + "/" + o.GetName()
}

// put remembers an object and returns what was known under its key. Strings are copied: the
// decoder's may be parts of something large.
func (k *known) put(o metav1.Object) (old entry, existed bool) {
	key := keyOf(o)
	old, existed = k.objects[key]
	if !existed {
		key = strings.Clone(key)
	}
	e := entry{uid: old.uid, version: strings.Clone(o.GetResourceVersion()), round: k.round}
	if o.GetUID() != old.uid {
		e.uid = types.UID(strings.Clone(string(o.GetUID())))
	}
	k.objects[key] = e
	return old, existed
}

// remove forgets an object and tells whether it was known.
func (k *known) remove(o metav1.Object) bool {
	key := keyOf(o)
	_, existed := k.objects[key]
	delete(k.objects, key)
	return existed
}

// begin says that a new list begins.
func (k *known) begin() { k.round++ }

// gone removes the objects that the list since begin did not hold, and calls f for each.
func (k *known) gone(f func(key string, e entry) error) error {
	for key, e := range k.objects {
		if e.round == k.round {
			continue
		}
		delete(k.objects, key)
		if err := f(key, e); err != nil {
			return err
		}
	}
	return nil
}

// stub makes an object that holds nothing but what is known of it.
func stub(o metav1.Object, key string, e entry) {
	namespace, name, ok := strings.Cut(key, "/")
	if !ok {
		namespace, name = "", key
	}
	o.SetNamespace(namespace)
	o.SetName(name)
	o.SetUID(e.uid)
	o.SetResourceVersion(e.version)
}
