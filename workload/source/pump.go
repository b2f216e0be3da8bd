package source

import (
	"context"

	"k8s.io/apimachinery/pkg/watch"
)

// channelSize is what the API server's watch cache gives a watcher: enough that the
// two sides change goroutine once in many events.
const channelSize = 128

// pump turns a stream into client-go's watch: a goroutine pulls batches and sends
// their events one by one. It ends with the stream, with the context or with Stop,
// whichever is first, and closes the channel as its last act.
type pump struct {
	events chan watch.Event
	cancel context.CancelFunc
}

var _ watch.Interface = (*pump)(nil)

func startPump(ctx context.Context, stream *Stream) *pump {
	ctx, cancel := context.WithCancel(ctx)
	p := &pump{events: make(chan watch.Event, channelSize), cancel: cancel}
	go p.run(ctx, stream)
	return p
}

// Stop ends the watch. It does not wait; the channel is closed soon after.
func (p *pump) Stop() { p.cancel() }

// ResultChan returns the channel of events, which is closed at the end of the watch.
func (p *pump) ResultChan() <-chan watch.Event { return p.events }

func (p *pump) run(ctx context.Context, stream *Stream) {
	defer p.cancel()
	defer close(p.events)
	defer stream.Close()
	for {
		batch, err := stream.Next(ctx)
		if err != nil {
			return
		}
		for i := range batch {
			if !p.send(ctx, batch[i]) {
				return
			}
		}
	}
}

// send tries the channel alone first: with room in it that costs a fraction of a
// select over two.
func (p *pump) send(ctx context.Context, event watch.Event) bool {
	select {
	case p.events <- event:
		return true
	default:
	}
	select {
	case p.events <- event:
		return true
	case <-ctx.Done():
		return false
	}
}
