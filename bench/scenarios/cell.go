package scenarios

import (
	"fmt"
	"runtime"
	"strings"

	"informerbench/reflector"
	"informerbench/reflectorbench"
)

// Cell is one measurement: a subject in a scenario.
type Cell struct {
	Scenario string
	Subject
	Params
	// Repeat marks a second measurement of the same subject: compared with the first it shows what is noise.
	Repeat string
	// ServerExe is the program that is started as a source over HTTP, see [reflectorbench.Cell]; empty: the source is served
	// by this process.
	ServerExe string
}

// Param is one key=value of a result's name.
type Param struct{ Key, Value string }

// P makes one.
func P(key string, value any) Param { return Param{key, fmt.Sprint(value)} }

// Name is the cell as it stands in the names of its results, behind the measure.
func (c Cell) Name() string { return joined(c.params()) }

func (c Cell) params() []Param {
	return []Param{
		P("scenario", c.Scenario), P("informer", c.Informer), P("store", c.Store), P("queue", c.Queue), P("profile", c.Profile),
		P("objects", c.Objects), P("indexes", c.Indexes), P("readers", c.Readers), P("handlers", c.Handlers), P("rate", c.Rate),
	}
}

// resultName is the full name of a result. What only some measures have comes behind what all have. GOMAXPROCS stands at the
// end as package testing appends it.
func (c Cell) resultName(measure string, extra []Param) string {
	params := append(c.params(), extra...)
	if c.Source != reflectorbench.Memory {
		params = append(params, P("source", c.Source))
	}
	if c.Repeat != "" {
		params = append(params, P("repeat", c.Repeat))
	}
	name := measure + "/" + joined(params)
	if procs := runtime.GOMAXPROCS(0); procs > 1 {
		name += fmt.Sprintf("-%d", procs)
	}
	return name
}

func joined(params []Param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.Key + "=" + p.Value
	}
	return strings.Join(parts, "/")
}

// pipeline is the cell as reflectorbench knows it. In the place of what stands instead of an informer is one of ours.
func (c Cell) pipeline() reflectorbench.Cell {
	p := reflectorbench.DefaultCell()
	switch {
	case c.Informer == string(reflectorbench.ClientGo):
		p.Informer, p.Store, p.Queue = reflectorbench.ClientGo, c.Store, reflectorbench.Queue(c.Queue)
	case !c.instead():
		p.Store, p.Queue = c.Store, reflectorbench.Queue(c.Queue)
	}
	p.Profile, p.Objects, p.List, p.Source, p.Seed = c.Profile, c.Objects, reflector.ListStream, c.Source, c.Seed
	p.Rate, p.ServerExe = c.Rate, c.ServerExe
	return p
}

// UseListMode makes client-go's informers of this process list as all cells do: by stream. It must come before any of them
// is made.
func (c Cell) UseListMode() error { return reflectorbench.UseListMode(c.pipeline()) }

// Validate reports what cannot be measured, before anything is generated.
func (c Cell) Validate() error {
	s, err := Lookup(c.Scenario)
	if err != nil {
		return err
	}
	if err := c.Params.Validate(s); err != nil {
		return err
	}
	if !s.measures(c.Subject) {
		return fmt.Errorf("informer %s with store %s and queue %s is not measured in scenario %s", c.Informer, c.Store, c.Queue, c.Scenario)
	}
	o, err := c.options(s)
	if err != nil {
		return err
	}
	return o.Cell.Validate()
}

// Fits reports that the cell needs more memory than there is.
func (c Cell) Fits() error {
	s, err := Lookup(c.Scenario)
	if err != nil {
		return err
	}
	o, err := c.options(s)
	if err != nil {
		return err
	}
	o.Cell.Events = o.Events
	return reflectorbench.Fits(o.Cell)
}

// options is what is opened for the cell.
func (c Cell) options(s Scenario) (reflectorbench.LabOptions, error) {
	o := reflectorbench.LabOptions{Cell: c.pipeline(), Handlers: c.Handlers, Indexes: c.Indexes}
	for _, v := range s.Variants {
		if v.Informer == c.Informer {
			o.Options = v.Options
		}
	}
	if c.instead() && s.Instead != nil {
		o.Pipeline = func(p reflectorbench.LabParts) (reflectorbench.LabPipeline, error) { return s.Instead.New(c, p) }
	}
	if s.Lab != nil {
		s.Lab(c, &o)
	}
	if o.Events < 1 {
		return o, fmt.Errorf("scenario %s does not say how many events it plays", s.Name)
	}
	return o, nil
}
