package apiserver

import (
	"fmt"
	"io"
	"mime"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"

	"informerbench/workload"
)

// maxBody is the API server's limit.
const maxBody = 3 << 20

// object is what the objects of every kind are.
type object interface {
	runtime.Object
	metav1.Object
}

// readObject decodes a request's object and checks that it belongs where it was sent.
func readObject(w http.ResponseWriter, r *http.Request, t target) (object, error) {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	isProtobuf := mediaType == protobufType && t.kind.Typed()
	if r.Header.Get("Content-Type") != "" && (err != nil || mediaType != jsonType && !isProtobuf) {
		return nil, failure(http.StatusUnsupportedMediaType, metav1.StatusReasonUnsupportedMediaType,
			fmt.Sprintf("the body of the request was in an unknown format %q", r.Header.Get("Content-Type")))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, apierrors.NewRequestEntityTooLargeError(err.Error())
	}
	decoded, err := decode(body, t.kind)
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	o, ok := decoded.(object)
	if !ok || decoded.GetObjectKind().GroupVersionKind() != t.kind.GVK {
		return nil, apierrors.NewBadRequest(fmt.Sprintf("the object is %v, not %v", decoded.GetObjectKind().GroupVersionKind(), t.kind.GVK))
	}
	if _, ok := decoded.(runtime.Unstructured); !ok {
		decoded.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{}) // as all others in the source
	}
	return o, place(o, t)
}

func decode(body []byte, k workload.Kind) (runtime.Object, error) {
	kind := k.GVK
	if !k.Typed() {
		decoded, _, err := unstructured.UnstructuredJSONScheme.Decode(body, &kind, nil)
		return decoded, err
	}
	decoded, actual, err := scheme.Codecs.UniversalDeserializer().Decode(body, &kind, nil)
	if err == nil {
		decoded.GetObjectKind().SetGroupVersionKind(*actual)
	}
	return decoded, err
}

// place gives the object the namespace and name of the path, where it has none.
func place(o object, t target) error {
	if o.GetNamespace() == "" {
		o.SetNamespace(t.namespace)
	}
	if o.GetName() == "" {
		o.SetName(t.name)
	}
	if o.GetNamespace() != t.namespace {
		return apierrors.NewBadRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	if t.name != "" && o.GetName() != t.name {
		return apierrors.NewBadRequest("the name of the object does not match the name on the URL")
	}
	return nil
}
