package fifotest

import (
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// object is what the suite puts into queues: an object without a namespace, so
// that its key is its name.
type object = metav1.PartialObjectMetadata

func newObject(name string, version int) *object {
	return &object{ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: strconv.Itoa(version)}}
}

func withUID(obj *object, uid types.UID) *object {
	obj.UID = uid
	return obj
}

// versionOf returns the resource version of an object or of a tombstone's
// object, -1 if there is none.
func versionOf(obj any) int {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if o, ok := obj.(*object); ok && o != nil {
		version, err := strconv.Atoi(o.ResourceVersion)
		if err == nil {
			return version
		}
	}
	return -1
}

func keyOf(obj any) string {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return key
}

// show writes an object as name@version and a tombstone as †name@version.
func show(obj any) string {
	switch o := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		if o.Obj == nil {
			return "†" + o.Key
		}
		return "†" + show(o.Obj)
	case *object:
		if o == nil {
			return "nil"
		}
		return o.Name + "@" + o.ResourceVersion
	}
	return fmt.Sprintf("%T", obj)
}
