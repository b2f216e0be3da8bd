package reflectorbench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// remoteFeed is a source in another process, driven through its control endpoints.
// The events are generated here as well: the probe has to know keys and versions.
type remoteFeed struct {
	cell   Cell
	url    string
	client *httpClient
	stream *workload.Stream
	stop   func() error
}

func newRemoteFeed(ctx context.Context, c Cell, url string, stop func() error) (*remoteFeed, error) {
	client, err := newHTTPClient(url)
	if err != nil {
		return nil, err
	}
	f := &remoteFeed{cell: c, url: strings.TrimSuffix(url, "/"), client: client, stop: stop}
	if err := f.checkServed(ctx); err != nil {
		return nil, err
	}
	pop, err := population(ctx, c)
	if err != nil {
		return nil, err
	}
	f.stream = workload.NewStream(pop, c.Mix, c.streamSeed())
	return f, nil
}

// checkServed refuses a server of another population: every version would be off.
func (f *remoteFeed) checkServed(ctx context.Context) error {
	var has served
	if err := f.order(ctx, http.MethodGet, "cell", nil, &has); err != nil {
		return err
	}
	if has != f.cell.served() {
		return usagef("source server %s serves %+v, but the cell asks for %+v", f.url, has, f.cell.served())
	}
	return nil
}

func (f *remoteFeed) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	return f.client.listerWatcher(r)
}

func (f *remoteFeed) size(ctx context.Context) (size, error) { return f.client.size(ctx, f.cell) }

func (f *remoteFeed) prepare(n int) []workload.Event {
	return (&localFeed{stream: f.stream}).prepare(n)
}

func (f *remoteFeed) play(ctx context.Context, events []workload.Event, rate int, s *schedule) (time.Time, error) {
	n := fmt.Sprint(len(events))
	if err := f.order(ctx, http.MethodPost, "prepare", url.Values{"n": {n}}, nil); err != nil {
		return time.Time{}, err
	}
	var nanos int64
	if err := f.order(ctx, http.MethodPost, "play", url.Values{"n": {n}, "rate": {fmt.Sprint(rate)}}, &nanos); err != nil {
		return time.Time{}, err
	}
	start := time.Unix(0, nanos)
	if s != nil {
		s.planAll(start, rate)
	}
	return start, f.order(ctx, http.MethodPost, "wait", nil, nil)
}

func (f *remoteFeed) expire(ctx context.Context, r workload.Resource) error {
	return f.order(ctx, http.MethodPost, "expire", url.Values{"resource": {string(r)}}, nil)
}

func (f *remoteFeed) sentinel(ctx context.Context, r workload.Resource) (key string, err error) {
	err = f.order(ctx, http.MethodPost, "sentinel", url.Values{"resource": {string(r)}}, &key)
	return key, err
}

func (f *remoteFeed) state(ctx context.Context, r workload.Resource) (map[string]runtime.Object, error) {
	return f.client.state(ctx, r)
}

func (f *remoteFeed) identity() bool { return false }

func (f *remoteFeed) close() error {
	f.client.close()
	if f.stop != nil {
		return f.stop()
	}
	return nil
}

// order sends one request to the control endpoints and decodes the answer into out.
func (f *remoteFeed) order(ctx context.Context, method, what string, query url.Values, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, f.url+controlPath+what+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := f.client.http.Do(req)
	if err != nil {
		return fmt.Errorf("source server: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("source server: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("source server %s: %s: %s", f.url, resp.Status, strings.TrimSpace(string(body)))
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(body, out)
}
