package loopback

import (
	"context"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Client is what clients of client-go's for one server are made of: they share its connections, and the tap sees their
// requests.
type Client struct {
	Config *rest.Config
	HTTP   *http.Client
	Tap    *Tap
}

// Dial connects to nothing yet. contentType is what clients ask for; empty is JSON. The rate limit is off: client-go's
// default of five requests a second would be all that a list in pages measures.
func Dial(url, contentType string) (*Client, error) {
	c := &Client{Tap: &Tap{}}
	c.Config = &rest.Config{Host: url, QPS: -1, UserAgent: "informerbench", WrapTransport: c.Tap.wrap}
	c.Config.ContentType = contentType
	var err error
	c.HTTP, err = rest.HTTPClientFor(c.Config)
	return c, err
}

// Close gives idle connections back.
func (c *Client) Close() { utilnet.CloseIdleConnectionsFor(c.HTTP.Transport) }

// ListWatch is what client-go's own factories give informers of a resource of a client.
func ListWatch[L runtime.Object](client any, resource interface {
	List(context.Context, metav1.ListOptions) (L, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
}) cache.ListerWatcher {
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list, err := resource.List(ctx, o)
			if err != nil {
				return nil, err // and not a list that is nil
			}
			return list, nil
		},
		WatchFuncWithContext: resource.Watch,
	}, client)
}
