package workload

// EstimateBytes returns about how much heap a population keeps alive (within
// 30%), so that one which does not fit can be refused before it is made. It is 0
// for a Config that Validate refuses. It costs the plan of the cluster: some tens
// of milliseconds for a million Pods.
//
// What is alive is not all: at GOGC=100 a process needs twice as much. A stream
// needs about 70 bytes for each Pod beside the population, and keeps its own
// version of each object that it has changed.
func EstimateBytes(c Config) uint64 {
	if c.Validate() != nil {
		return 0
	}
	l := newLayout(c)
	sum := l.nodes*bytesPerNodeName + len(l.apps)*bytesPerApp
	for _, r := range c.Resources {
		sum += l.count(r) * (bytesPerObject[r][c.Profile] + c.Settings.bytesOf(r))
		if r == EndpointSlices {
			sum += l.pods * bytesPerEndpoint[c.Profile]
		}
	}
	return uint64(sum)
}

// Measured on 64-bit machines with Go 1.26; a test holds them to 30%. Each
// includes the 16 bytes of the object's place in the population.
var bytesPerObject = map[Resource]map[Profile]int{
	Pods:           {Small: 1600, Real: 18900},
	Nodes:          {Small: 1530, Real: 12900},
	EndpointSlices: {Small: 1080, Real: 1950}, // without endpoints
	Leases:         {Small: 560, Real: 990},
	ConfigMaps:     {Small: 1230, Real: 3370},
	Widgets:        {Small: 2100, Real: 13400},
	Deployments:    {Small: 2350, Real: 12800},
	Events:         {Small: 870, Real: 1460},
}

var bytesPerEndpoint = map[Profile]int{Small: 330, Real: 520}

const (
	bytesPerNodeName = 64
	bytesPerApp      = 20
)
