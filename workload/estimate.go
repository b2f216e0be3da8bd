package workload

// EstimateBytes returns about how much heap a population keeps alive (within a
// third), so that one which does not fit can be refused before it is made. It is
// 0 for a Config that Validate refuses. A stream over the population needs about 80
// bytes for each Pod beside it, and a process that generates one needs twice the
// live heap at GOGC=100.
func EstimateBytes(c Config) uint64 {
	if c.Validate() != nil {
		return 0
	}
	l := planSize(c)
	var sum uint64
	for _, r := range c.Resources {
		sum += uint64(l.count(r)) * bytesPerObject[r][c.Profile]
	}
	return sum
}

// planSize counts the objects of a population. For applications it makes the plan
// itself, a few bytes a Pod, since their sizes are drawn.
func planSize(c Config) *layout { return newLayout(c) }

// bytesPerObject is measured: a test holds it.
var bytesPerObject = map[Resource]map[Profile]uint64{
	Pods:           {Small: 1600, Real: 17000},
	Nodes:          {Small: 2500, Real: 17000},
	EndpointSlices: {Small: 2500, Real: 6000},
	Leases:         {Small: 900, Real: 1300},
	ConfigMaps:     {Small: 1200, Real: 4500},
	Widgets:        {Small: 2500, Real: 12000},
}
