package merge_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
	"informerbench/report/merge"
)

// text is what a shard measured of one population.
func text(cpu, commit string, objects int) string {
	return fmt.Sprintf("Unit events/s better=higher\ngoos: linux\ncpu: %s\ncommit: %s\nBenchmarkThroughput/store=mvcc/objects=%d-2 1 100 events/s\n"+
		"Histogram Throughput/store=mvcc/objects=%d-2 visible-ns HISTFAAAAB\nBenchmarkThroughput/store=cow/objects=%d-2 1 200 events/s\n", cpu, commit, objects, objects, objects)
}

func shard(t *testing.T, index, of int, label, content string) string {
	t.Helper()
	var out bytes.Buffer
	if err := (merge.Shard{Index: index, Of: of, Plan: "abc123", Label: label}).Write(&out, []byte(content)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func mergeFiles(t *testing.T, o merge.Options, contents ...string) (*merge.Merged, error) {
	t.Helper()
	var paths []string
	for i, c := range contents {
		paths = append(paths, file(t, fmt.Sprintf("%d.txt", i), c))
	}
	blocks, err := merge.Read(paths...)
	if err != nil {
		return nil, err
	}
	return merge.Merge(blocks, o)
}

func TestJoinsShardsOfALog(t *testing.T) {
	// Out of order, in one file, with lines of others between.
	log := "starting\n" + shard(t, 1, 2, "m7", text("B", "c1", 100)) + "1/2 about 3s left\n" +
		strings.Replace(shard(t, 0, 2, "m7", text("A", "c1", 10)), "Histogram", "progress 5/9\nHistogram", 1)
	m, err := mergeFiles(t, merge.Options{}, log)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Parts) != 2 || m.Parts[0].Machine != "goos=linux cpu=A" || m.Parts[1].Results != 2 {
		t.Errorf("parts %+v", m.Parts)
	}
	out := string(m.Text)
	if strings.Count(out, "Unit events/s") != 1 || strings.Count(out, "Histogram ") != 2 {
		t.Errorf("units or histograms are lost or repeated:\n%s", out)
	}
	in, err := report.Read(file(t, "merged.txt", out))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range in.Results {
		want := map[bool]string{true: "A", false: "B"}[strings.Contains(string(r.Name), "objects=10-")]
		if r.GetConfig("cpu") != want || r.GetConfig("run") != "m7" {
			t.Errorf("%s is from cpu %s, run %s", r.Name, r.GetConfig("cpu"), r.GetConfig("run"))
		}
	}
}

func TestConfigurationDoesNotLeakIntoTheNextBlock(t *testing.T) {
	second := strings.Replace(text("B", "c1", 100), "goos: linux\n", "", 1)
	m, err := mergeFiles(t, merge.Options{}, text("A", "c1", 10), second)
	if err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(file(t, "merged.txt", string(m.Text)))
	if err != nil {
		t.Fatal(err)
	}
	if last := in.Results[len(in.Results)-1]; last.GetConfig("goos") != "" || last.GetConfig("cpu") != "B" {
		t.Errorf("the last result is from %s, %q", last.GetConfig("cpu"), last.GetConfig("goos"))
	}
}

func TestRefuses(t *testing.T) {
	first := func(label string) string { return shard(t, 0, 3, label, text("A", "c1", 10)) }
	second := shard(t, 1, 3, "", text("A", "c1", 100))
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"missing":          {[]string{first("")}, "2 of 3 shards are missing: 1, 2"},
		"missing of a run": {[]string{first("m7")}, "2 of 3 shards of run m7 are missing: 1, 2"},
		"twice":            {[]string{first(""), first("")}, "shard 0/3 is there twice"},
		"another matrix":   {[]string{first(""), strings.ReplaceAll(second, "abc123", "def456")}, "different matrices"},
		"another number":   {[]string{first(""), shard(t, 1, 2, "", text("A", "c1", 100))}, "different numbers of shards"},
		"cut":              {[]string{strings.TrimSuffix(first(""), first("")[strings.LastIndex(first(""), "# bench"):])}, "0.txt:1: shard 0/3 begins and does not end"},
		"no beginning":     {[]string{first("")[10:]}, "0.txt:9: shard 0/3 ends and has not begun"},
		"a line is lost":   {[]string{strings.Replace(first(""), "BenchmarkThroughput/store=cow/objects=10-2 1 200 events/s\n", "", 1)}, "is damaged: it has 1 results"},
		"a damaged line":   {[]string{text("A", "c1", 10) + "BenchmarkX 1 x ns/op\n"}, "0.txt:8: parsing measurement"},
		"a cut file":       {[]string{text("A", "c1", 10) + "BenchmarkX 1 1"}, "0.txt:8: the last line is cut"},
		"nothing":          {[]string{"hello\n"}, "no benchmark results"},
		"another commit":   {[]string{text("A", "c1", 10), text("A", "c2", 100)}, `commit differs: "c1"`},
		"no UTF-8":         {[]string{text("A", "c1", 10) + "BenchmarkX\xff 1 1 ns/op\n"}, "0.txt:8: this line is not plain UTF-8 text: BenchmarkX[0xFF] 1 1 ns/op"},
		"escapes in a cpu": {[]string{shard(t, 0, 1, "", text("A\x1b[2J", "c1", 10))}, "0.txt:4: this line is not plain UTF-8 text: cpu: A[U+001B][2J"},
		"a hidden unit":    {[]string{"Unit x\u202ey better=lower\n" + text("A", "c1", 10)}, "0.txt:1: this line"},
		"mixed machines":   {[]string{text("A", "c1", 10), text("A", "c1", 10)}, "rounds of two machines would be mixed"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := mergeFiles(t, merge.Options{}, c.files...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want it to say %q", err, c.want)
			}
		})
	}
}

