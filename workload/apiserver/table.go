package apiserver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

var tableKind = metav1.TypeMeta{Kind: "Table", APIVersion: metav1.SchemeGroupVersion.String()}

// tableMaker turns objects into the tables that kubectl prints: one row an object,
// with the object's metadata (or the whole of it, or nothing) beside the cells.
type tableMaker struct {
	columns  []column
	include  metav1.IncludeObjectPolicy
	whole    *encoder // shapes included objects
	headless bool     // the columns have been sent: a watch tells them once
}

func newTableMaker(r *http.Request, kind workload.Kind) (*tableMaker, error) {
	m := &tableMaker{columns: columnsOf(kind), include: metav1.IncludeMetadata}
	switch include := metav1.IncludeObjectPolicy(r.URL.Query().Get("includeObject")); include {
	case "":
	case metav1.IncludeNone, metav1.IncludeMetadata, metav1.IncludeObject:
		m.include = include
	default:
		return nil, apierrors.NewBadRequest(fmt.Sprintf("unrecognized includeObject value: %q", include))
	}
	m.whole = newEncoder(form{}, kind.GVK)
	return m, nil
}

func (m *tableMaker) table(meta metav1.ListMeta, objects []runtime.Object) *metav1.Table {
	t := &metav1.Table{TypeMeta: tableKind, ListMeta: meta, Rows: make([]metav1.TableRow, 0, len(objects))}
	if !m.headless {
		for _, c := range m.columns {
			t.ColumnDefinitions = append(t.ColumnDefinitions, c.definition)
		}
	}
	now := time.Now()
	for _, object := range objects {
		row := metav1.TableRow{Cells: make([]any, len(m.columns)), Object: m.included(object)}
		for i, c := range m.columns {
			row.Cells[i] = c.cell(object, now)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (m *tableMaker) included(object runtime.Object) runtime.RawExtension {
	switch m.include {
	case metav1.IncludeNone:
		return runtime.RawExtension{}
	case metav1.IncludeObject:
		m.whole.scratch = nil // rows outlive one another
		return runtime.RawExtension{Object: m.whole.shaped(object)}
	}
	return runtime.RawExtension{Object: metadataOf(object)}
}

// event returns the table of one watch event: a single row. The first one of a watch
// defines the columns, and clients keep them. A bookmark has a row too, whose
// metadata carries the version.
func (m *tableMaker) event(event *watch.Event) *metav1.Table {
	version := event.Object.(metav1.Object).GetResourceVersion()
	t := m.table(metav1.ListMeta{ResourceVersion: version}, []runtime.Object{event.Object})
	m.headless = true
	return t
}

func writeTable(w http.ResponseWriter, r *http.Request, kind workload.Kind, meta metav1.ListMeta, objects []runtime.Object) error {
	m, err := newTableMaker(r, kind)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", jsonType)
	out := bufio.NewWriterSize(w, bufferSize)
	if json.NewEncoder(out).Encode(m.table(meta, objects)) != nil || out.Flush() != nil {
		panic(http.ErrAbortHandler) // the status is sent: only a cut answer shows the failure
	}
	return nil
}
