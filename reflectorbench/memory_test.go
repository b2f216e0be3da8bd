package reflectorbench

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAvailableMemoryIsTheTighterOfMachineAndControlGroup(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known": {nil, 0},
		"machine only":  {map[string]string{"proc/meminfo": "MemTotal: 9 kB\nMemAvailable:    1000 kB\n"}, 1000 << 10},
		"group without limit": {map[string]string{
			"proc/meminfo": "MemAvailable: 1000 kB\n", "sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.current": "5\n",
		}, 1000 << 10},
		"group with limit": {map[string]string{
			"proc/meminfo": "MemAvailable: 1000 kB\n", "sys/fs/cgroup/memory.max": "500000\n", "sys/fs/cgroup/memory.current": "200000\n",
			"sys/fs/cgroup/memory.stat": "anon 1\ninactive_file 100000\n",
		}, 400000},
		"version 1": {map[string]string{
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "500000\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "200000\n",
		}, 300000},
		"version 1 without limit": {map[string]string{
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "200000\n",
		}, 0},
	} {
		root := t.TempDir()
		for path, text := range c.files {
			full := filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := availableMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
