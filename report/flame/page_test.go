package flame_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"informerbench/report/flame"
)

// loads finds what a browser would fetch.
var loads = regexp.MustCompile(`(?i)<(link|img|iframe|object|embed|base)\b|<script[^>]*\bsrc\b|@import|url\(\s*["']?https?:|href="https?:`)

func TestThePageIsOneFileThatLoadsNothing(t *testing.T) {
	// The saved settings of whoever makes the page are nobody's business.
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "pprof"), 0o700); err != nil {
		t.Fatal(err)
	}
	settings := `{"configs":[{"name":"my-own-view","focus":"x"}]}`
	if err := os.WriteFile(filepath.Join(home, "pprof", "settings.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	p := small(t)
	flame.LabelStages(p)
	var b bytes.Buffer
	if err := flame.Page(&b, p, flame.PageOptions{ByStage: true}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if found := loads.FindString(page); found != "" {
		t.Errorf("the page has %s", found)
	}
	if strings.Contains(page, "my-own-view") {
		t.Error("the page has the maker's settings")
	}
	for _, want := range []string{"Content-Security-Policy", "default-src 'none'", "mvcc.(*Store).Transaction", "stackViewer(", `"store"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestPagesOfDifferences(t *testing.T) {
	base, p := folded(t, "main;before 1"), folded(t, "main;after 1")
	values := p.Sample[0].Value[1]
	var b bytes.Buffer
	if err := flame.Page(&b, p, flame.PageOptions{Base: base}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"before", "after", `"Value":-10000000`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if p.Sample[0].Value[1] != values {
		t.Error("the profile was changed")
	}
}

// The driver keeps its settings for the whole process; a call must not see those of another.
func TestPagesAreIndependent(t *testing.T) {
	page := func(o flame.PageOptions) string {
		var b bytes.Buffer
		if err := flame.Page(&b, small(t), o); err != nil {
			t.Error(err)
		}
		return b.String()
	}
	want := page(flame.PageOptions{})
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { page(flame.PageOptions{Base: small(t), SampleType: "samples", ByStage: true}) })
		group.Go(func() {
			if page(flame.PageOptions{}) != want {
				t.Error("the page is another one")
			}
		})
	}
	group.Wait()
}

func TestHostileNamesAreNoPartOfThePage(t *testing.T) {
	var b bytes.Buffer
	if err := flame.Page(&b, folded(t, "main;"+strings.ReplaceAll(hostile, ";", "")+" 10"), flame.PageOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script>alert") || strings.Contains(b.String(), "</title></svg>") {
		t.Error("a name is markup")
	}
}

func TestAPageOfNothingIsRefused(t *testing.T) {
	var b bytes.Buffer
	if err := flame.Page(&b, folded(t), flame.PageOptions{}); !errors.Is(err, flame.ErrEmpty) {
		t.Errorf("error %v", err)
	}
	if err := flame.Page(&b, small(t), flame.PageOptions{SampleType: "none"}); err == nil {
		t.Error("an unknown sample type is accepted")
	}
}
