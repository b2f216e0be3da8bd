package apiserver_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

// tableAccept is what kubectl get sends.
const tableAccept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"

func decode[T any](t *testing.T, d *json.Decoder) T {
	t.Helper()
	var v T
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func columnNames(table metav1.Table) (names []string) {
	for _, c := range table.ColumnDefinitions {
		names = append(names, c.Name)
	}
	return names
}

// rowMetadata returns the kind, name and version that travel beside a row's cells.
func rowMetadata(t *testing.T, row metav1.TableRow) string {
	t.Helper()
	var p metav1.PartialObjectMetadata
	if err := json.Unmarshal(row.Object.Raw, &p); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %s %s@%s", p.APIVersion, p.Kind, p.Name, p.ResourceVersion)
}

// kubectl get pods --watch: a table of what there is, then a watch from its version,
// each event a table of one row, the columns in the first only.
func TestKubectlGetWatch(t *testing.T) {
	s := serve(t, source.Options{})
	answer := s.request(t, http.MethodGet, "/api/v1/namespaces/default/pods?limit=500", tableAccept, nil)
	table := decode[metav1.Table](t, json.NewDecoder(answer.Body))
	if table.Kind != "Table" || table.APIVersion != "meta.k8s.io/v1" || table.ResourceVersion != "7" || len(table.Rows) != 5 {
		t.Errorf("the table is %v", table)
	}
	if names := columnNames(table); !slices.Equal(names, []string{"Name", "Ready", "Status", "Restarts", "Age", "IP", "Node"}) {
		t.Errorf("columns are %q", names)
	}
	if cells := fmt.Sprint(table.Rows[0].Cells); cells != "[p1 1/1 Running 2 <unknown> 10.0.0.1 n1]" {
		t.Errorf("the first row is %s", cells)
	}
	if got := rowMetadata(t, table.Rows[0]); got != "meta.k8s.io/v1 PartialObjectMetadata p1@1" {
		t.Errorf("beside the first row is %s", got)
	}

	stream := s.request(t, http.MethodGet, "/api/v1/namespaces/default/pods?resourceVersion=7&watch=true", tableAccept, nil)
	s.apply(t, watch.Added, pod("p6", 0))
	s.apply(t, watch.Deleted, pod("p6", 0))
	events := json.NewDecoder(stream.Body)
	for i, want := range []string{"ADDED p6@8", "DELETED p6@9"} {
		event := decode[metav1.WatchEvent](t, events)
		var row metav1.Table
		if err := json.Unmarshal(event.Object.Raw, &row); err != nil {
			t.Fatal(err)
		}
		if len(row.Rows) != 1 || (len(row.ColumnDefinitions) > 0) != (i == 0) {
			t.Fatalf("event %d is %v", i, row)
		}
		if got := rowMetadata(t, row.Rows[0]); event.Type+" "+got != strings.Replace(want, " ", " meta.k8s.io/v1 PartialObjectMetadata ", 1) {
			t.Errorf("event %d is %s %s, want %s", i, event.Type, got, want)
		}
	}
}

func TestTablesIncludeWhatTheRequestSays(t *testing.T) {
	s := serve(t, source.Options{})
	for include, want := range map[string]string{"": `"kind":"PartialObjectMetadata"`, "Metadata": `"kind":"PartialObjectMetadata"`, "Object": `"kind":"Pod"`, "None": `"object":null`} {
		answer := s.request(t, http.MethodGet, "/api/v1/namespaces/default/pods/p1?includeObject="+include, tableAccept, nil)
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("includeObject=%s: %v, %s", include, err, body)
		}
	}
	if code := s.request(t, http.MethodGet, "/api/v1/pods?includeObject=All", tableAccept, nil).StatusCode; code != http.StatusBadRequest {
		t.Errorf("an unknown policy answers %d", code)
	}
	// Each row of a list has an object of its own.
	answer := s.request(t, http.MethodGet, "/api/v1/pods?includeObject=Object", tableAccept, nil)
	table := decode[metav1.Table](t, json.NewDecoder(answer.Body))
	if got := rowMetadata(t, table.Rows[0]) + rowMetadata(t, table.Rows[4]); got != "v1 Pod p1@1v1 Pod p5@5" {
		t.Errorf("rows include %s", got)
	}
}

func TestEveryResourceHasATable(t *testing.T) {
	s := serve(t, source.Options{})
	for _, r := range workload.Resources() {
		if r != workload.Pods && r != workload.Nodes && r != workload.Widgets {
			o := r.New()
			o.(metav1.Object).SetName("x")
			o.(metav1.Object).SetNamespace("default")
			if err := s.Apply(workload.Event{Resource: r, Type: watch.Added, Object: o}); err != nil {
				t.Fatal(err)
			}
		}
		path := "/apis/" + r.GroupVersionKind().GroupVersion().String()
		if r.GroupVersionKind().Group == "" {
			path = "/api/v1"
		}
		answer := s.request(t, http.MethodGet, path+"/"+string(r), tableAccept, nil)
		table := decode[metav1.Table](t, json.NewDecoder(answer.Body))
		if len(table.Rows) == 0 || len(table.Rows[0].Cells) != len(table.ColumnDefinitions) {
			t.Errorf("the table of %s is %v", r, table)
		}
	}
}
