package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// openAll opens what is folded, so that it is laid out and checked, too.
const openAll = `document.querySelectorAll('details').forEach(d => { d.open = true }); document.title`

// tooWide lists elements that reach beyond the window, outside of what scrolls by itself.
const tooWide = `(() => {
  const w = document.documentElement.clientWidth, out = []
  if (document.documentElement.scrollWidth > w) out.push('the page scrolls sideways: ' + document.documentElement.scrollWidth + ' > ' + w)
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.scroll, .skip, defs') || e.tagName === 'title' || e.tagName === 'desc') continue
    const r = e.getBoundingClientRect()
    if (r.width && (r.right > w + 1 || r.left < -1)) out.push(e.tagName + '.' + (e.getAttribute('class') || '') + ' ' + e.textContent.slice(0, 40) + ' ' + Math.round(r.left) + '..' + Math.round(r.right))
  }
  return out.slice(0, 8)
})()`

// covered lists labels of one drawing that cover each other.
const covered = `(() => {
  const out = []
  for (const svg of document.querySelectorAll('svg.chart')) {
    const all = [...svg.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()])
    for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) {
      const a = all[i][1], b = all[j][1]
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
        out.push(svg.querySelector('title').textContent + ': "' + all[i][0] + '" and "' + all[j][0] + '"')
    }
  }
  return out.slice(0, 8)
})()`

// unnamed counts verdicts that do not show, in either form, in which figures somebody is worse, or show it twice.
const unnamed = `(() => {
  const shown = e => e.getBoundingClientRect().height > 0
  return [...document.querySelectorAll('.verdict')].filter(v => v.querySelector('.stacked') &&
    [...v.querySelectorAll('.stacked, .beside')].filter(shown).length !== 1).length
})()`

func TestPagesInABrowser(t *testing.T) {
	ctx := browse(t)
	for name := range reports {
		t.Run(name, func(t *testing.T) {
			path, raw := writeReport(t, name)
			address := "file://" + path
			said := listen(t, ctx, address)
			for _, l := range looks {
				if name == "stores" && l.scheme == "dark" {
					continue // the largest page; its layout is that of the light one
				}
				l.apply(t, ctx)
				do(t, ctx, chromedp.Navigate(address))
				shoot(t, ctx, name+"-"+l.name)
				title := evaluate[string](t, ctx, openAll)
				if title == "owned" || title == "" {
					t.Errorf("%s: the title is %q", l.name, title)
				}
				for _, what := range evaluate[[]string](t, ctx, tooWide) {
					t.Errorf("%s: too wide: %s", l.name, what)
				}
				if n := evaluate[int](t, ctx, unnamed); n > 0 {
					t.Errorf("%s: %d verdicts do not name gains and losses exactly once", l.name, n)
				}
				for _, what := range evaluate[[]string](t, ctx, covered) {
					t.Errorf("%s: labels cover each other: %s", l.name, what)
				}
			}
			checkNames(t, ctx)
			checkKeyboard(t, ctx, address)
			checkDownload(t, ctx, raw)
			said.check(t)
		})
	}
}

// checkNames: a screen reader must find every drawing, and a name for it.
func checkNames(t *testing.T, ctx context.Context) {
	t.Helper()
	drawings := evaluate[int](t, ctx, `document.querySelectorAll('svg[role=img]').length`)
	call(t, ctx, accessibility.Enable, cdp.Empty{})
	nodes := call(t, ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	images, tables := 0, 0
	for _, n := range nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role, name := string(n.Role.Value), ""
		if n.Name != nil {
			name = string(n.Name.Value)
		}
		switch role {
		case `"image"`, `"img"`:
			images++
		case `"table"`:
			tables++
		default:
			continue
		}
		if name == "" || name == `""` {
			t.Errorf("a %s has no name", role)
		}
	}
	if images != drawings || drawings == 0 {
		t.Errorf("%d drawings, of which a screen reader finds %d", drawings, images)
	}
	if tables == 0 {
		t.Error("a screen reader finds no table")
	}
}

// checkKeyboard: the first stop is the link that skips the contents, and all that scrolls
// can be reached.
func checkKeyboard(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	do(t, ctx, chromedp.Navigate(address), chromedp.KeyEvent("\t"))
	if class := evaluate[string](t, ctx, `document.activeElement.className`); class != "skip" {
		t.Errorf("the first stop of the keyboard is %q", class)
	}
	if n := evaluate[int](t, ctx, `[...document.querySelectorAll('.scroll')].filter(e => e.tabIndex !== 0 || !e.getAttribute('aria-label')).length`); n > 0 {
		t.Errorf("%d parts that scroll cannot be reached by the keyboard", n)
	}
}

// checkDownload clicks the link to the raw data and compares what arrives.
func checkDownload(t *testing.T, ctx context.Context, want []byte) {
	t.Helper()
	dir := t.TempDir()
	done := make(chan string, 1)
	listening, stop := context.WithCancel(ctx)
	defer stop()
	err := chromedp.ListenBrowser(listening, func(event any) {
		if e, ok := event.(*browser.EventDownloadProgress); ok && e.State != browser.DownloadProgressStateInProgress {
			select {
			case done <- string(e.State):
			default:
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	events := true
	if _, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: dir, EventsEnabled: &events,
	}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Click(`a[download]`))
	select {
	case <-done:
	case <-ctx.Done():
		t.Fatal("the raw data did not arrive")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files arrived, error %v", len(files), err)
	}
	data, err := os.ReadFile(filepath.Join(dir, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the raw data has %d bytes, want %d; error %v", len(got), len(want), err)
	}
}
