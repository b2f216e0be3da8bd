package recommend

import (
	"encoding/json"
	"fmt"
	"math"

	"sigs.k8s.io/yaml"
)

// ParseCluster reads a description in YAML or JSON. Fields that it does not know are errors, so that a
// slip of the pen is not an objective that nobody checks. It does not validate the values.
func ParseCluster(data []byte) (Cluster, error) { return Cluster{}.Over(data) }

// Over is ParseCluster for a file that may leave out what c says already.
func (c Cluster) Over(data []byte) (Cluster, error) {
	if err := yaml.UnmarshalStrict(data, &c); err != nil {
		return Cluster{}, fmt.Errorf("the description of the cluster: %w", err)
	}
	return c, nil
}

// fitted is what a recommendation takes from the JSON that benchgen fit writes of a trace; all else in
// it is ignored. Objects are those of the resource that has the most, which replayed cells are named by.
type fitted struct {
	Objects             float64 `json:"objects"`
	ObjectBytes         float64 `json:"objectBytes"`
	EventsPerSecond     float64 `json:"eventsPerSecond"`
	PeakEventsPerSecond float64 `json:"peakEventsPerSecond"`
}

// ParseFit takes objects, their encoded size and the rate of events from a fitted trace: the peak rate, if it
// tells one, since that is when caches go stale.
func ParseFit(data []byte) (Cluster, error) {
	var f fitted
	if err := json.Unmarshal(data, &f); err != nil {
		return Cluster{}, fmt.Errorf("the fitted trace is not the JSON of benchgen fit --format=json: %w", err)
	}
	if !(f.Objects >= 1) {
		return Cluster{}, fmt.Errorf("the fitted trace does not say how many objects there are: it needs a key \"objects\", as benchgen fit --format=json writes it")
	}
	return Cluster{
		Objects: int(f.Objects), EncodedBytes: Bytes(f.ObjectBytes),
		EventRate: math.Max(f.EventsPerSecond, f.PeakEventsPerSecond),
	}, nil
}
