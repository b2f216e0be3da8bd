package workload

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
)

// Settings make a population and its churn resemble a given cluster. They are optional, and the
// zero value of each field leaves things as they are without.
type Settings struct {
	// Objects is how many objects of the primary resource Namespaces and Rate go with. In a
	// larger population there are more namespaces, by the square root of the ratio, and a
	// caller takes the rate for one of each object (RateFor).
	Objects int `json:"objects,omitempty"`
	// Mix and Profile are what resembles the cluster most. Only commands look at them: a
	// Config and NewStream say themselves what they are.
	Mix     Mix     `json:"mix,omitempty"`
	Profile Profile `json:"profile,omitempty"`
	// Rate is events a second, for RateFor.
	Rate float64 `json:"rate,omitempty"`

	// Namespaces is their number.
	Namespaces int `json:"namespaces,omitempty"`
	// NamespaceSkew is the exponent of the Zipf distribution by which applications choose their
	// namespace: 0 is all alike. It is rounded to hundredths.
	NamespaceSkew *float64 `json:"namespaceSkew,omitempty"`

	// Weights are the shares of the kinds of events of a Churn stream.
	Weights EventWeights `json:"weights,omitzero"`
	// UpdateSkew is the exponent of the Zipf distribution by which updates of a Churn stream choose
	// their object, rounded to hundredths.
	UpdateSkew *float64 `json:"updateSkew,omitempty"`

	// ObjectBytes pads objects with an annotation of random text up to this encoded size: protobuf for
	// typed objects, JSON for unstructured ones. Larger ones stay as they are.
	ObjectBytes map[Resource]int `json:"objectBytes,omitempty"`
}

// EventWeights are relative: only their ratios matter. A population keeps its size, so adds and
// deletes that differ by much become alike in the long run.
type EventWeights struct {
	Added    int `json:"added"`
	Modified int `json:"modified"`
	Deleted  int `json:"deleted"`
}

func (w EventWeights) sum() int { return w.Added + w.Modified + w.Deleted }

// The bounds of settings: what is beyond them is a slip of the finger.
const (
	maxSkew        = 4
	maxWeight      = 1_000_000
	maxNamespaces  = 1_000_000
	maxObjectBytes = 1 << 20 // etcd takes 1.5 MiB
)

// Validate returns an error that says what is wrong and which values are allowed. Nil is valid.
func (s *Settings) Validate() error {
	if s == nil {
		return nil
	}
	errs := []error{skewError("namespaceSkew", s.NamespaceSkew), skewError("updateSkew", s.UpdateSkew)}
	for name, n := range map[string]int{"added": s.Weights.Added, "modified": s.Weights.Modified, "deleted": s.Weights.Deleted} {
		if n < 0 || n > maxWeight {
			errs = append(errs, fmt.Errorf("settings: weight %s is %d: allowed are 0 to %d", name, n, maxWeight))
		}
	}
	if s.Mix != "" {
		_, err := ParseMix(string(s.Mix))
		errs = append(errs, err)
	}
	if s.Profile != "" {
		_, err := ParseProfile(string(s.Profile))
		errs = append(errs, err)
	}
	if s.Namespaces < 0 || s.Namespaces > maxNamespaces {
		errs = append(errs, fmt.Errorf("settings: %d namespaces: allowed are 1 to %d, and 0 for as many as usual", s.Namespaces, maxNamespaces))
	}
	if s.Objects < 0 || s.Objects > MaxObjects {
		errs = append(errs, fmt.Errorf("settings: %d objects: allowed are 0 to %d", s.Objects, MaxObjects))
	}
	if math.IsNaN(s.Rate) || s.Rate < 0 || math.IsInf(s.Rate, 0) {
		errs = append(errs, fmt.Errorf("settings: rate is %v: it must not be negative", s.Rate))
	}
	for r, n := range s.ObjectBytes {
		if _, err := ParseResource(string(r)); err != nil {
			errs = append(errs, fmt.Errorf("settings: objectBytes: %w", err))
		}
		if n < 0 || n > maxObjectBytes {
			errs = append(errs, fmt.Errorf("settings: objectBytes of %s is %d: allowed are 0 to %d", r, n, maxObjectBytes))
		}
	}
	return errors.Join(errs...)
}

func skewError(name string, skew *float64) error {
	if skew != nil && !(*skew >= 0 && *skew <= maxSkew) { // also refuses NaN
		return fmt.Errorf("settings: %s is %v: allowed are 0 (all alike) to %d", name, *skew, maxSkew)
	}
	return nil
}

// RateFor is the rate of a population of so many objects: the rate for each object stays.
func (s *Settings) RateFor(objects int) float64 {
	if s == nil || s.Objects == 0 {
		return 0
	}
	return s.Rate * float64(objects) / float64(s.Objects)
}

// ReadSettings reads settings from a JSON file and validates them.
func ReadSettings(path string) (*Settings, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no file %q with settings of the generator: benchgen fit TRACE --out=FILE writes some", path)
	}
	if err != nil {
		return nil, fmt.Errorf("settings of the generator: %w", err)
	}
	s := &Settings{}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("%s holds no settings of the generator (benchgen fit TRACE --out=FILE writes some): %w", path, err)
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Write writes settings as ReadSettings reads them.
func (s *Settings) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// namespacesFor is the number of namespaces of so many Pods, 0 for as many as usual.
func (s *Settings) namespacesFor(pods int) int {
	switch {
	case s == nil || s.Namespaces == 0:
		return 0
	case s.Objects == 0 || s.Objects == pods:
		return s.Namespaces
	}
	return max(1, s.Namespaces*isqrt(pods)/max(isqrt(s.Objects), 1))
}
