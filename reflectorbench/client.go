package reflectorbench

import (
	"context"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
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
	config *rest.Config
	http   *http.Client
}

func newHTTPClient(url string) (*httpClient, error) {
	return newConfigClient(&rest.Config{Host: url})
}

// newClusterClient reads the named kubeconfig; without one the usual places, and last
// the configuration of the cluster that this process runs in.
func newClusterClient(kubeconfig string) (*httpClient, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = kubeconfig
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: %w", err)
	}
	return newConfigClient(config)
}

func newConfigClient(config *rest.Config) (*httpClient, error) {
	config = rest.CopyConfig(config)
	config.QPS = -1 // the pipeline is measured, not client-go's rate limiter
	config.UserAgent = "informerbench"
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	return &httpClient{config: config, http: client}, nil
}

func (h *httpClient) close() { h.http.CloseIdleConnections() }

func (h *httpClient) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	if r == workload.Widgets {
		return h.dynamicListerWatcher(r)
	}
	gvk := r.GroupVersionKind()
	config := rest.CopyConfig(h.config)
	gv := gvk.GroupVersion()
	config.GroupVersion = &gv
	config.APIPath = "/apis"
	if gv.Group == "" {
		config.APIPath = "/api"
	}
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	client, err := rest.RESTClientForConfigAndClient(config, h.http)
	if err != nil {
		return nil, err
	}
	return cache.NewListWatchFromClient(client, string(r), metav1.NamespaceAll, fields.Everything()), nil
}

func (h *httpClient) dynamicListerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	client, err := dynamic.NewForConfigAndClient(h.config, h.http)
	if err != nil {
		return nil, err
	}
	resource := client.Resource(r.GroupVersionResource())
	return &cache.ListWatch{
		ListWithContextFunc:  func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return resource.List(ctx, o) },
		WatchFuncWithContext: resource.Watch,
	}, nil
}
