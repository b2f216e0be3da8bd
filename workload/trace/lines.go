package trace

import (
	"encoding/json"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"

	"informerbench/workload"
)

// line is one line of a trace as text. The first has Format, Version and Header, the
// last has End, and each one between them is a record.
type line struct {
	Format  string  `json:"format,omitempty"`
	Version string  `json:"version,omitempty"`
	Header  *Header `json:"header,omitempty"`

	OffsetNs int64           `json:"offsetNs,omitempty"`
	Phase    string          `json:"phase,omitempty"`
	GapNs    int64           `json:"gapNs,omitempty"`
	Type     string          `json:"type,omitempty"`
	Resource string          `json:"resource,omitempty"`
	Object   json.RawMessage `json:"object,omitempty"`

	End *Summary `json:"end,omitempty"`
}

// maxLine is the longest line that Import reads: the largest record, and what escapes in
// JSON add to it.
const maxLine = 4 * MaxRecord

// toJSON gives an object with its apiVersion and kind. The object is the caller's own and
// may be changed.
func (k objectKind) toJSON(o runtime.Object) (json.RawMessage, error) {
	o.GetObjectKind().SetGroupVersionKind(k.GVK)
	return json.Marshal(o)
}

// fromJSON refuses fields that the kind does not have: leaving them out would make another object.
func (k objectKind) fromJSON(data []byte) (runtime.Object, error) {
	if len(data) == 0 {
		return nil, errors.New("no object")
	}
	if k.goType == nil {
		return k.decode(nil, data)
	}
	strict := kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, kjson.SerializerOptions{Strict: true})
	object, actual, err := strict.Decode(data, &k.GVK, nil)
	if err != nil {
		return nil, err
	}
	object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return object, k.check(*actual)
}

// record checks a line that is no first or last one.
func (l line) record(t *Writer) (Record, error) {
	kind, _, err := t.codec.find(workload.Resource(l.Resource))
	if err != nil {
		return Record{}, err
	}
	phase, err := ParsePhase(l.Phase)
	if err != nil {
		return Record{}, err
	}
	object, err := kind.fromJSON(l.Object)
	if err != nil {
		return Record{}, err
	}
	r := Record{Offset: time.Duration(l.OffsetNs), Phase: phase, Gap: time.Duration(l.GapNs)}
	r.Resource, r.Object = kind.Resource, object
	r.Type, err = parseType([]byte(l.Type))
	return r, err
}
