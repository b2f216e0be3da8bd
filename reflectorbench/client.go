package reflectorbench

import (
	"context"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"

	"informerbench/workload"
)

// httpClient lists and watches over HTTP as a controller would: protobuf for the kinds that
// have it, no rate limit.
type httpClient struct {
	kinds   []workload.Kind
	config  *rest.Config
	http    *http.Client
	traffic *traffic
}

func newHTTPClient(url string, kinds []workload.Kind) (*httpClient, error) {
	return newConfigClient(&rest.Config{Host: url}, kinds)
}

// newClusterClient reads the named kubeconfig; without one the usual places, and last
// the configuration of the cluster that this process runs in.
func newClusterClient(kubeconfig string, kinds []workload.Kind) (*httpClient, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = kubeconfig
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: %w", err)
	}
	return newConfigClient(config, kinds)
}

func newConfigClient(config *rest.Config, kinds []workload.Kind) (*httpClient, error) {
	config = rest.CopyConfig(config)
	config.QPS = -1 // the pipeline is measured, not client-go's rate limiter
	config.UserAgent = "informerbench"
	counted := &traffic{}
	config.Dial = counted.dial
	config.Wrap(counted.wrap)
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	return &httpClient{kinds: kinds, config: config, http: client, traffic: counted}, nil
}

func (h *httpClient) close() { utilnet.CloseIdleConnectionsFor(h.http.Transport) }

func (h *httpClient) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	k, ok := h.kind(r)
	if !ok {
		return nil, fmt.Errorf("%s is none of the run's resources", r)
	}
	if !k.Typed() {
		return h.dynamicListerWatcher(k)
	}
	client, err := h.restClient(k)
	if err != nil {
		return nil, err
	}
	return cache.NewListWatchFromClient(client, string(r), metav1.NamespaceAll, fields.Everything()), nil
}

// restClient reads resources of client-go's scheme.
func (h *httpClient) restClient(k workload.Kind) (rest.Interface, error) {
	config := rest.CopyConfig(h.config)
	gv := k.GVK.GroupVersion()
	config.GroupVersion = &gv
	config.APIPath = "/apis"
	if gv.Group == "" {
		config.APIPath = "/api"
	}
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	return rest.RESTClientForConfigAndClient(config, h.http)
}

func (h *httpClient) kind(r workload.Resource) (workload.Kind, bool) {
	for _, k := range h.kinds {
		if k.Resource == r {
			return k, true
		}
	}
	return workload.Kind{}, false
}

func (h *httpClient) dynamicListerWatcher(k workload.Kind) (cache.ListerWatcher, error) {
	client, err := dynamic.NewForConfigAndClient(h.config, h.http)
	if err != nil {
		return nil, err
	}
	resource := client.Resource(k.GVR())
	return &cache.ListWatch{
		ListWithContextFunc:  func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return resource.List(ctx, o) },
		WatchFuncWithContext: resource.Watch,
	}, nil
}
