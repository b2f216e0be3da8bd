package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"

	"informerbench/workload"
)

// resolve finds out from the server what the names mean.
func resolve(ctx context.Context, config *rest.Config, names []string) ([]workload.Kind, error) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	groups, err := restmapper.GetAPIGroupResourcesWithContext(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("asking the server for its resources: %w", err)
	}
	mapper := restmapper.NewDiscoveryRESTMapperWithContext(groups)
	var kinds []workload.Kind
	for _, name := range names {
		kind, err := find(ctx, mapper, groups, name)
		if err != nil {
			return nil, err
		}
		same := func(k workload.Kind) bool { return k.Resource == kind.Resource }
		if i := slices.IndexFunc(kinds, same); i >= 0 {
			if kinds[i] == kind {
				return nil, fmt.Errorf("resource %q is named twice", name)
			}
			return nil, fmt.Errorf("two resources are called %q, of the groups %q and %q: record them one by one", kind.Resource, kinds[i].GVK.Group, kind.GVK.Group)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func find(ctx context.Context, mapper meta.RESTMapperWithContext, groups []*restmapper.APIGroupResources, name string) (workload.Kind, error) {
	versioned, group := schema.ParseResourceArg(longName(groups, strings.ToLower(name)))
	asked := group.WithVersion("")
	var gvr schema.GroupVersionResource
	err := error(&meta.NoResourceMatchError{PartialResource: asked})
	if versioned != nil {
		gvr, err = mapper.ResourceForWithContext(ctx, *versioned)
	}
	if err != nil {
		gvr, err = mapper.ResourceForWithContext(ctx, asked)
	}
	if err != nil {
		return workload.Kind{}, fmt.Errorf("the server has no resource %q: kubectl api-resources lists them: %w", name, err)
	}
	r, ok := served(groups, gvr)
	if !ok || !slices.Contains(r.Verbs, "list") || !slices.Contains(r.Verbs, "watch") {
		return workload.Kind{}, fmt.Errorf("resource %q cannot be recorded: the server does not list and watch it", gvr.GroupResource())
	}
	return workload.Kind{
		Resource:   workload.Resource(gvr.Resource),
		GVK:        gvr.GroupVersion().WithKind(r.Kind),
		Namespaced: r.Namespaced,
	}, nil
}

// served finds a resource in what the server told.
func served(groups []*restmapper.APIGroupResources, gvr schema.GroupVersionResource) (metav1.APIResource, bool) {
	for _, g := range groups {
		if g.Group.Name != gvr.Group {
			continue
		}
		for _, r := range g.VersionedResources[gvr.Version] {
			if r.Name == gvr.Resource {
				return r, true
			}
		}
	}
	return metav1.APIResource{}, false
}

// longName expands a short name, such as deploy or po. client-go's expander would ask the server again for each name.
func longName(groups []*restmapper.APIGroupResources, name string) string {
	for _, g := range groups {
		for _, resources := range g.VersionedResources {
			for _, r := range resources {
				if slices.Contains(r.ShortNames, name) {
					return schema.GroupResource{Group: g.Group.Name, Resource: r.Name}.String()
				}
			}
		}
	}
	return name
}
