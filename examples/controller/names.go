package main

import (
	"log/slog"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// deploymentName is the name of a Deployment, also of a deleted one: where the watch
// missed the deletion, a handler gets a cache.DeletedFinalStateUnknown in its place.
func deploymentName(obj any) (cache.ObjectName, bool) {
	name, err := cache.DeletionHandlingObjectToName(obj)
	if err != nil {
		slog.Error("an object without a name", "error", err)
	}
	return name, err == nil
}

// ownerName is the name of the Deployment that a summary belongs to, so that one which
// somebody else changed or deleted is put right.
func ownerName(obj any) (cache.ObjectName, bool) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	summary, ok := obj.(metav1.Object)
	if !ok {
		return cache.ObjectName{}, false
	}
	owner := metav1.GetControllerOf(summary)
	if owner == nil || owner.Kind != deploymentKind.Kind || owner.APIVersion != appsv1.SchemeGroupVersion.String() {
		return cache.ObjectName{}, false
	}
	return cache.NewObjectName(summary.GetNamespace(), owner.Name), true
}
