package reflector_test

import (
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
)

func obj(name, version string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: version}}
}

func newList(version, token string, items ...*metav1.PartialObjectMetadata) *metav1.PartialObjectMetadataList {
	list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: version, Continue: token}}
	for _, item := range items {
		list.Items = append(list.Items, *item)
	}
	return list
}

func added(name, version string) watch.Event {
	return watch.Event{Type: watch.Added, Object: obj(name, version)}
}

func modified(name, version string) watch.Event {
	return watch.Event{Type: watch.Modified, Object: obj(name, version)}
}

func deleted(name, version string) watch.Event {
	return watch.Event{Type: watch.Deleted, Object: obj(name, version)}
}

func bookmark(version string) watch.Event {
	return watch.Event{Type: watch.Bookmark, Object: &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: version}}}
}

// endMarker is the bookmark that ends the initial events.
func endMarker(version string) watch.Event {
	ev := bookmark(version)
	ev.Object.(*metav1.PartialObjectMetadata).Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	return ev
}

func failure(err *apierrors.StatusError) watch.Event {
	return watch.Event{Type: watch.Error, Object: &err.ErrStatus}
}

func expired() *apierrors.StatusError {
	return apierrors.NewResourceExpired("too old resource version")
}

func gone() *apierrors.StatusError {
	return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: http.StatusGone, Reason: metav1.StatusReasonGone}}
}

func tooLarge() *apierrors.StatusError {
	err := apierrors.NewTimeoutError("Too large resource version: 100, current: 50", 1)
	err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge, Message: "Too large resource version"}}
	return err
}

// tooLargeInWords is how servers before 1.17 said it.
func tooLargeInWords() *apierrors.StatusError {
	return apierrors.NewTimeoutError("Too large resource version: 100, current: 50", 1)
}

func serverError() *apierrors.StatusError { return apierrors.NewInternalError(http.ErrHandlerTimeout) }

func tooMany() *apierrors.StatusError { return apierrors.NewTooManyRequests("later", 0) }

func tooManyFor(seconds int) *apierrors.StatusError {
	return apierrors.NewTooManyRequests("later", seconds)
}

// unavailableFor is a 503 that asks for a delay.
func unavailableFor(seconds int32) *apierrors.StatusError {
	err := apierrors.NewServiceUnavailable("starting")
	err.ErrStatus.Details = &metav1.StatusDetails{RetryAfterSeconds: seconds}
	return err
}

// cannotStream is what a server without streaming lists answers.
func cannotStream() *apierrors.StatusError {
	return apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "", nil)
}
