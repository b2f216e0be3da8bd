package flame

import "github.com/google/pprof/profile"

// Samples is about how many samples a profile rests on: those that were taken, of time; of memory, its bytes over the
// bytes between two samples. It is false for a profile that counts events, such as of contention: few of them are a finding, and
// not a run that was too short.
func Samples(p *profile.Profile) (n int64, ok bool) {
	switch {
	case len(p.SampleType) > 0 && p.SampleType[0].Type == "samples":
		return sum(p, 0), true
	case p.PeriodType != nil && p.PeriodType.Unit == "bytes" && p.Period > 0:
		index, err := p.SampleIndexByName("")
		if err != nil || p.SampleType[index].Unit != "bytes" {
			return 0, false
		}
		return sum(p, index) / p.Period, true
	}
	return 0, false
}

func sum(p *profile.Profile, index int) (n int64) {
	for _, s := range p.Sample {
		n += s.Value[index]
	}
	return n
}
