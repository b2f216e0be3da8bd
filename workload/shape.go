package workload

// The shape of a cluster, in numbers. Each has its reason; changing one changes
// every golden hash.
const (
	// Epoch is the moment of the population, in Unix seconds (2026-01-01T00:00:00Z):
	// objects are older, stream events younger. Nothing reads the machine's clock.
	Epoch = 1_767_225_600

	// maxAge is the age of the oldest ReplicaSet: most clusters are upgraded,
	// and with it drained, about once a month.
	maxAge = 30 * 24 * 3600

	// Sizes of ReplicaSets follow Zipf with this exponent up to this size: three
	// in five are single replicas, the mean is near 4.5, and the largest few hold
	// a noticeable part of the cluster. (Exponent 1 would give a mean of 130.)
	replicaExponent = 2
	maxReplicas     = 1000

	// Namespaces hold applications by Zipf with exponent 1: the first of 100
	// has a fifth of the cluster, the last one a five-hundredth. There are about
	// as many as the square root of the Pods: 100 at 10k Pods, 1000 at 1M.
	namespaceExponent = 1
	minNamespaces     = 3

	// Nodes run podsPerNode Pods on average, unevenly, as differently sized
	// Pods do: see nodeFill. 30 is what large clusters report (the limit is 110).
	podsPerNode = 30

	// Each node has a /26 of Pod addresses from 10.0.0.0 on, as GKE gives to
	// nodes of up to 32 Pods: twice as many addresses as Pods, so that an address
	// is not used again at once. 262,144 nodes fill 10.0.0.0/8; larger
	// populations of Nodes and Leases (no cluster is as large) run on into 11/8.
	addressesPerNode = 64
	podNetwork       = 10 << 24
	firstPodAddress  = 2 // of a node's block: .0 names the network, .1 is the bridge

	// Node addresses come from 172.16.0.0/12: one for each of MaxNodes.
	nodeNetwork = 172<<24 | 16<<16

	// Components and operators that elect a leader: one Lease for 8 nodes, up to
	// 64 in all, since a cluster does not get more operators with nodes for ever.
	maxLeaderLeases        = 64
	nodesPerLeaderElection = 8

	// EndpointSlices hold at most 100 endpoints, the endpointslice controller's
	// default (--max-endpoints-per-slice). Small ones hold 2, to stay under 1 KB.
	realEndpointsPerSlice  = 100
	smallEndpointsPerSlice = 2

	// One application in two has a Widget: a custom resource is common, not universal.
	appsPerWidget = 2
)

// nodeFill is the number of Pods on each of four nodes in turn: 30 on average,
// 20 to 40. Their sum is nodeFillSum.
var nodeFill = [4]int{33, 27, 40, 20}

const nodeFillSum = 4 * podsPerNode

// spareAddress is the first address of a node's block that no Pod of a
// population has: streams take new Pods' addresses from there.
const spareAddress = firstPodAddress + 40
