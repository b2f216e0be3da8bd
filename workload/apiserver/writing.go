package apiserver

import (
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilrand "k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/watch"
)

func (h *handler) create(w http.ResponseWriter, r *http.Request, t target) error {
	f, err := negotiate(r, t.kind)
	if err != nil {
		return err
	}
	o, err := readObject(w, r, t)
	if err != nil {
		return err
	}
	if t.kind.Namespaced && t.namespace == "" {
		return apierrors.NewBadRequest("an empty namespace may not be set during creation")
	}
	if o.GetResourceVersion() != "" {
		return apierrors.NewBadRequest("resourceVersion should not be set on objects to be created")
	}
	if o.GetName() == "" && o.GetGenerateName() != "" {
		o.SetName(o.GetGenerateName() + utilrand.String(5))
	}
	if o.GetName() == "" {
		return apierrors.NewBadRequest("name or generateName is required")
	}
	o.SetUID(uuid.NewUUID())
	o.SetCreationTimestamp(metav1.Now().Rfc3339Copy())
	created, err := h.source.Edit(t.kind.Resource, o.GetNamespace(), o.GetName(), func(runtime.Object) (watch.EventType, runtime.Object, error) {
		return watch.Added, o, nil
	})
	if err != nil {
		return err
	}
	return writeObject(w, r, http.StatusCreated, f, t.kind, created)
}

// update replaces an object; a resource version in the body has to be the current one.
func (h *handler) update(w http.ResponseWriter, r *http.Request, t target) error {
	f, err := negotiate(r, t.kind)
	if err != nil {
		return err
	}
	o, err := readObject(w, r, t)
	if err != nil {
		return err
	}
	resource := t.kind.GVR().GroupResource()
	updated, err := h.source.Edit(t.kind.Resource, t.namespace, t.name, func(current runtime.Object) (watch.EventType, runtime.Object, error) {
		if current == nil {
			return "", nil, apierrors.NewNotFound(resource, t.name)
		}
		before := current.(metav1.Object)
		if expected := o.GetResourceVersion(); expected != "" && expected != before.GetResourceVersion() {
			return "", nil, apierrors.NewConflict(resource, t.name, errModified)
		}
		o.SetResourceVersion("")
		o.SetUID(before.GetUID())
		o.SetCreationTimestamp(before.GetCreationTimestamp())
		return watch.Modified, o, nil
	})
	if err != nil {
		return err
	}
	return writeObject(w, r, http.StatusOK, f, t.kind, updated)
}

// delete takes an object away at once: there is no graceful end and no finalizer.
func (h *handler) delete(w http.ResponseWriter, _ *http.Request, t target) error {
	resource := t.kind.GVR().GroupResource()
	var uid types.UID
	_, err := h.source.Edit(t.kind.Resource, t.namespace, t.name, func(current runtime.Object) (watch.EventType, runtime.Object, error) {
		if current == nil {
			return "", nil, apierrors.NewNotFound(resource, t.name)
		}
		last := current.DeepCopyObject().(object)
		last.SetResourceVersion("") // the deletion has a version of its own
		uid = last.GetUID()
		return watch.Deleted, last, nil
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, &metav1.Status{
		TypeMeta: statusKind, Status: metav1.StatusSuccess, Code: http.StatusOK,
		Details: &metav1.StatusDetails{Name: t.name, Group: resource.Group, Kind: resource.Resource, UID: uid},
	})
	return nil
}
