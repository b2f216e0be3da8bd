package clientgo_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/clientgo"
	"informerbench/informer"
	"informerbench/stores/mvcc"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// What follows has the shape of generated code for custom types: a clientset with a client
// for the group, whose lists hold pointers, and a factory with a function type of its own.
type (
	machine  struct{ corev1.ConfigMap }
	machines struct {
		metav1.TypeMeta
		metav1.ListMeta
		Items []*machine
	}
	customClient interface{ MachinesV1() machinesV1 }
	machinesV1   interface {
		Machines(namespace string) machineClient
	}
	machineClient interface {
		List(context.Context, metav1.ListOptions) (*machines, error)
		Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	}
	newFunc       func(customClient, time.Duration) cache.SharedIndexInformer
	customFactory struct {
		client    customClient
		namespace string
		informers map[reflect.Type]cache.SharedIndexInformer
	}
)

func (l *machines) DeepCopyObject() runtime.Object { return l }

func (f *customFactory) InformerFor(example runtime.Object, make newFunc) cache.SharedIndexInformer {
	t := reflect.TypeOf(example)
	if f.informers[t] == nil {
		f.informers[t] = make(f.client, 0)
	}
	return f.informers[t]
}

// machineAPI answers one list, and then nothing happens.
type machineAPI struct{ namespace string }

func (a *machineAPI) MachinesV1() machinesV1 { return a }

func (a *machineAPI) Machines(namespace string) machineClient {
	a.namespace = namespace
	return a
}

func (a *machineAPI) List(context.Context, metav1.ListOptions) (*machines, error) {
	m := &machine{}
	m.Namespace, m.Name, m.ResourceVersion = a.namespace, "m", "1"
	return &machines{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: []*machine{m}}, nil
}

func (a *machineAPI) Watch(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return nil, errors.New("this API does not watch")
}

// A factory that was generated for custom types, by an older generator, is as good.
func TestFactoryOfCustomTypes(t *testing.T) {
	factory := &customFactory{client: &machineAPI{}, namespace: "ns", informers: map[reflect.Type]cache.SharedIndexInformer{}}
	machinesOnly := []runtime.Object{&machine{}}
	if err := clientgo.Register(factory, clientgo.Scope{}, machinesOnly); !errors.Is(err, clientgo.ErrScope) {
		t.Errorf("without the namespace: got the error %v", err)
	}
	must(t, clientgo.Register(factory, clientgo.Scope{Namespace: "ns"}, machinesOnly, informer.WithStore(mvcc.New)))
	runUntilSynced(t, factory.InformerFor(&machine{}, nil), "ns/m")
}

// Over HTTP with the real clientset, whose lists are streamed.
func TestRealClientset(t *testing.T) {
	s := source.New(source.Options{})
	must(t, s.Load(workload.Pods, []runtime.Object{pod("p", 1)}))
	server := httptest.NewServer(apiserver.NewHandler(s))
	defer server.Close()
	client, err := kubernetes.NewForConfigAndClient(&rest.Config{Host: server.URL}, server.Client())
	must(t, err)
	factory := informers.NewSharedInformerFactory(client, 0)
	must(t, clientgo.Register(factory, clientgo.Scope{}, []runtime.Object{&corev1.Pod{}}, informer.WithStore(mvcc.New)))
	runUntilSynced(t, factory.Core().V1().Pods().Informer(), "ns/p")
}

func runUntilSynced(t *testing.T, informer cache.SharedIndexInformer, key string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); informer.RunWithContext(ctx) }()
	cache.WaitFor(ctx, "", informer.HasSyncedChecker())
	if _, ok, err := informer.GetIndexer().GetByKey(key); !ok || err != nil {
		t.Errorf("the informer does not have %s (error: %v), only %q", key, err, informer.GetIndexer().ListKeys())
	}
	cancel()
	<-stopped
}
