package e2e_test

import (
	"bytes"
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// view is how much of objects a program asks for, and as what.
type view struct {
	name    string
	example func(k kind) runtime.Object
	plain   source // what programs use
}

var (
	typedView   = view{"typed", kind.example, plain}
	dynamicView = view{"unstructured", func(k kind) runtime.Object { return k.unstructured("", "") }, plainDynamic}
	// metadataView has all but the metadata left away by the server.
	metadataView = view{"metadata", func(kind) runtime.Object { return &metav1.PartialObjectMetadata{} }, plainMetadata}
)

func plainMetadata(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error) {
	client, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	resource := client.Resource(k.gvr()).Namespace(namespace)
	return &cache.ListWatch{
		ListWithContextFunc:  func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return resource.List(ctx, o) },
		WatchFuncWithContext: resource.Watch,
	}, nil
}

// overWire reads the connection itself, with options.
func (v view) overWire(o wire.Options) source {
	return func(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error) {
		client, err := k.restClient(config)
		if err != nil {
			return nil, err
		}
		o := o // for each kind its own
		o.Example = v.example(k)
		return wire.New(client, k.resource, namespace, o), nil
	}
}

// truth is an object as the server has it, and its encoding.
type truth struct {
	object   runtime.Object
	encoding []byte
}

// truths asks the server, by a list, and for each typed object by a request of its own as well, of which it takes the
// bytes that the server has sent.
func (v view) truths(ctx context.Context, k richKind, config *rest.Config, namespace string) (map[string]truth, error) {
	lw, err := v.plain(k.kind, config, k.in(namespace))
	if err != nil {
		return nil, err
	}
	objects, err := listAll(ctx, lw)
	if err != nil {
		return nil, err
	}
	all := map[string]truth{}
	for _, o := range objects {
		one := truth{object: o}
		if v.name == typedView.name && k.typed() {
			one, err = k.got(ctx, config, o)
		} else {
			one.encoding, err = encodingOf(o)
		}
		if err != nil {
			return nil, err
		}
		all[keyOf(o)] = one
	}
	return all, nil
}

// got asks for one typed object, in protobuf.
func (k richKind) got(ctx context.Context, config *rest.Config, listed runtime.Object) (truth, error) {
	client, err := k.restClient(config)
	if err != nil {
		return truth{}, err
	}
	m, err := meta.Accessor(listed)
	if err != nil {
		return truth{}, err
	}
	raw, err := client.Get().NamespaceIfScoped(m.GetNamespace(), !k.cluster).Resource(k.resource).Name(m.GetName()).Do(ctx).Raw()
	if err != nil {
		return truth{}, err
	}
	var envelope runtime.Unknown
	framed, ok := bytes.CutPrefix(raw, []byte("k8s\x00"))
	if !ok {
		return truth{}, fmt.Errorf("the server's answer for %s begins with %q, not as protobuf does", m.GetName(), raw[:min(len(raw), 20)])
	}
	if err := envelope.Unmarshal(framed); err != nil {
		return truth{}, err
	}
	o := k.example()
	if err := o.(interface{ Unmarshal([]byte) error }).Unmarshal(envelope.Raw); err != nil {
		return truth{}, err
	}
	return truth{o, envelope.Raw}, nil
}

// encodingOf is the protobuf form of an object, or JSON if it has none. The object is not written to: to
// encode a quantity is to remember its text.
func encodingOf(o runtime.Object) ([]byte, error) {
	switch o := o.DeepCopyObject().(type) {
	case interface{ Marshal() ([]byte, error) }:
		return o.Marshal()
	case *unstructured.Unstructured:
		return o.MarshalJSON()
	}
	return nil, fmt.Errorf("a %T has no encoding", o)
}

// keyOf is the key of an object, as histories know it.
func keyOf(o any) string {
	m, err := meta.Accessor(o)
	if err != nil {
		return err.Error()
	}
	return m.GetNamespace() + "/" + m.GetName()
}
