package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	cdp "github.com/chromedp/cdproto/page"
)

var (
	screenshots = flag.String("screenshots", "", "folder for pictures of the pages")
	parts       = flag.Int("parts", 3, "how many pictures of 1,400 pixels' height from the top of each page")
	unfold      = flag.Bool("unfold", false, "take the pictures with everything unfolded")
)

const partHeight = 1400

// shoot leaves pictures of the page as it is laid out, if they were asked for.
func shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *screenshots == "" {
		return
	}
	if err := os.MkdirAll(*screenshots, 0o755); err != nil {
		t.Fatal(err)
	}
	if *unfold {
		evaluate[string](t, ctx, openAll)
	}
	height := evaluate[float64](t, ctx, `document.documentElement.scrollHeight`)
	width := evaluate[float64](t, ctx, `document.documentElement.clientWidth`)
	for i := range *parts {
		top := float64(i * partHeight)
		if top >= height {
			return
		}
		beyond := true
		picture := call(t, ctx, cdp.CaptureScreenshot, cdp.CaptureScreenshotParams{
			Clip: &cdp.Viewport{Y: top, Width: width, Height: min(partHeight, height-top), Scale: 1}, CaptureBeyondViewport: &beyond,
		}).Data
		if err := os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("%s-%d.png", name, i+1)), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
