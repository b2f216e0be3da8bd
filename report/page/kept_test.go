package page_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/report/page"
)

// Informers that keep objects in different ways are compared with client-go's as it ships, apart from other informers.
func TestWaysToKeepObjectsAreCompared(t *testing.T) {
	var b strings.Builder
	b.WriteString("Unit heap-B/object better=lower\n")
	for i := range 10 {
		for informer, kept := range map[string]string{"clientgo": "plain", "clientgo-again": "plain", "clientgo+share": "share", "wire+strip+share": "strip-share"} {
			heap := map[string]int{"plain": 15_800, "share": 5400, "strip-share": 4500}[kept]
			fmt.Fprintf(&b, "BenchmarkCompactMemory/informer=%s/kept=%s/pods=1000/profile=real/gogc=25-2 1 %d heap-B/object\n", informer, kept, heap+i)
		}
		fmt.Fprintf(&b, "BenchmarkCompactMemory/informer=clientgo/pods=1000-2 1 %d heap-B/object\n", 100+i)
	}
	html, markdown := written(t, read(t, b.String()), page.Options{})
	checkHTML(t, "ways to keep objects", html)
	wantAll(t, "the HTML", html, "How objects are kept in memory", "Memory of objects that are kept", "wire&#43;strip&#43;share", "Whole informers")
	wantAll(t, "the Markdown", markdown, "wire+strip+share")
	if strings.Contains(markdown, "kept=") {
		t.Errorf("the key is taken for a setting:\n%s", markdown)
	}
}
