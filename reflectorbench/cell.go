package reflectorbench

import (
	"slices"
	"time"

	"informerbench/reflector"
	"informerbench/workload"
)

// Informer names who assembles the pipeline.
type Informer string

const (
	// Ours is this repository's shared informer with a store and a queue of choice.
	Ours Informer = "ours"
	// ClientGo is client-go's shared informer; its store and queue are hard-wired.
	ClientGo Informer = "clientgo"
	// ClientGoController is client-go's controller and indexer around its DeltaFIFO.
	// client-go keeps the function that applies a DeltaFIFO's deltas to itself,
	// so this peer uses ours (fifo.Processor) at that one place.
	ClientGoController Informer = "clientgo-controller"
)

// Queue names the queue between reflector and store.
type Queue string

const (
	InOrder   Queue = "inorder"   // our in-order batch queue
	DeltaFIFO Queue = "deltafifo" // the keyed queue: ours, or client-go's in its controller
	Direct    Queue = "direct"    // none: our reflector writes to the store itself
	RealFIFO  Queue = "realfifo"  // client-go's in-order queue, only in its shared informer
)

// Source names where lists and watches come from.
type Source string

const (
	Memory  Source = "memory"  // the API source, called as a ListerWatcher in this process
	HTTP    Source = "http"    // the API source behind real HTTP
	Cluster Source = "cluster" // a real cluster: list and watch only, no events of ours
)

// Skew tells how readers choose keys.
type Skew string

const (
	Uniform Skew = "uniform" // every key alike
	Zipf    Skew = "zipf"    // few keys get most reads (exponent 1.1), as controllers do
)

// Measure names a group of results that one phase of a run yields.
type Measure string

const (
	MeasureSync       Measure = "sync"       // Sync
	MeasureHeap       Measure = "heap"       // Heap
	MeasureThroughput Measure = "throughput" // Throughput
	MeasureLatency    Measure = "latency"    // Staleness and Delivery
	MeasureRead       Measure = "read"       // Read op=get|byindex|list, GetBesideLister
	MeasureReconcile  Measure = "reconcile"  // Reconcile; only with workers
	MeasureRelist     Measure = "relist"     // Relist
)

// Cell is one measured configuration. Zero values of Events, Phase and Measures
// stand for the defaults that fit Objects and Source; every other field must be set
// ([DefaultCell] sets them).
type Cell struct {
	Informer Informer
	Store    string // a name of stores/catalog
	Queue    Queue
	Mix      workload.Mix
	Profile  workload.Profile
	Objects  int // of the mix's primary resource
	List     reflector.ListMode
	Source   Source
	Seed     uint64
	// Repeat, if set, marks a second measurement of the same pipeline. Compared with the
	// first it shows what the machine's noise alone looks like (an A/A comparison).
	Repeat   string
	Readers  int // reader goroutines of Read
	Skew     Skew
	Rate     int // events a second in the open-loop phases
	Events   int // events of the full-speed phase
	Handlers int
	// Also are resources beside the mix's that the source has; nothing happens to them.
	Also     []workload.Resource
	Measures []Measure
	Phase    time.Duration // length of the latency phase and of each read phase
	// Replaying is a recorded trace that takes the place of Mix, Profile and Objects.
	Replaying
	// Settings is the path of settings for the generator (workload.ReadSettings), such as those that
	// resemble a recorded cluster. Empty: none.
	Settings string
	// Namespaces is how many the population has; 0: as many as usual, or as the settings say.
	Namespaces int
	// Reconciling is the work queue and its reconcilers behind the handler; the zero value is none.
	Reconciling

	Commit     string // of the measured code; empty: what the build recorded
	SourceURL  string // of a server started by ServeSource; Source is http
	Kubeconfig string // Source is cluster; empty: default rules, then in-cluster
	// ServerExe, if set, is the program that Run starts as `ServerExe source
	// <Args>` to serve the source over HTTP, so that the server's heap and
	// collector are not the pipeline's. Empty: the server runs in this process.
	ServerExe string
}

// DefaultCell is our informer with the in-order queue over client-go's store:
// 10,000 small objects under churn, streamed from memory.
func DefaultCell() Cell {
	return Cell{
		Informer: Ours, Store: "clientgo", Queue: InOrder,
		Mix: workload.Churn, Profile: workload.Small, Objects: 10_000,
		List: reflector.ListStream, Source: Memory, Seed: 1,
		Readers: 1, Skew: Zipf, Rate: 2000, Handlers: 1,
		Reconciling: Reconciling{Work: Spin},
	}
}

// MeasureNames lists all measures in the order in which a run takes them.
func MeasureNames() []Measure {
	return []Measure{MeasureSync, MeasureHeap, MeasureThroughput, MeasureLatency, MeasureRead, MeasureReconcile, MeasureRelist}
}

// resources are those that the source has, the mix's first.
func (c Cell) resources() []workload.Resource {
	all := c.Mix.Resources()
	for _, r := range c.Also {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

func (c Cell) takes(m Measure) bool {
	for _, have := range c.Measures {
		if have == m {
			return true
		}
	}
	return false
}
