package workload

import (
	"errors"
	"fmt"
	"slices"
)

// MaxObjects bounds Config.Objects: more Pods than any cluster has had, and as
// many as the address plan (see shape.go) holds with room to spare.
const MaxObjects = 10_000_000

// MaxNodes bounds the Nodes of a population, and with them Config.Objects where
// the first resource is Nodes or Leases: their addresses come from 172.16.0.0/12.
const MaxNodes = 1 << 20

// Config says which population to generate. The same Config gives the same
// objects on every machine.
type Config struct {
	// Seed selects one of many populations of the same shape.
	Seed uint64
	// Objects is the exact number of objects of the first resource. The cluster
	// around them follows from it: a Node for about 30 Pods, a Lease for each
	// Node and some for leader election, an EndpointSlice or more, a
	// ConfigMap and a Deployment for each application, an Event for each Pod, a ConfigMap for each namespace, a Widget
	// for every second application.
	Objects int
	// Profile says how large the objects are.
	Profile Profile
	// Resources says which resources are generated, the first being the primary
	// one. Those not named cost nothing.
	Resources []Resource
	// Settings change the shape of the population and of a Churn stream over it; nil is the
	// shape that shape.go describes.
	Settings *Settings `json:",omitempty"`
}

// Validate returns an error that says what is wrong and which values are allowed.
func (c Config) Validate() error {
	return errors.Join(c.validateProfile(), c.validateResources(), c.validateObjects(), c.Settings.Validate())
}

func (c Config) validateProfile() error {
	_, err := ParseProfile(string(c.Profile))
	return err
}

func (c Config) validateResources() error {
	if len(c.Resources) == 0 {
		return fmt.Errorf("no resources: allowed are %s", joined(Resources()))
	}
	for i, r := range c.Resources {
		if _, err := ParseResource(string(r)); err != nil {
			return err
		}
		if slices.Contains(c.Resources[:i], r) {
			return fmt.Errorf("resource %q is named twice", r)
		}
	}
	return nil
}

func (c Config) validateObjects() error {
	limit := MaxObjects
	if len(c.Resources) > 0 && (c.Resources[0] == Nodes || c.Resources[0] == Leases) {
		limit = MaxNodes
	}
	if c.Objects < 1 || c.Objects > limit {
		return fmt.Errorf("%d objects: allowed are 1 to %d", c.Objects, limit)
	}
	return nil
}
