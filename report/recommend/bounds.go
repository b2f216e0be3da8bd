package recommend

import (
	"fmt"
	"time"
)

// bound is a number of a description and how large it may be, in the words of whoever wrote it.
type bound struct {
	name       string // that of its flag; in files it is in camelCase
	have, most float64
	text, upTo string
}

// Beyond these a slip of the finger is more likely than a cluster.
const (
	mostObjects  = 1_000_000_000
	mostRate     = 10_000_000
	mostThreads  = 10_000 // readers, handlers, cores
	mostIndexes  = 1000
	mostDuration = Duration(24 * time.Hour)
	mostObject   = Bytes(1 << 30)
	mostMemory   = Bytes(64 << 40)
)

func (c Cluster) bounds() []bound {
	count := func(name string, have, most int) bound {
		return bound{name, float64(have), float64(most), plain(float64(have)), plain(float64(most))}
	}
	size := func(name string, have, most Bytes) bound {
		return bound{name, float64(have), float64(most), have.String(), most.String()}
	}
	span := func(name string, have Duration) bound {
		most := mostDuration
		return bound{name, float64(have), float64(most), have.String(), most.String()}
	}
	return []bound{
		count("objects", c.Objects, mostObjects), size("object-bytes", c.ObjectBytes, mostObject), size("encoded-bytes", c.EncodedBytes, mostObject),
		{"event-rate", c.EventRate, mostRate, plain(c.EventRate), plain(mostRate)},
		count("readers", c.Readers, mostThreads), count("indexes", c.Indexes, mostIndexes),
		count("handlers", c.Handlers, mostThreads), count("cores", c.Cores, mostThreads),
		size("memory-limit", c.MemoryLimit, mostMemory),
		span("staleness-p99", c.StalenessP99), span("get-p99", c.GetP99), span("list-p99", c.ListP99),
		span("sync-within", c.SyncWithin), span("relist-stall", c.RelistStall),
	}
}

// check refuses what is below 0, above the bound, or no number.
func (b bound) check() error {
	if b.have >= 0 && b.have <= b.most {
		return nil
	}
	return fmt.Errorf("%s is %s: it must lie between 0 and %s", b.name, b.text, b.upTo)
}
