package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// patience is only against a hang; what waits says so when it is over.
const patience = 3 * time.Minute

// eventually asks until it is told nil, or the context ends.
func eventually(ctx context.Context, what string, ask func(context.Context) error) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		last := ask(ctx)
		if last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting until %s: %w", what, errors.Join(ctx.Err(), last))
		case <-tick.C:
		}
	}
}

// await is eventually with patience, for the test's goroutine.
func await(t *testing.T, what string, ask func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	must(t, eventually(ctx, what, ask))
}

// newNamespace makes one whose name begins so and is like no other, so that a test can run again on its cluster.
func newNamespace(t *testing.T, config *rest.Config, prefix string) string {
	t.Helper()
	client, err := dynamic.NewForConfig(config)
	must(t, err)
	u := &unstructured.Unstructured{Object: map[string]any{}}
	u.SetAPIVersion("v1")
	u.SetKind("Namespace")
	u.SetGenerateName(prefix + "-")
	namespaces := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "namespaces"})
	made, err := namespaces.Create(t.Context(), u, metav1.CreateOptions{})
	must(t, err)
	return made.GetName()
}

// defineWidgets makes the custom resource and waits until the server serves it.
func defineWidgets(t *testing.T, config *rest.Config) {
	t.Helper()
	define(t, config, widgets, widgetDefinition())
}

// define makes a custom resource, unless it is there, and waits until the server serves it.
func define(t *testing.T, config *rest.Config, k kind, definition *unstructured.Unstructured) {
	t.Helper()
	client, err := dynamic.NewForConfig(config)
	must(t, err)
	definitions := client.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	_, err = definitions.Create(t.Context(), definition, metav1.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		must(t, err)
	}
	await(t, "the custom resource is served", func(ctx context.Context) error {
		_, err := client.Resource(k.gvr()).List(ctx, metav1.ListOptions{})
		return err
	})
}

func widgetDefinition() *unstructured.Unstructured {
	open := map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
		"group": widgets.gvk.Group, "scope": "Namespaced",
		"names": map[string]any{"plural": widgets.resource, "singular": "widget", "kind": widgets.gvk.Kind, "listKind": widgets.gvk.Kind + "List"},
		"versions": []any{map[string]any{
			"name": widgets.gvk.Version, "served": true, "storage": true,
			"schema": map[string]any{"openAPIV3Schema": open},
		}},
	}}}
	u.SetAPIVersion("apiextensions.k8s.io/v1")
	u.SetKind("CustomResourceDefinition")
	u.SetName(widgets.resource + "." + widgets.gvk.Group)
	return u
}
