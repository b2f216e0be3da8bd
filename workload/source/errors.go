package source

import (
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"informerbench/workload"
)

// The errors are those of an API server, so that clients take their usual branches.

func notFound(k workload.Kind, name string) error {
	return apierrors.NewNotFound(k.GVR().GroupResource(), name)
}

func alreadyExists(k workload.Kind, name string) error {
	return apierrors.NewAlreadyExists(k.GVR().GroupResource(), name)
}

func tooOld(version, oldest uint64) *apierrors.StatusError {
	return apierrors.NewResourceExpired(fmt.Sprintf("too old resource version: %d (%d)", version, oldest))
}

func expiredPage() error {
	return apierrors.NewResourceExpired("The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.")
}

func tooNew(version, current uint64) error {
	err := apierrors.NewTimeoutError(fmt.Sprintf("Too large resource version: %d, current: %d", version, current), 1)
	err.ErrStatus.Details.Causes = []metav1.StatusCause{{
		Type:    metav1.CauseTypeResourceVersionTooLarge,
		Message: "Too large resource version",
	}}
	return err
}

func invalidVersion(version string, cause error) error {
	return apierrors.NewBadRequest(field.Invalid(field.NewPath("resourceVersion"), version, cause.Error()).Error())
}
