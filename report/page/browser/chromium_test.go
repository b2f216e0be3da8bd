package browser

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is a guard against a browser that hangs, and no measure of anything.
const patience = 5 * time.Minute

// findChromium returns the browser's program, or skips the test.
func findChromium(t *testing.T) string {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no browser: install chromium, or set CHROMIUM to its program")
	return ""
}

// browse starts a browser that ends with the test.
func browse(t *testing.T) context.Context {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(findChromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("no-zygote", true), chromedp.Flag("disable-dev-shm-usage", true)) // needed as root, and where memory is little
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// do fails the test if a step does.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// call sends a command of the browser's protocol.
func call[P, R any](t *testing.T, ctx context.Context, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// evaluate runs a script in the page and returns what it gives.
func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// look is a size of the window and a scheme of colours.
type look struct {
	name   string
	width  int64
	scheme string
}

var looks = []look{{"light-wide", 1280, "light"}, {"dark-wide", 1280, "dark"}, {"light-phone", 360, "light"}, {"dark-phone", 360, "dark"}}

func (l look) apply(t *testing.T, ctx context.Context) {
	t.Helper()
	call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}},
	})
	call(t, ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: l.width, Height: 900, DeviceScaleFactor: 1, Mobile: l.width < 500,
	})
}

// complaints collects what the browser says against the page, and what the page asks for.
type complaints struct {
	mu    sync.Mutex // events come from the browser's goroutine
	texts []string
}

func (c *complaints) add(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.texts = append(c.texts, text)
}

func (c *complaints) check(t *testing.T) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, text := range c.texts {
		t.Error(text)
	}
}

// listen must come before the page is opened at the address.
func listen(t *testing.T, ctx context.Context, address string) *complaints {
	t.Helper()
	c := &complaints{}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *log.EventEntryAdded:
			c.add("the browser's log: " + e.Entry.Text)
		case *runtime.EventConsoleAPICalled:
			c.add("the page wrote to the console")
		case *runtime.EventExceptionThrown:
			c.add("a script failed: " + e.ExceptionDetails.Text)
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; url != address && !strings.HasPrefix(url, "data:") {
				c.add("the page asked for " + url)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(t, ctx, log.Enable, cdp.Empty{})
	call(t, ctx, network.Enable, network.EnableParams{})
	call(t, ctx, runtime.Enable, cdp.Empty{})
	return c
}
