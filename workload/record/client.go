package record

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"

	"informerbench/workload"
)

// client lists and watches one resource; it can do nothing else.
type client interface {
	list(ctx context.Context, o metav1.ListOptions) (runtime.Object, error)
	watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error)
	// empty is a new object of the resource.
	empty() runtime.Object
}

// qps and burst are gentle to a cluster at work; client-go's own default is a quarter.
const (
	qps   = 20
	burst = 40
)

// newClient uses protobuf for the kinds that client-go knows, and JSON for others.
func newClient(config *rest.Config, k workload.Kind, namespace string) (client, error) {
	config = rest.CopyConfig(config)
	if config.QPS == 0 {
		config.QPS, config.Burst = qps, burst
	}
	if config.UserAgent == "" { // a cluster's audit log is to tell who asked; a plain REST client says nothing of itself
		config.UserAgent = rest.DefaultKubernetesUserAgent()
	}
	if !scheme.Scheme.Recognizes(k.GVK) {
		d, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		c := untyped{kind: k, resource: d.Resource(k.GVR())}
		if namespace != "" && k.Namespaced {
			c.resource = d.Resource(k.GVR()).Namespace(namespace)
		}
		return c, nil
	}
	gv := k.GVK.GroupVersion()
	config.GroupVersion = &gv
	config.APIPath = "/apis"
	if gv.Group == "" {
		config.APIPath = "/api"
	}
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	r, err := rest.RESTClientFor(config)
	return typed{kind: k, namespace: namespace, rest: r}, err
}

type typed struct {
	kind      workload.Kind
	namespace string
	rest      *rest.RESTClient
}

func (c typed) request(o *metav1.ListOptions) *rest.Request {
	return c.rest.Get().
		NamespaceIfScoped(c.namespace, c.kind.Namespaced && c.namespace != "").
		Resource(string(c.kind.Resource)).
		VersionedParams(o, scheme.ParameterCodec)
}

func (c typed) list(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	return c.request(&o).Do(ctx).Get()
}

func (c typed) watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	o.Watch = true
	return c.request(&o).Watch(ctx)
}

func (c typed) empty() runtime.Object {
	o, _ := scheme.Scheme.New(c.kind.GVK) // the scheme knows the kind, or it were no typed client
	return o
}

type untyped struct {
	kind     workload.Kind
	resource dynamic.ResourceInterface
}

func (c untyped) list(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	return c.resource.List(ctx, o)
}

func (c untyped) watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	return c.resource.Watch(ctx, o)
}

func (c untyped) empty() runtime.Object {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(c.kind.GVK)
	return u
}
