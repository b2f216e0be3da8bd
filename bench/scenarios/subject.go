package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/informer"
	"informerbench/reflectorbench"
	"informerbench/stores/catalog"
)

// None stands for the store and the queue of what is no informer.
const None = "none"

// Again is the value of repeat= of the base's second measurement.
const Again = "again"

// Subject is what is measured: an informer with its store and queue, or what stands in an informer's place.
type Subject struct{ Informer, Store, Queue string }

func (s Subject) String() string { return s.Informer + "/" + s.Queue + "/" + s.Store }

// instead tells whether it is no informer.
func (s Subject) instead() bool { return s.Store == None }

// Instead is what stands in an informer's place.
type Instead struct {
	Name string
	// Remote: it keeps no objects; who reads asks the API server.
	Remote bool
	New    func(Cell, reflectorbench.LabParts) (reflectorbench.LabPipeline, error)
}

// Variant is our informer with other options. Its name takes the place of "ours".
type Variant struct {
	Informer string
	Options  []informer.Option
}

// Base is client-go's shared informer, with which all are compared.
func Base() Subject {
	return Subject{string(reflectorbench.ClientGo), "clientgo", string(reflectorbench.RealFIFO)}
}

// Subjects are the base, ours with each store and queue, and what the scenario measures beside them.
func (s Scenario) Subjects(stores, queues []string) []Subject {
	out := []Subject{Base()}
	for _, queue := range queues {
		for _, store := range stores {
			out = append(out, Subject{string(reflectorbench.Ours), store, queue})
		}
	}
	for _, v := range s.Variants {
		for _, queue := range queues {
			for _, store := range stores {
				out = append(out, Subject{v.Informer, store, queue})
			}
		}
	}
	if s.Instead != nil {
		out = append(out, Subject{s.Instead.Name, None, None})
	}
	return out
}

// measures tells whether there is such a subject; stores and queues are checked elsewhere.
func (s Scenario) measures(subject Subject) bool {
	if subject.instead() {
		return s.Instead != nil && subject.Informer == s.Instead.Name
	}
	return slices.Contains(s.Subjects([]string{subject.Store}, []string{subject.Queue}), subject)
}

// validSubjects refuses stores and queues that do not exist.
func validSubjects(stores, queues []string) error {
	for _, name := range stores {
		if _, err := catalog.Lookup(name); err != nil {
			return err
		}
	}
	allowed := []string{string(reflectorbench.InOrder), string(reflectorbench.DeltaFIFO), string(reflectorbench.Direct)}
	for _, queue := range queues {
		if !slices.Contains(allowed, queue) {
			return fmt.Errorf("unknown queue %q: allowed are %s", queue, strings.Join(allowed, ", "))
		}
	}
	if len(stores) == 0 || len(queues) == 0 {
		return fmt.Errorf("%d stores and %d queues: there must be at least one of each", len(stores), len(queues))
	}
	return nil
}
