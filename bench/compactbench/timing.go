package compactbench

import (
	"context"
	"net/http"
	"time"

	"informerbench/reflectorbench"
)

// measureTime measures the first sync, the churn and reads. That the heap was collected just before each of the two is part of it.
func (l *life) measureTime(ctx context.Context) ([]result, error) {
	sync, err := l.timeSync(ctx)
	if err != nil {
		return nil, err
	}
	results := []result{sync}
	if l.outlook.Churn.Calls() > 0 {
		churn, err := l.timeChurn(ctx)
		if err != nil {
			return nil, err
		}
		results = append(results, churn)
	}
	reads, err := l.timeReads()
	if err != nil {
		return nil, err
	}
	return append(results, reads...), l.check(ctx)
}

func (l *life) timeSync(ctx context.Context) (result, error) {
	reflectorbench.ResetPeakRSS()
	cpu := reflectorbench.ProcessCPU()
	took, err := l.start(ctx)
	r := result{name: syncName}
	r.add("sync-ns", float64(took.Nanoseconds()))
	r.add("sync-cpu-ns", float64((reflectorbench.ProcessCPU() - cpu).Nanoseconds()))
	r.add("rss-peak-B", float64(reflectorbench.PeakRSS()))
	return r, err
}

func (l *life) timeChurn(ctx context.Context) (result, error) {
	reflectorbench.LiveHeap()
	events := l.outlook.Churn.Calls()
	cpu, began := reflectorbench.ProcessCPU(), time.Now()
	collector := watchCollector(l.tally.Calls)
	defer collector.finish()
	if err := l.control.Order(ctx, http.MethodPost, "churn", nil); err != nil {
		return result{}, err
	}
	l.churned = true
	told, err := l.await(ctx, 1)
	if err != nil {
		return result{}, err
	}
	used := reflectorbench.ProcessCPU() - cpu
	perEvent, cycles := collector.finish()
	n := float64(events)
	r := result{name: churnName, params: churnParams(events)}
	r.add("ns/event", float64(told.Sub(began).Nanoseconds())/n)
	r.add("cpu-ns/event", float64(used.Nanoseconds())/n)
	r.add("gc-cpu-ns/event", perEvent)
	r.add("gc-cycles", cycles)
	r.add("churned-B/object", over(reflectorbench.LiveHeap(), l.base.bytes)/float64(l.outlook.Last))
	return r, nil
}
