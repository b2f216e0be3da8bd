package reflectorbench

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

func TestPeakOfTheResidentSetIsWithoutFiles(t *testing.T) {
	for what, c := range map[string]struct {
		status string
		want   uint64
	}{
		"a process":              {"VmPeak:\t  900000 kB\nVmHWM:\t   72856 kB\nVmRSS:\t   70000 kB\nRssAnon:\t   37972 kB\nRssFile:\t   34884 kB\n", 37972 << 10},
		"on a tmpfs":             {"VmHWM:\t   72856 kB\nRssFile:\t    4884 kB\nRssShmem:\t   30000 kB\n", 37972 << 10},
		"an old kernel":          {"VmHWM:\t   72856 kB\nVmRSS:\t   70000 kB\n", 72856 << 10},
		"files read after it":    {"VmHWM:\t     100 kB\nRssFile:\t     200 kB\n", 0},
		"a system without marks": {"Name:\tsomething\n", 0},
	} {
		if got := peakWithoutFiles(c.status); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}

// A file that is mapped and read is in the resident set, and not in the peak that is reported.
func TestMappedFilesAreNotInThePeak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells")
	}
	const size = 64 << 20
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(size); err != nil {
		t.Fatal(err)
	}
	ResetPeakRSS()
	before := PeakRSS()
	data, err := syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(data)
	sum := 0
	for i := 0; i < size; i += 4096 {
		sum += int(data[i])
	}
	if grown := int64(PeakRSS()) - int64(before); sum != 0 || grown > size/4 {
		t.Errorf("the peak has grown by %d bytes", grown)
	}
}
