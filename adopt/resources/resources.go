package resources

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"

	"informerbench/informer/factory"
)

// clientGo has client-go's result type where the factory has its own.
type clientGo struct{ *factory.Resources }

var (
	_ dynamicinformer.DynamicSharedInformerFactory = clientGo{}
	_ metadatainformer.SharedInformerFactory       = clientGo{}
)

func (c clientGo) ForResource(gvr schema.GroupVersionResource) informers.GenericInformer {
	return c.Resources.ForResource(gvr)
}

// Dynamic is a factory made by [factory.NewDynamic] behind client-go's interface.
func Dynamic(f *factory.Resources) dynamicinformer.DynamicSharedInformerFactory { return clientGo{f} }

// Metadata is a factory made by [factory.NewMetadata] behind client-go's interface.
func Metadata(f *factory.Resources) metadatainformer.SharedInformerFactory { return clientGo{f} }

// NewDynamicSharedInformerFactory is client-go's function of this name, for all
// namespaces.
func NewDynamicSharedInformerFactory(client dynamic.Interface, defaultResync time.Duration, o ...factory.ResourceOption) dynamicinformer.DynamicSharedInformerFactory {
	return Dynamic(factory.NewDynamic(client, defaultResync, o...))
}

// NewFilteredDynamicSharedInformerFactory is client-go's function of this name: it is
// limited to a namespace, and the tweak, if not nil, changes the options of lists and
// watches. Options of one resource may say otherwise for it.
func NewFilteredDynamicSharedInformerFactory(client dynamic.Interface, defaultResync time.Duration, namespace string, tweak dynamicinformer.TweakListOptionsFunc, o ...factory.ResourceOption) dynamicinformer.DynamicSharedInformerFactory {
	return Dynamic(factory.NewDynamic(client, defaultResync, filtered(namespace, tweak, o)...))
}

// NewMetadataSharedInformerFactory is client-go's metadatainformer.NewSharedInformerFactory,
// for all namespaces.
func NewMetadataSharedInformerFactory(client metadata.Interface, defaultResync time.Duration, o ...factory.ResourceOption) metadatainformer.SharedInformerFactory {
	return Metadata(factory.NewMetadata(client, defaultResync, o...))
}

// NewFilteredMetadataSharedInformerFactory is client-go's
// metadatainformer.NewFilteredSharedInformerFactory: it is limited to a namespace, and the
// tweak, if not nil, changes the options of lists and watches.
func NewFilteredMetadataSharedInformerFactory(client metadata.Interface, defaultResync time.Duration, namespace string, tweak metadatainformer.TweakListOptionsFunc, o ...factory.ResourceOption) metadatainformer.SharedInformerFactory {
	return Metadata(factory.NewMetadata(client, defaultResync, filtered(namespace, tweak, o)...))
}

// filtered puts the parameters before the options, which may be more special.
func filtered(namespace string, tweak factory.TweakListOptionsFunc, o []factory.ResourceOption) []factory.ResourceOption {
	return append([]factory.ResourceOption{factory.WithNamespace(namespace), factory.WithTweakListOptions(tweak)}, o...)
}