func TestAllows(t *testing.T) {
	m, err := mergeFiles(t, merge.Options{Partial: true, Allow: []string{"commit"}},
		shard(t, 0, 3, "", text("A", "c1", 10)), shard(t, 1, 3, "", text("A", "c2", 100)))
	if err != nil || len(m.Warnings) != 2 {
		t.Errorf("%v, %+v", err, m)
	}
	// Lines of others in a log may have colours: they are left out.
	coloured := strings.Replace(shard(t, 0, 1, "", text("A", "c1", 10)), "Histogram", "\x1b[31mslow\x1b[0m\nHistogram", 1)
	if m, err := mergeFiles(t, merge.Options{}, coloured); err != nil || strings.Contains(string(m.Text), "\x1b") || len(m.Warnings) != 0 {
		t.Errorf("%v, %+v", err, m)
	}
	// The same matrix on two types of nodes.
	if _, err := mergeFiles(t, merge.Options{}, shard(t, 0, 1, "m7", text("A", "c1", 10)), shard(t, 0, 1, "c7", text("A", "c1", 10))); err != nil {
		t.Error(err)
	}
	if _, err := mergeFiles(t, merge.Options{Allow: []string{"cpu"}}, text("A", "c1", 10)); err == nil || !strings.Contains(err.Error(), "allowed are commit, go") {
		t.Error(err)
	}
}

// Whole runs of several machines are merged, too, and what is taken on trust is told.
func TestFilesWithoutShardsAreToldOf(t *testing.T) {
	m, err := mergeFiles(t, merge.Options{}, text("A", "c1", 10), shard(t, 0, 1, "m7", text("B", "c1", 10)), text("C", "c1", 10))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Warnings) != 1 || !strings.HasPrefix(m.Warnings[0], "no shards in ") || strings.Count(m.Warnings[0], ".txt") != 2 || strings.Contains(m.Warnings[0], "1.txt") {
		t.Errorf("warnings are %q", m.Warnings)
	}
	// Merged once more, a file has several machines; and without a machine's name, all could be one.
	again, err := mergeFiles(t, merge.Options{}, string(m.Text), "BenchmarkX 1 1 ns/op\ncommit: c1\nBenchmarkX 1 1 ns/op\n")
	if err == nil {
		t.Errorf("two commits, one of them not named, passed: %q", again.Warnings)
	}
	again, err = mergeFiles(t, merge.Options{}, string(m.Text), "commit: c1\nBenchmarkX 1 1 ns/op\n")
	if err != nil {
		t.Fatal(err)
	}
	if again.Parts[0].Machine != "3 machines" || again.Parts[1].Machine != "not named" || len(again.Warnings) != 2 || !strings.Contains(again.Warnings[1], "no machine is named (goos, ") {
		t.Errorf("parts %+v, warnings %q", again.Parts, again.Warnings)
	}
}

func TestShardNumbers(t *testing.T) {
	for _, bad := range []string{"", "1", "3/3", "-1/3", "0/0", "a/b", "1/2/3"} {
		if _, _, err := merge.ParseShard(bad); err == nil {
			t.Errorf("%q is taken for a shard", bad)
		}
	}
	if i, n, err := merge.ParseShard("2/3"); i != 2 || n != 3 || err != nil {
		t.Errorf("2/3 is %d of %d: %v", i, n, err)
	}
}
