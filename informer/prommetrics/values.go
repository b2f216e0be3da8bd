package prommetrics

import (
	"cmp"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"informerbench/informer"
)

// maxHandlers is the largest number of handler labels of one informer, "other" not counted.
const maxHandlers = 50

const otherHandlers = "other"

var (
	info          = describe("informer_info", "Always 1; the label store names the informer's store.", "store")
	synced        = describe("informer_synced", "1 when the first list is in the store, else 0.")
	objects       = describe("informer_objects", "Objects in the store.")
	processErrors = describe("informer_process_errors_total", "Rounds of processing that failed.")
	state         = describe("informer_reflector_state", "Always 1; the label state names what the reflector is doing.", "state")
	lists         = describe("informer_lists_total", "Lists begun, by how: as a stream or as a list.", "mode")
	fallbacks     = describe("informer_list_fallbacks_total", "Streaming lists given up for a plain one.")
	kept          = describe("informer_list_items_kept_total", "Items of lists that the store held already in the same version.")
	relists       = describe("informer_relists_total", "Lists that became necessary again, by why.", "reason")
	watches       = describe("informer_watches_total", "Watches begun, streaming lists not counted.")
	watchTroubles = describe("informer_watch_troubles_total", "Watches that went on after trouble, by what: ended within a second, silent for too long, an internal error of the server.", "trouble")
	bookmarks     = describe("informer_bookmarks_total", "Bookmarks among the events.")
	resyncs       = describe("informer_resyncs_total", "Resyncs of the queue.")
	events        = describe("informer_events_total", "Events of watches that were passed on, bookmarks included.")
	skipped       = describe("informer_skipped_total", "Events and items of lists that were not what was expected.")
	storeFailures = describe("informer_store_failures_total", "Writes that the queue or the transform refused.")
	handlers      = describe("informer_handlers", "Registered handlers.", "handler")
	unsynced      = describe("informer_handlers_unsynced", "Registered handlers that have not seen the first list.", "handler")
	pending       = describe("informer_handler_pending_calls", "Calls that are still to be made; the taken ones are counted by the chunk.", "handler")
	coalesced     = describe("informer_handler_coalesced_total", "Calls saved by coalescing, of the handlers registered now.", "handler")

	descriptions = []*prometheus.Desc{
		info, synced, objects, processErrors, state, lists, fallbacks, kept, relists, watches, watchTroubles,
		events, bookmarks, resyncs, skipped, storeFailures, handlers, unsynced, pending, coalesced,
	}
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName("informerbench", "", name), help, append([]string{"informer"}, labels...), nil)
}

func collect(to chan<- prometheus.Metric, name string, s source) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, append([]string{name}, labels...)...)
	}
	count := func(d *prometheus.Desc, v uint64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v), append([]string{name}, labels...)...)
	}
	gauge(info, 1, s.StoreName())
	gauge(synced, oneIf(s.HasSynced()))
	gauge(objects, float64(s.Objects()))

	stats := s.Stats()
	count(processErrors, stats.ProcessErrors)
	r := stats.Reflector
	gauge(state, 1, r.State.String())
	count(lists, r.StreamLists, "stream")
	count(lists, r.Lists, "list")
	count(fallbacks, r.Fallbacks)
	count(kept, r.Kept)
	for reason, n := range r.Relists {
		count(relists, n, string(reason))
	}
	count(watches, r.Watches)
	count(watchTroubles, r.ShortWatches, "short")
	count(watchTroubles, r.SilentWatches, "silent")
	count(watchTroubles, r.InternalTries, "internal-error")
	count(events, r.Events)
	count(bookmarks, r.Bookmarks)
	count(resyncs, r.Resyncs)
	count(skipped, r.Skipped)
	count(storeFailures, r.StoreFailures)

	for _, h := range byName(s.Handlers()) {
		gauge(handlers, float64(h.registered), h.name)
		gauge(unsynced, float64(h.unsynced), h.name)
		gauge(pending, float64(h.pending), h.name)
		count(coalesced, h.coalesced, h.name)
	}
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// named is the sum of the handlers of one label.
type named struct {
	name                          string
	registered, unsynced, pending int
	coalesced                     uint64
}

// byName sums up by name, and what is beyond the bound as others. Sorting makes it the
// same names in each scrape.
func byName(all []informer.HandlerStats) (sums []named) {
	slices.SortFunc(all, func(a, b informer.HandlerStats) int { return cmp.Compare(a.Name, b.Name) })
	for _, h := range all {
		last := len(sums) - 1
		switch {
		case last >= 0 && sums[last].name == h.Name:
		case last+1 < maxHandlers:
			sums = append(sums, named{name: h.Name})
		case last+1 == maxHandlers:
			sums = append(sums, named{name: otherHandlers})
		}
		sums[len(sums)-1].add(h)
	}
	return sums
}

func (n *named) add(h informer.HandlerStats) {
	n.registered++
	if !h.Synced {
		n.unsynced++
	}
	n.pending += h.Pending
	n.coalesced += h.Coalesced
}
