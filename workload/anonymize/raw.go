package anonymize

import (
	"bytes"
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// visitBytes replaces bytes of which nothing is known.
func visitBytes(a *Anonymizer, v reflect.Value) {
	if b := v.Bytes(); len(b) > 0 {
		copy(b, a.prf.stream(domainBytes, bytes.Clone(b), len(b)))
	}
}

func visitFields(a *Anonymizer, v reflect.Value) {
	fields := v.Addr().Interface().(*metav1.FieldsV1)
	fields.SetRawString(a.jsonObject(fields.GetRawString()))
}

func visitRaw(a *Anonymizer, v reflect.Value) {
	raw := v.Addr().Interface().(*runtime.RawExtension)
	raw.Raw, raw.Object = []byte(a.jsonObject(string(raw.Raw))), nil
}

// visitIntOrString keeps percentages, which are numbers.
func visitIntOrString(a *Anonymizer, v reflect.Value) {
	value := v.Addr().Interface().(*intstr.IntOrString)
	if number, ok := strings.CutSuffix(value.StrVal, "%"); ok && len(number) <= 3 && strings.Trim(number, decimal) == "" {
		return
	}
	value.StrVal = a.name(value.StrVal)
}

// The object that stands in for another: one field with a hash for a name.
const objectBegin, objectEnd = `{"f:`, `":{}}`

// jsonObject replaces JSON by an object of equal length, which is the same for equal JSON.
func (a *Anonymizer) jsonObject(raw string) string {
	hashed := len(raw) - len(objectBegin) - len(objectEnd)
	if hashed <= 0 {
		if len(raw) < len("{}") {
			return raw
		}
		return "{" + strings.Repeat(" ", len(raw)-len("{}")) + "}"
	}
	return a.cached('j', raw, func(raw string) string {
		return objectBegin + string(a.prf.letters(domainText, []byte(raw), hashed, lower)) + objectEnd
	})
}
