package wire_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/workload"
)

// However a server writes a list in JSON, it is what client-go's clients make of it.
func TestListsOfEveryShapeEqualClientGos(t *testing.T) {
	const item = `{"metadata":{"name":"a","labels":{"x\"]}":"\\"}},"data":{"b":"c"}}`
	for _, list := range []string{
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[` + item + `,` + item + `]}`,
		`{"items":[` + item + `],"metadata":{"resourceVersion":"5","continue":"t","remainingItemCount":3},"kind":"ConfigMapList","apiVersion":"v1"}` + " \n",
		` { "kind" : "ConfigMapList" , "apiVersion":"v1", "items" : [ ` + item + " ,\n" + item + ` ] , "metadata" : { } } `,
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[ ]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":null}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":null}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","metadata":{},"items":[null,` + item + `]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","other":[{"items":[1]}],"number":-1.5e3,"yes":true,"items":[` + item + `]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}}]}`,
		`{"\u0069tems":[` + item + `],"kind":"ConfigMapList","apiVersion":"v1"}`,
		`{"Items":[` + item + `],"kind":"ConfigMapList","apiVersion":"v1"}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":{}}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":7}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[,]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[` + item + `,]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[` + item + ` ` + item + `]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[{]}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[` + item + `]}}`,
		`{"kind":"ConfigMapList","apiVersion":"v1","items":[` + item + `],}`,
		`{"kind":"ConfigMapList" "apiVersion":"v1"}`, `{"kind":}`, `{7:8}`, `{,}`, `{`, `{}}`, ``, ` `,
	} {
		s := typedAndDynamic(t, body(asJSON, []byte(list)))
		for _, c := range s {
			want, wantErr := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
			got, err := c.wire.ListWithContext(t.Context(), metav1.ListOptions{})
			if (err == nil) != (wantErr == nil) {
				t.Errorf("%s\n%s: error %v, client-go has %v", c.name, list, err, wantErr)
			} else if err == nil {
				equal(t, got, want)
			}
		}
	}
}

func typedAndDynamic(t testing.TB, f transport) []cell {
	s := f.server()
	return []cell{s.typed(t, workload.ConfigMaps, asJSON, nil), s.dynamic(t, workload.ConfigMaps, nil)}
}
