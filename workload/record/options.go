package record

import (
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/rest"

	"informerbench/workload/anonymize"
	"informerbench/workload/trace"
)

// DefaultPageSize is how many objects are asked for at once; kubectl asks for as many.
const DefaultPageSize = 500

// Options say what is recorded.
type Options struct {
	// Config leads to the cluster.
	Config *rest.Config
	// Resources are names as kubectl takes them: pods, deploy, deployments.apps,
	// widgets.v1.bench.example.com.
	Resources []string
	// Namespace limits the recording to one; empty: all.
	Namespace string
	// LabelSelector and FieldSelector limit it to some objects; empty: all.
	LabelSelector, FieldSelector string
	// PageSize is the number of objects in a page of a list; zero: DefaultPageSize.
	PageSize int64
	// Duration ends the recording, counted from its begin; zero: the context does.
	Duration time.Duration
	// Anonymizer replaces texts; nil: the recording is plain. Run uses it from one goroutine at
	// a time.
	Anonymizer *anonymize.Anonymizer
	// Progress is called each second, and once at the end, from one goroutine at a time; nil: nobody.
	Progress func(Progress)
}

// Progress says how far a recording is.
type Progress struct {
	Started time.Time // of the recording: offset 0
	Elapsed time.Duration
	Records int64 // written, bookmarks included
	Events  int64 // of these, the objects and events
	Bytes   int64 // of the file
	Objects int64 // that are known to exist
	// Listing is true while the first list of some resource is not complete.
	Listing bool
	// Away says what fails at present, though it is tried again; nil when nothing does.
	Away *Away
	// Gaps are the stretches that were not watched, as far as the file tells of them.
	Gaps []trace.Gap
}

// Validate returns an error that says what is wrong and which values are allowed.
func (o Options) Validate() error {
	if o.Config == nil {
		return errors.New("no cluster to record")
	}
	if len(o.Resources) == 0 {
		return errors.New("no resource to record: name at least one, such as pods")
	}
	if o.Duration < 0 {
		return fmt.Errorf("a recording of %v: it must be longer than 0", o.Duration)
	}
	if o.PageSize < 0 || o.PageSize > 100_000 {
		return fmt.Errorf("pages of %d objects: allowed are 1 to 100000", o.PageSize)
	}
	if _, err := labels.Parse(o.LabelSelector); err != nil {
		return fmt.Errorf("label selector: %w", err)
	}
	if _, err := fields.ParseSelector(o.FieldSelector); err != nil {
		return fmt.Errorf("field selector: %w", err)
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.PageSize == 0 {
		o.PageSize = DefaultPageSize
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	return o
}
