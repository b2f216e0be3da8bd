package trace_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// A resource that neither the generator nor client-go knows.
var gadgets = workload.Kind{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "example.org", Version: "v1beta1", Kind: "Gadget"}}

func record(at time.Duration, p trace.Phase, r workload.Resource, t watch.EventType, o runtime.Object) trace.Record {
	return trace.Record{Offset: at, Phase: p, Event: workload.Event{Resource: r, Type: t, Object: o}}
}

func secret(version string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "s", ResourceVersion: version}}
}

// mixed is a recording of one kind that client-go knows and the generator does not, and of
// one that neither knows, with every phase.
func mixed(t *testing.T) ([]trace.Record, trace.Summary, []byte) {
	gadget := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.org/v1beta1", "kind": "Gadget", "metadata": map[string]any{"name": "g"},
		"spec": map[string]any{"n": int64(1) << 60, "f": 0.5, "list": []any{"<&>", nil, true}}}}
	bookmark := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "12"}}
	records := []trace.Record{
		record(time.Millisecond, trace.Listed, "secrets", watch.Added, secret("5")),
		record(time.Millisecond, trace.Listed, "gadgets", watch.Added, gadget),
		record(2*time.Millisecond, trace.Bookmark, "secrets", watch.Bookmark, bookmark),
		record(time.Second, trace.Watched, "secrets", watch.Modified, secret("13")),
		record(time.Hour, trace.Relisted, "secrets", watch.Deleted, secret("13")),
	}
	summary := trace.Summary{Ended: "after 2h", Span: 2 * time.Hour, Listed: true, Relists: 1, DroppedObjects: 2, DroppedBytes: 3}
	var file bytes.Buffer
	h := trace.Header{Kind: trace.Recording, Started: time.Unix(1, 0).UTC(), Anonymized: true, Dropped: "data",
		Resources: []trace.ResourceInfo{{Version: "v1", Kind: "Secret", Resource: "secrets", Namespaced: true}, trace.InfoOf(gadgets)}}
	w, err := trace.NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	w.SetSummary(summary)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Written() != int64(file.Len()) {
		t.Errorf("%d bytes written, the file has %d", w.Written(), file.Len())
	}
	summary.Records = int64(len(records))
	return records, summary, file.Bytes()
}

func TestRecordingOfAnyKindComesBackEqual(t *testing.T) {
	want, summary, file := mixed(t)
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if h := r.Header(); !h.Anonymized || h.Dropped != "data" || !h.Started.Equal(time.Unix(1, 0)) || h.Resources[1].AsKind() != gadgets {
		t.Errorf("header %+v", h)
	}
	if _, ok := r.Summary(); ok {
		t.Error("a summary before the end")
	}
	var got []trace.Record
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, record)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if end, ok := r.Summary(); !ok || end != summary {
		t.Errorf("summary %+v, want %+v", end, summary)
	}
	if n, err := drain(bytes.NewReader(file)); n != len(want)-1 || err != io.EOF {
		t.Errorf("%d events without the bookmark, %v", n, err)
	}
}

func TestAnyZstdUnpacksATrace(t *testing.T) {
	records, _, file := mixed(t)
	z, err := zstd.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(plain, []byte("k8s\x00")); n != len(records)-1 || plain[0] != 'H' {
		t.Errorf("%d protobuf objects, want %d; %q", n, len(records)-1, plain[:20])
	}
}

// The record begins as the message that the API sends for a watch event.
func TestRecordsAreWatchEvents(t *testing.T) {
	_, _, file := mixed(t)
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	plain, err := z.DecodeAll(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	skip := func() []byte { // one record with a length of two bytes
		n := int(plain[1]&0x7f) | int(plain[2])<<7
		payload := plain[3 : 3+n]
		plain = plain[3+n:]
		return payload
	}
	skip()
	n := int(plain[1]) // under 128
	var e metav1.WatchEvent
	if err := e.Unmarshal(plain[2 : 2+n]); err != nil || e.Type != "ADDED" || !bytes.HasPrefix(e.Object.Raw, []byte("k8s\x00")) {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestWriterRefusesRecordsThatMakeNoSense(t *testing.T) {
	for name, c := range map[string]struct {
		records []trace.Record
		want    string
	}{
		"offset falls": {[]trace.Record{
			record(2, trace.Watched, workload.Leases, watch.Deleted, workload.Leases.New()),
			record(1, trace.Watched, workload.Leases, watch.Deleted, workload.Leases.New())}, "offsets never fall"},
		"list deletes":   {[]trace.Record{record(0, trace.Listed, workload.Pods, watch.Deleted, &corev1.Pod{})}, "a first list only adds"},
		"bookmark phase": {[]trace.Record{record(0, trace.Bookmark, workload.Pods, watch.Added, &corev1.Pod{})}, "bookmarks, and only they"},
		"error event":    {[]trace.Record{record(0, trace.Watched, workload.Pods, watch.Error, &metav1.Status{})}, `"ERROR"`},
		"another kind":   {[]trace.Record{record(0, trace.Listed, workload.Pods, watch.Added, &corev1.Node{})}, "*v1.Node where a *v1.Pod belongs"},
	} {
		w := newRecording(t, io.Discard)
		var err error
		for _, r := range c.records {
			err = w.WriteRecord(r)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
	twice := trace.Header{Kind: trace.Recording, Resources: []trace.ResourceInfo{trace.InfoOf(gadgets), trace.InfoOf(gadgets)}}
	for want, h := range map[string]trace.Header{"two resources named": twice, "0 resources": {Kind: trace.Recording}} {
		if _, err := trace.NewWriter(io.Discard, h); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

// A block grows to a MiB and no further, however much comes before a Flush.
func TestBlocksAreWrittenWhenTheyAreFull(t *testing.T) {
	var file bytes.Buffer
	w := newRecording(t, &file)
	before := file.Len()
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: strings.Repeat("x", 100_000)}}
	for range 11 {
		if err := w.WriteRecord(record(0, trace.Watched, workload.Pods, watch.Modified, p)); err != nil {
			t.Fatal(err)
		}
	}
	if file.Len() == before {
		t.Error("1.1 MB were written and nothing has come out")
	}
	if n, err := drain(bytes.NewReader(file.Bytes())); n != 11 || !errors.Is(err, trace.ErrCut) {
		t.Errorf("%d records, %v", n, err)
	}
}
