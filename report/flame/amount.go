package flame

import (
	"fmt"
	"time"
)

// Amount is a profile's value in its unit, as people read it.
func Amount(value int64, unit string) string {
	switch unit {
	case "nanoseconds":
		return duration(time.Duration(value))
	case "bytes":
		return binary(value)
	case "count", "":
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%d %s", value, unit)
}

// duration keeps three or four digits.
func duration(d time.Duration) string {
	for _, step := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= step {
			return d.Round(step / 100).String()
		}
	}
	return d.String()
}

func binary(value int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	v, at := float64(value), 0
	for v >= 1024 && at < len(units)-1 {
		v, at = v/1024, at+1
	}
	if at == 0 {
		return fmt.Sprintf("%d B", value)
	}
	return fmt.Sprintf("%.2f %s", v, units[at])
}

// percent of a share, with a digit more where it is small.
func percent(share float64) string {
	if share < 0.01 {
		return fmt.Sprintf("%.2f%%", 100*share)
	}
	return fmt.Sprintf("%.1f%%", 100*share)
}
