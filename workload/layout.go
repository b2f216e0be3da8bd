package workload

import (
	"math/bits"
	"sort"
)

// layout is the plan of a cluster: how many there are of each thing and how they
// refer to each other, without the objects themselves. Objects of any resource
// can be made from it alone, which is how they agree with each other although
// only some of them are made.
type layout struct {
	seed    uint64
	profile Profile
	// settings is nil for the shape as it is described in shape.go.
	settings *Settings

	pods       int
	nodes      int
	leaders    int // Leases for leader election, after those of the nodes
	namespaces int
	apps       []app // in order of their first Pod

	primary Resource
	objects int // exact count of the primary resource

	podStride int // see place
	nodeNames []string
}

// app is one application: a Deployment with one ReplicaSet, a Service, a ConfigMap.
type app struct {
	namespace int32 // rank: 0 is the largest
	ordinal   int32 // within its namespace
	first     int32 // its first Pod
	size      int32
	slices    int32 // EndpointSlices of the applications before it
}

func newLayout(c Config) *layout {
	l := &layout{seed: c.Seed, profile: c.Profile, settings: c.Settings, primary: c.Resources[0], objects: c.Objects}
	switch l.primary {
	case Nodes:
		l.setNodes(c.Objects)
		l.pods = nodeSlots(l.nodes)
	case Leases:
		l.setNodes(nodesForLeases(c.Objects))
		l.leaders = c.Objects - l.nodes
		l.pods = nodeSlots(l.nodes)
	}
	if l.needsApps(c.Resources) {
		l.growApps()
	}
	if l.nodes == 0 {
		l.setNodes(nodesForSlots(l.pods))
	}
	l.podStride = strideFor(nodeSlots(l.nodes))
	l.nodeNames = make([]string, l.nodes)
	for i := range l.nodeNames {
		l.nodeNames[i] = l.nodeName(i)
	}
	return l
}

func (l *layout) setNodes(n int) {
	l.nodes = n
	l.leaders = leadersFor(n)
}

func leadersFor(nodes int) int {
	return min(maxLeaderLeases, (nodes+nodesPerLeaderElection-1)/nodesPerLeaderElection)
}

// nodesForLeases is the largest cluster that has no more Leases than n.
func nodesForLeases(n int) int {
	tooMany := func(nodes int) bool { return nodes+leadersFor(nodes) > n }
	return max(1, sort.Search(n+1, tooMany)-1)
}

// needsApps: a population of Nodes and Leases only (a million of them would have
// 30 million Pods) does without the plan of the applications.
func (l *layout) needsApps(asked []Resource) bool {
	for _, r := range asked {
		if r != Nodes && r != Leases {
			return true
		}
	}
	return false
}

// growApps adds applications until there are enough of the primary resource.
func (l *layout) growApps() {
	target := l.pods // of a primary resource that gave the number of nodes
	if target == 0 {
		target = l.objects * l.podsPerObject()
	}
	l.namespaces = l.settings.namespacesFor(target)
	if l.namespaces == 0 {
		l.namespaces = max(minNamespaces, isqrt(target))
	}
	d := newDice(l.seed, domainLayout, 0)
	sizes := newZipfTable(maxReplicas, replicaExponent)
	spaces := l.namespaceTable()
	ordinals := make([]int32, l.namespaces)
	l.apps = make([]app, 0, target/4+1)
	full := l.fullAt(target)
	l.pods = 0
	for slices := 0; !full(slices); {
		a := app{
			namespace: int32(spaces.draw(&d)),
			first:     int32(l.pods),
			size:      int32(1 + sizes.draw(&d)),
			slices:    int32(slices),
		}
		if l.countsPods() {
			a.size = min(a.size, int32(target-l.pods))
		}
		a.ordinal = ordinals[a.namespace]
		ordinals[a.namespace]++
		l.apps = append(l.apps, a)
		l.pods += int(a.size)
		slices += l.slicesOf(a)
	}
}

// namespaceTable draws the namespaces of applications.
func (l *layout) namespaceTable() zipfTable {
	if l.settings == nil || l.settings.NamespaceSkew == nil {
		return newZipfTable(l.namespaces, namespaceExponent)
	}
	return newSkewTable(l.namespaces, *l.settings.NamespaceSkew)
}

// countsPods tells whether the number of Pods is given, and not a consequence.
func (l *layout) countsPods() bool {
	switch l.primary {
	case Pods, Nodes, Leases, Events: // one Event for each Pod
		return true
	}
	return false
}

// fullAt returns the condition on which there are enough applications.
func (l *layout) fullAt(pods int) func(slices int) bool {
	switch l.primary {
	case EndpointSlices:
		return func(slices int) bool { return slices >= l.objects }
	case ConfigMaps:
		return func(int) bool { return l.namespaces+len(l.apps) >= l.objects && len(l.apps) > 0 }
	case Deployments:
		return func(int) bool { return len(l.apps) >= l.objects }
	case Widgets:
		return func(int) bool { return l.widgets() >= l.objects }
	default:
		return func(int) bool { return l.pods >= pods }
	}
}

// podsPerObject estimates the Pods of a cluster from its primary resource, for
// the number of namespaces.
func (l *layout) podsPerObject() int {
	switch l.primary {
	case Pods, Events:
		return 1
	case EndpointSlices:
		if l.profile == Small {
			return 2
		}
		return 4
	case Widgets:
		return 4 * appsPerWidget
	default:
		return 4
	}
}

func (l *layout) endpointsPerSlice() int {
	if l.profile == Small {
		return smallEndpointsPerSlice
	}
	return realEndpointsPerSlice
}

func (l *layout) slicesOf(a app) int {
	per := l.endpointsPerSlice()
	return (int(a.size) + per - 1) / per
}

func (l *layout) widgets() int { return (len(l.apps) + appsPerWidget - 1) / appsPerWidget }

// count is the number of objects of a resource.
func (l *layout) count(r Resource) int {
	if r == l.primary {
		return l.objects
	}
	switch r {
	case Pods, Events:
		return l.pods
	case Nodes:
		return l.nodes
	case Leases:
		return l.nodes + l.leaders
	case EndpointSlices:
		last := l.apps[len(l.apps)-1]
		return int(last.slices) + l.slicesOf(last)
	case ConfigMaps:
		return l.namespaces + len(l.apps)
	case Deployments:
		return len(l.apps)
	default:
		return l.widgets()
	}
}

// appOfPod returns the index of the application that Pod i belongs to.
func (l *layout) appOfPod(i int) int {
	return sort.Search(len(l.apps), func(a int) bool { return int(l.apps[a].first) > i }) - 1
}

// appOfSlice returns the index of the application that EndpointSlice i belongs to.
func (l *layout) appOfSlice(i int) int {
	return sort.Search(len(l.apps), func(a int) bool { return int(l.apps[a].slices) > i }) - 1
}

// isqrt is the integer square root.
func isqrt(n int) int {
	if n < 2 {
		return n
	}
	x := 1 << (bits.Len(uint(n))/2 + 1)
	for {
		y := (x + n/x) / 2
		if y >= x {
			return x
		}
		x = y
	}
}
