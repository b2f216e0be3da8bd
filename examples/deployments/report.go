package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/labels"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

// notify returns a channel that has a token whenever something has changed since it was
// last read. The handler never waits: however many changes there are, one token says
// that there were some, and the lister has them all.
func notify(i cache.SharedIndexInformer) (<-chan struct{}, cache.ResourceEventHandlerRegistration, error) {
	changed := make(chan struct{}, 1)
	token := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	registration, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { token() },
		UpdateFunc: func(any, any) { token() },
		DeleteFunc: func(any) { token() },
	})
	return changed, registration, err
}

// report prints what the lister has, and from the second time on only the difference.
type report struct {
	lister    appslisters.DeploymentLister
	namespace string
	selector  labels.Selector
	out       io.Writer
	printed   map[string]string
}

func (r *report) print() error {
	deployments, err := r.list()
	if err != nil {
		return err
	}
	now := make(map[string]string, len(deployments))
	for _, d := range deployments {
		key := d.Namespace + "/" + d.Name
		now[key] = readiness(d)
		if r.printed[key] != now[key] {
			fmt.Fprintf(r.out, "%s\t%s\n", key, now[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.printed)) {
		if _, ok := now[key]; !ok {
			fmt.Fprintf(r.out, "%s\tgone\n", key)
		}
	}
	r.printed = now
	return nil
}

// list asks the lister as any controller does. The slice is the caller's to sort; the
// Deployments in it are everybody's, and must not be changed.
func (r *report) list() (all []*appsv1.Deployment, err error) {
	if r.namespace == "" {
		all, err = r.lister.List(r.selector)
	} else {
		all, err = r.lister.Deployments(r.namespace).List(r.selector)
	}
	slices.SortFunc(all, func(a, b *appsv1.Deployment) int {
		return strings.Compare(a.Namespace+"/"+a.Name, b.Namespace+"/"+b.Name)
	})
	return all, err
}

func readiness(d *appsv1.Deployment) string {
	wanted := int32(1) // the API's default
	if d.Spec.Replicas != nil {
		wanted = *d.Spec.Replicas
	}
	return fmt.Sprintf("%d/%d ready", d.Status.ReadyReplicas, wanted)
}
