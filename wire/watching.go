package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
)

// WatchWithContext opens a watch, which is a [BatchWatch]. It ends when the context does,
// when Stop is called, or when the server ends it; then its channels are closed and no
// goroutine is left.
func (s *Source) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	options.Watch = true
	request, cancel := context.WithCancel(ctx)
	body, err := s.open(request, &options, watchAgain)
	if err != nil && watchAgain(err) {
		// The server is there but answers nothing. As in client-go that is a watch
		// without events, not an error.
		body, err = io.NopCloser(strings.NewReader("")), nil
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return s.stream(ctx, body, cancel), nil
}

func (s *Source) stream(ctx context.Context, body io.ReadCloser, cancel context.CancelFunc) *stream {
	w := &stream{line: newLine(lineOptions[watch.Event]{
		decode:    s.objects.knowing(ctx).event,
		decoders:  s.o.Decoders,
		ahead:     s.o.Ahead,
		interrupt: func() { cancel(); _ = body.Close() },
	})}
	in := newInput(body, s.o.MaxObject, w.line.flush)
	unhook := context.AfterFunc(ctx, w.Stop)
	go func() {
		err := readWatch(in, w.line.add)
		in.close()
		_ = body.Close()
		w.line.finish(err, func(err error) []watch.Event { return lastEvent(ctx, err) })
		unhook()
		cancel()
	}()
	return w
}

// lastEvent is what the receiver is told of the end of a stream, by client-go's rules:
// ends of the connection are ordinary, and the next watch goes on from the last event;
// anything else is an error of the stream's content.
func lastEvent(ctx context.Context, err error) []watch.Event {
	log := klog.FromContext(ctx)
	switch {
	case err == io.EOF, ctx.Err() != nil:
		return nil
	case err == io.ErrUnexpectedEOF:
		log.V(1).Info("Unexpected EOF during watch stream event decoding", "err", err)
		return nil
	case utilnet.IsProbableEOF(err), utilnet.IsTimeout(err), errors.Is(err, errOver):
		log.V(5).Info("Unable to decode an event from the watch stream", "err", err)
		return nil
	}
	status := reporter.AsObject(fmt.Errorf("unable to decode an event from the watch stream: %w", err))
	return []watch.Event{{Type: watch.Error, Object: status}}
}

// reporter makes an error of unknown cause a Status, with the reason that client-go
// gives, so that consumers who know it know ours.
var reporter = apierrors.NewClientErrorReporter(http.StatusInternalServerError, http.MethodGet, "ClientWatchDecoding")
