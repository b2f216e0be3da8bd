package workload

import "strconv"

// Names are made like those of a cluster: readable words for what people name,
// generated suffixes for what controllers name.

// safeAlphabet is what Kubernetes makes generated names of: no vowels and no
// digits that look like letters, so that no suffix spells a word.
const safeAlphabet = "bcdfghjklmnpqrstvwxz2456789"

// podSuffixes is the number of suffixes of five letters: 27^5.
const podSuffixes = 27 * 27 * 27 * 27 * 27

// podSuffixStride walks over all suffixes (it shares no factor with 27) without
// neighbours looking alike. Drawing them at random would, among 1000 replicas,
// give two the same name in one ReplicaSet of 30.
const podSuffixStride = 8_863_417

var (
	areas = []string{"payments", "search", "identity", "catalog", "billing", "orders", "media", "messaging",
		"analytics", "fraud", "shipping", "platform", "observability", "ads", "mobile", "partners",
		"recommendations", "support", "finance", "data-platform", "security", "growth", "content", "pricing"}
	stages = []string{"prod", "staging", "canary", "dev"}
	things = []string{"checkout", "ledger", "session", "profile", "inventory", "cart", "invoice", "notification",
		"image", "feed", "ranking", "geo", "quota", "token", "report", "webhook",
		"export", "audit", "schedule", "rate", "tax", "address", "review", "coupon",
		"stream", "index", "mailer", "gateway", "cache-warmer", "event-router", "thumbnail", "translation"}
	roles = []string{"api", "worker", "consumer", "frontend", "indexer", "proxy", "controller", "batch", "sync", "server", "scheduler", "processor"}
)

// namespaceName names the namespace of that rank.
func namespaceName(rank int) string {
	i, round := rank%(len(areas)*len(stages)), rank/(len(areas)*len(stages))
	return numbered(areas[i%len(areas)]+"-"+stages[i/len(areas)], round)
}

// appName names the application with that ordinal in its namespace, another
// order of words in each namespace.
func (l *layout) appName(a app) string {
	n := len(things) * len(roles)
	i, round := int(a.ordinal)%n, int(a.ordinal)/n
	i = (i*125 + int(a.namespace)*41) % n // 125 shares no factor with 384
	return numbered(things[i%len(things)]+"-"+roles[i/len(things)], round)
}

// numbered appends a number from the second round of a list of names on.
func numbered(name string, round int) string {
	if round == 0 {
		return name
	}
	return name + "-" + strconv.Itoa(round+1)
}

// appendSafe appends x in n letters of the safe alphabet.
func appendSafe(b []byte, x uint64, n int) []byte {
	for range n {
		b = append(b, safeAlphabet[x%27])
		x /= 27
	}
	return b
}

// nodeName is named as GKE names nodes: cluster, pool, a hash of the instance
// group, and five letters of the node itself.
func (l *layout) nodeName(node int) string {
	pool := node % len(nodePools)
	b := append(make([]byte, 0, 40), "gke-bench-"...)
	b = append(b, nodePools[pool]...)
	b = append(b, '-')
	b = appendHex(b, scramble(l.seed^uint64(pool))>>32, 8)
	b = append(b, '-')
	start := scramble(l.seed^domainNodes) % podSuffixes
	b = appendSafe(b, (start+uint64(node)*podSuffixStride)%podSuffixes, 5)
	return string(b)
}

var nodePools = []string{"general-pool", "memory-pool", "general-pool-2", "spot-pool"}

const hexDigits = "0123456789abcdef"

// appendHex appends the low n digits of x.
func appendHex(b []byte, x uint64, n int) []byte {
	for i := n - 1; i >= 0; i-- {
		b = append(b, hexDigits[x>>(4*uint(i))&15])
	}
	return b
}

// appendUID appends a random (version 4) UUID.
func appendUID(b []byte, d *dice) []byte {
	hi, lo := d.pcg.Uint64(), d.pcg.Uint64()
	hi = hi&^0xf000 | 0x4000
	lo = lo&^(3<<62) | 2<<62
	b = appendHex(b, hi>>32, 8)
	b = append(b, '-')
	b = appendHex(b, hi>>16, 4)
	b = append(b, '-')
	b = appendHex(b, hi, 4)
	b = append(b, '-')
	b = appendHex(b, lo>>48, 4)
	b = append(b, '-')
	return appendHex(b, lo, 12)
}

// uidOf is the UID of object i of a domain: the first draw of the object's dice,
// so that others can refer to the object without making it.
func (l *layout) uidOf(domain uint64, i int) string {
	d := newDice(l.seed, domain, uint64(i))
	return string(appendUID(make([]byte, 0, 36), &d))
}

// hexID returns 64 random hexadecimal digits: a container's ID, an image's digest.
func hexID(d *dice) string {
	b := make([]byte, 0, 64)
	for range 4 {
		b = appendHex(b, d.pcg.Uint64(), 16)
	}
	return string(b)
}

// appendIPv4 appends an address in dotted form.
func appendIPv4(b []byte, ip uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendInt(b, int64(ip>>shift&255), 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

func podIP(address int) string { return string(appendIPv4(nil, podNetwork+uint32(address))) }

func nodeIP(node int) string { return string(appendIPv4(nil, nodeNetwork+uint32(node))) }
