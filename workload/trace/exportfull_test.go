package trace_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"informerbench/workload/trace"
)

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A full disk is one line, not one from the encoder and one from the flush.
func TestAFullDiskIsSaidOnce(t *testing.T) {
	var file bytes.Buffer
	text := `{"format":"ibtrace","version":"2","header":{"kind":"recording","resources":[{"version":"v1","resource":"pods","kind":"Pod","namespaced":true}]}}` + "\n"
	text += `{"offsetNs":1,"phase":"listed","type":"ADDED","resource":"pods","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"b","uid":"c","resourceVersion":"1"},"spec":{"nodeName":"` + strings.Repeat("n", 1<<17) + `"}}}` + "\n"
	if err := trace.Import(t.Context(), &file, io.MultiReader(strings.NewReader(text), strings.NewReader("{\"end\":{}}\n"))); err != nil {
		t.Fatal(err)
	}
	r, err := trace.NewReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	if err := trace.Export(t.Context(), fullDisk{}, r); err == nil || strings.Count(err.Error(), "no space left") != 1 {
		t.Errorf("want it once: %v", err)
	}
}
