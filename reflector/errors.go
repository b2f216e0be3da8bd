package reflector

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// isExpired: the server no longer has the version. Both reasons of a 410 count,
// as servers have sent either (kubernetes-client/java#1829).
func isExpired(err error) bool {
	return apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
}

const tooLargeMessage = "Too large resource version"

// isTooLarge: the server has not reached the version yet. Servers before 1.19
// said so only in words, in a cause or in the message of a timeout.
func isTooLarge(err error) bool {
	if apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge) {
		return true
	}
	if !apierrors.IsTimeout(err) {
		return false
	}
	var api apierrors.APIStatus
	if !errors.As(err, &api) || api.Status().Details == nil {
		return false
	}
	for _, cause := range api.Status().Details.Causes {
		if cause.Message == tooLargeMessage {
			return true
		}
	}
	return strings.Contains(api.Status().Message, tooLargeMessage)
}

// isUnavailable: the request can be repeated at once with no version.
func isUnavailable(err error) bool { return isExpired(err) || isTooLarge(err) }

// isAway: the server cannot answer now, and probably can continue a watch where
// it was later. Listing again would only add to its load.
func isAway(err error) bool {
	return utilnet.IsConnectionRefused(err) || apierrors.IsTooManyRequests(err)
}

// askedDelay is how long the server asked to be left alone; zero if it did not. It
// says so with 429 and 5xx, as a status (Retry-After) and in a stream. client-go's
// REST client waits by itself, and repeats such a request up to ten times, where the
// header is there; so what comes here are the eleventh refusal, those without the
// header, and those in a stream. A version too large asks for a delay, too; but then
// another version is asked for, and that need not wait.
func askedDelay(err error) time.Duration {
	if err == nil || isUnavailable(err) {
		return 0
	}
	seconds, _ := apierrors.SuggestsClientDelay(err)
	return max(0, time.Duration(seconds)*time.Second)
}

// reasonOf names the failure of a watch for the counters.
func reasonOf(err error) Reason {
	var api apierrors.APIStatus
	switch {
	case isExpired(err):
		return ReasonExpired
	case isTooLarge(err):
		return ReasonTooLarge
	case errors.Is(err, errNoAnswer):
		return ReasonNoAnswer
	case errors.As(err, &api) && api.Status().Code >= http.StatusInternalServerError:
		return ReasonInternal
	default:
		return ReasonOther
	}
}

// logFailure is the default WatchErrorHandler: ordinary ends of a connection
// are whispered, everything else goes through the process's error handlers, as
// with client-go's default.
func (r *Reflector) logFailure(ctx context.Context, err error) {
	log := klog.FromContext(ctx)
	switch {
	case isExpired(err):
		log.V(4).Info("Watch closed", "reflector", r.o.Name, "type", r.o.TypeDescription, "err", err)
	case errors.Is(err, io.EOF):
	case errors.Is(err, io.ErrUnexpectedEOF):
		log.V(1).Info("Watch closed with unexpected EOF", "reflector", r.o.Name, "type", r.o.TypeDescription, "err", err)
	default:
		utilruntime.HandleErrorWithContext(ctx, err, "Failed to watch", "reflector", r.o.Name, "type", r.o.TypeDescription)
	}
}
