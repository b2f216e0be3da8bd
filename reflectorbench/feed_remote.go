package reflectorbench

import (
	"context"
	"encoding/json"
	"errors"
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
	// judge is for orders and for lists to compare with, so that what the client's connections carry is the pipeline's.
	judge *httpClient
	of    []workload.Kind
	tape  tape
	is    served // what the server must serve
	stop  func() error
	// arranged are the sizes of the batches that the server has generated and not played, see [Lab.Arrange].
	arranged []int
}

func newRemoteFeed(ctx context.Context, c Cell, url string, stop func() error) (*remoteFeed, error) {
	f := &remoteFeed{cell: c, url: strings.TrimSuffix(url, "/"), stop: stop, of: c.mixKinds(), is: c.served()}
	if c.replays() {
		if err := f.openTrace(ctx); err != nil {
			return nil, err
		}
	}
	if err := f.connect(ctx, url); err != nil {
		return nil, errors.Join(err, f.closeTape())
	}
	if f.tape == nil {
		pop, err := population(ctx, c)
		if err != nil {
			return nil, err
		}
		f.tape = &generatedTape{c, workload.NewStream(pop, c.Mix, c.streamSeed())}
	}
	return f, nil
}

// openTrace reads the trace that the server plays: its kinds are needed to connect.
func (f *remoteFeed) openTrace(ctx context.Context) error {
	t, err := openTrace(ctx, f.cell, true)
	if err != nil {
		return err
	}
	tape, err := newRecordedTape(f.cell, t)
	if err != nil {
		return err
	}
	f.of, f.tape, f.is = t.Kinds, tape, f.cell.servedTrace(t)
	return nil
}

func (f *remoteFeed) connect(ctx context.Context, url string) (err error) {
	if f.client, err = newHTTPClient(url, f.of); err != nil {
		return err
	}
	if f.judge, err = newHTTPClient(url, f.of); err != nil {
		return err
	}
	return f.checkServed(ctx)
}

func (f *remoteFeed) closeTape() error {
	if f.tape == nil {
		return nil
	}
	return f.tape.close()
}

// checkServed refuses a server of another population: every version would be off.
func (f *remoteFeed) checkServed(ctx context.Context) error {
	var has served
	if err := f.order(ctx, http.MethodGet, "cell", nil, &has); err != nil {
		return err
	}
	if has != f.is {
		return usagef("source server %s serves %+v, but the cell asks for %+v", f.url, has, f.is)
	}
	return nil
}

func (f *remoteFeed) listerWatcher(r workload.Resource) (cache.ListerWatcher, error) {
	return f.client.listerWatcher(r)
}

func (f *remoteFeed) size(ctx context.Context) (size, error) { return f.judge.size(ctx, f.cell) }

func (f *remoteFeed) kinds() []workload.Kind { return f.of }

func (f *remoteFeed) note() string { return f.tape.note() }

func (f *remoteFeed) plays(m Measure) []int { return f.tape.plays(m) }

func (f *remoteFeed) prepare(n int) (batch, error) { return f.tape.next(n) }

func (f *remoteFeed) play(ctx context.Context, b batch, p pace, s *schedule) (time.Time, error) {
	if err := f.ready(ctx, len(b.events)); err != nil {
		return time.Time{}, err
	}
	n := fmt.Sprint(len(b.events))
	var nanos int64
	query := url.Values{"n": {n}, "rate": {fmt.Sprint(p.rate)}, "full": {fmt.Sprint(p.full())}}
	if err := f.order(ctx, http.MethodPost, "play", query, &nanos); err != nil {
		return time.Time{}, err
	}
	start := time.Unix(0, nanos)
	if s != nil {
		s.planAll(start)
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
	return f.judge.state(ctx, r)
}

func (f *remoteFeed) identity() bool { return false }

func (f *remoteFeed) close() error {
	f.client.close()
	f.judge.close()
	err := f.closeTape()
	if f.stop != nil {
		err = errors.Join(err, f.stop())
	}
	return err
}

// order sends one request to the control endpoints and decodes the answer into out.
func (f *remoteFeed) order(ctx context.Context, method, what string, query url.Values, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, f.url+controlPath+what+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := f.judge.http.Do(req)
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
