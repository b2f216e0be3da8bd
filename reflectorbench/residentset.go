package reflectorbench

import (
	"os"
	"strconv"
	"strings"
)

// ResetPeakRSS sets the kernel's high-water mark of the resident set to its present size. Where the kernel does not allow that,
// the mark stays that of the whole process.
func ResetPeakRSS() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// PeakRSS returns the largest resident set since the last reset in bytes, without pages of files, or 0 where the system does not
// tell.
//
// Pages of files are those of the program itself. How many of them are mapped depends on how the kernel came to cache the file: two
// copies of this program have differed by 18 MB, and each goes on doing so in every round. What is left is what a
// limit of memory cannot take back.
func PeakRSS() uint64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return peakWithoutFiles(string(data))
}

// peakWithoutFiles takes what is mapped of files now for what was when the peak was: of a program it only grows, as long as the machine
// has memory to spare.
func peakWithoutFiles(status string) uint64 {
	var peak, files uint64
	for line := range strings.Lines(status) {
		switch name, value, _ := strings.Cut(line, ":"); name {
		case "VmHWM":
			peak = kilobytes(value)
		case "RssFile", "RssShmem": // the latter if the program lies on a tmpfs
			files += kilobytes(value)
		}
	}
	return peak - min(files, peak)
}

// kilobytes reads a number of them, such as "   72856 kB", in bytes.
func kilobytes(value string) uint64 {
	kb, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
	return kb << 10
}
