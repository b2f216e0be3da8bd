package compactbench

import (
	"context"
	"runtime/debug"
	"strconv"

	"informerbench/bench/loopback"
	"informerbench/workload"
	"informerbench/workload/apiserver"
)

// Outlook is what the server tells a client beforehand: how many pods there are before and after the events, and the calls of
// its handler.
type Outlook struct {
	First, Last    int
	Initial, Churn loopback.Told
}

// stock is all that a server sends, as frames of a watch: both states in the order of keys, with the bookmarks that end
// them, and the events between them.
type stock struct {
	first, last, events         [][]byte
	firstBookmark, lastBookmark []byte
	outlook                     Outlook
}

// accept is the header with which clients ask for what is in stock.
const accept = "application/vnd.kubernetes.protobuf"

// frugal is GOGC while a stock is made: a million decoded pods take most of a machine.
const frugal = 20

// newStock makes the population and its churn, and encodes both.
func newStock(ctx context.Context, c Corpus) (*stock, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(frugal))
	encoder, err := apiserver.NewEncoder(workload.Pods, accept)
	if err != nil {
		return nil, err
	}
	b := &stocker{encoder: encoder, stock: &stock{}, digests: map[string]uint64{}, changed: map[string][]byte{}}
	if c.Events > 0 {
		err = b.moving(ctx, c)
	} else {
		err = b.still(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	version := uint64(c.Pods)
	if b.stock.firstBookmark, err = loopback.Bookmark(encoder, strconv.FormatUint(version, 10)); err != nil {
		return nil, err
	}
	b.stock.lastBookmark, err = loopback.Bookmark(encoder, strconv.FormatUint(version+uint64(c.Events), 10))
	b.stock.outlook.First, b.stock.outlook.Last = len(b.stock.first), len(b.stock.last)
	return b.stock, err
}
