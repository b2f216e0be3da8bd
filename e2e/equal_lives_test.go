package e2e_test

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// attempts is how often something is changed at random until the server accepts it.
const attempts = 4

// draft is a new object, with labels, annotations and data of its own, and as kubectl apply would send it.
func (a *author) draft(l *life) (*unstructured.Unstructured, error) {
	o := a.rich.DeepCopy()
	o.SetName(l.name)
	unstructured.RemoveNestedField(o.Object, "status") // which has a request of its own
	if a.kind.gvk.Kind == "Event" {
		if err := unstructured.SetNestedField(o.Object, a.namespace, "involvedObject", "namespace"); err != nil {
			return nil, err
		}
	}
	l.dice.furnish(o)
	sent, err := o.MarshalJSON()
	if err != nil {
		return nil, err
	}
	annotations := o.GetAnnotations()
	annotations[corev1.LastAppliedConfigAnnotation] = string(sent)
	o.SetAnnotations(annotations)
	return o, nil
}

func (a *author) create(ctx context.Context, l *life) error {
	o, err := a.draft(l)
	if err != nil {
		return err
	}
	create := func(o *unstructured.Unstructured) error {
		_, err := a.client.Create(ctx, o, metav1.CreateOptions{FieldManager: "author"})
		return err
	}
	for range attempts {
		if l.plain {
			break
		}
		changed := o.DeepCopy()
		l.dice.change(changed.Object)
		if done, err := a.attempt(func() error { return create(changed) }); done || err != nil {
			return err
		}
	}
	return create(o)
}

// apply has one more manager own some of the metadata.
func (a *author) apply(ctx context.Context, l *life, manager string) error {
	o := a.kind.unstructured("", l.name)
	o.SetLabels(map[string]string{manager: "applied"})
	note := strings.ReplaceAll(l.dice.text(), "\u007f", "") // what is applied is read as YAML, which has no such character
	o.SetAnnotations(map[string]string{"example.com/" + manager: note, "example.com/applied": manager})
	_, err := a.client.Apply(ctx, l.name, o, metav1.ApplyOptions{FieldManager: manager, Force: true})
	return l.step(err)
}

// setStatus writes the whole status, and then changes it at random.
func (a *author) setStatus(ctx context.Context, l *life) error {
	whole, ok := a.rich.Object["status"].(map[string]any)
	if !ok {
		return nil
	}
	o, err := a.client.Get(ctx, l.name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	status, _ := o.Object["status"].(map[string]any)
	if status == nil {
		status = map[string]any{}
	}
	for name, value := range whole {
		status[name] = runtime.DeepCopyJSONValue(value)
	}
	o.Object["status"] = status
	o, err = a.client.UpdateStatus(ctx, o, metav1.UpdateOptions{FieldManager: "status-writer"})
	if err != nil {
		return l.step(err)
	}
	for range attempts {
		changed := o.DeepCopy()
		l.dice.change(changed.Object["status"])
		done, err := a.attempt(func() error {
			_, err := a.client.UpdateStatus(ctx, changed, metav1.UpdateOptions{FieldManager: "another-status-writer"})
			return err
		})
		if done || err != nil {
			return err
		}
	}
	return nil
}

func (a *author) patch(ctx context.Context, l *life) error {
	_, err := a.client.Patch(ctx, l.name, types.MergePatchType, annotation(l.dice.text()), metav1.PatchOptions{FieldManager: "annotator"})
	return l.step(err)
}

// edit reads, changes at random and writes.
func (a *author) edit(ctx context.Context, l *life) error {
	o, err := a.client.Get(ctx, l.name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for range attempts {
		changed := o.DeepCopy()
		l.dice.change(changed.Object)
		done, err := a.attempt(func() error {
			_, err := a.client.Update(ctx, changed, metav1.UpdateOptions{FieldManager: "editor"})
			return err
		})
		if done || err != nil {
			return err
		}
	}
	return nil
}

// end deletes some objects: one for good, one to be created again, one that has a finalizer and stays, and one at
// leisure, which leaves Pods on Nodes there, and Jobs, whose Pods somebody is to make orphans.
func (a *author) end(ctx context.Context, l *life) error {
	remove := func() error {
		background := metav1.DeletePropagationBackground
		return a.client.Delete(ctx, l.name, metav1.DeleteOptions{GracePeriodSeconds: new(int64), PropagationPolicy: &background})
	}
	switch l.number % 8 {
	case 1:
		return remove()
	case 3:
		if err := remove(); err != nil {
			return err
		}
		return a.create(ctx, l)
	case 4:
		patch := []byte(`{"metadata":{"finalizers":["example.com/hold","example.com/hold-on"]}}`)
		if _, err := a.client.Patch(ctx, l.name, types.MergePatchType, patch, metav1.PatchOptions{FieldManager: "holder"}); err != nil {
			return l.step(err)
		}
		return remove()
	case 5:
		return a.client.Delete(ctx, l.name, metav1.DeleteOptions{})
	}
	return nil
}
