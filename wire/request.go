package wire

import (
	"context"
	"io"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/rest"
)

const (
	jsonType     = "application/json"
	protobufType = "application/vnd.kubernetes.protobuf"
)

// accept is the Accept header. Every form falls back to JSON, for servers that know
// nothing else.
func (s *Source) accept(watch bool) string {
	as := ""
	if s.objects.form == metadata {
		as = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
		if watch {
			as = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
		}
	}
	header := jsonType + as
	if !s.objects.json {
		header = protobufType + as + "," + header
	}
	if as != "" {
		header += "," + jsonType
	}
	return header
}

func (s *Source) request(options *metav1.ListOptions) *rest.Request {
	r := s.client.Get().
		NamespaceIfScoped(s.namespace, s.namespace != "").
		Resource(s.resource).
		SpecificallyVersionedParams(options, metav1.ParameterCodec, metav1.SchemeGroupVersion).
		Timeout(timeoutOf(options)).
		SetHeader("Accept", s.accept(options.Watch))
	if options.Watch {
		r = r.Throttle(nil) // watches are not limited by the client, as in client-go
	}
	return r
}

// timeoutOf is what the caller allows for the whole request, 0 if nothing is said.
func timeoutOf(options *metav1.ListOptions) time.Duration {
	if options.TimeoutSeconds == nil {
		return 0
	}
	return time.Duration(*options.TimeoutSeconds) * time.Second
}

const (
	// A connection that breaks before there is an answer is tried again, as often and
	// after as long as client-go does. Answers that say Retry-After are client-go's
	// business, in Stream.
	connectTries = 10
	connectPause = time.Second
)

// open sends the request and returns the body of the answer, which lives as long as ctx.
// An answer other than 2xx is an error with the server's status.
func (s *Source) open(ctx context.Context, options *metav1.ListOptions, again func(error) bool) (io.ReadCloser, error) {
	if s.over != nil {
		return s.openOver(ctx, options)
	}
	for try := 0; ; try++ {
		body, err := s.request(options).Stream(ctx)
		if err == nil || !again(err) || try == connectTries {
			return body, err
		}
		if !pause(ctx, connectPause) {
			return nil, ctx.Err()
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// listAgain and watchAgain are client-go's rules for GET requests and for watches.
func listAgain(err error) bool {
	return net.IsConnectionReset(err) || net.IsProbableEOF(err) || net.IsHTTP2ConnectionLost(err)
}

func watchAgain(err error) bool { return net.IsProbableEOF(err) || net.IsTimeout(err) }
