package record_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/workload"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

func TestFileGrowsBesideItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		path := filepath.Join(t.TempDir(), "prod.trace")
		o := c.options(3*time.Second, "pods")
		looked := 0
		o.Progress = func(p record.Progress) {
			if p.Elapsed >= 3*time.Second {
				return
			}
			looked++
			content, err := os.ReadFile(path + record.PartialSuffix)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := count(content); n != 21 || !errors.Is(err, trace.ErrCut) {
				t.Errorf("the partial file has %d records, %v", n, err)
			}
		}
		if _, err := record.ToFile(context.Background(), path, false, o); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if n, readErr := count(content); err != nil || n < 21 || readErr != nil || looked != 2 {
			t.Errorf("%d records, %v, %v; looked %d times", n, err, readErr, looked)
		}
		if _, err := os.Stat(path + record.PartialSuffix); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the partial file is left: %v", err)
		}
		if _, err := record.ToFile(context.Background(), path, false, o); err == nil || !strings.Contains(err.Error(), "--force") {
			t.Errorf("written over: %v", err)
		}
	})
}

// count reads a trace; nil says that it is whole.
func count(content []byte) (n int, err error) {
	r, err := trace.NewReader(bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	for _, err := range r.Records() {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestFileWithNothingInItIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		c.fault = func(w http.ResponseWriter, r request) bool {
			if r.path == "/api/v1/pods" {
				http.Error(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}`, http.StatusForbidden)
			}
			return r.path == "/api/v1/pods"
		}
		dir := t.TempDir()
		_, err := record.ToFile(context.Background(), filepath.Join(dir, "x"), false, c.options(time.Minute, "pods"))
		left, _ := os.ReadDir(dir)
		if err == nil || len(left) != 0 {
			t.Errorf("%v, and left behind: %v", err, left)
		}
	})
}
