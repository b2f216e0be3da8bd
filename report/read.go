package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"informerbench/report/printable"
)

// Input is what was read from benchmark files.
type Input struct {
	Results []*benchfmt.Result
	// Histograms are whole distributions of latencies, each merged over all rounds of one benchmark
	// in one file and configuration.
	Histograms []*Histogram
	Units      benchfmt.UnitMetadataMap
	// Warnings tells, with file and line, of each line that looks like a
	// benchmark result, or a histogram, and is not one.
	Warnings []string
}

// Read parses files of Go benchmark text. A path may be "-" for standard input and
// may be labelled as label=path. Files without a single result are an error, since
// a comparison that is silently empty reads like "no change".
//
// All text of the Input is safe to print, see [printable.Text]: names, units, configuration, warnings.
func Read(paths ...string) (*Input, error) {
	for _, p := range paths {
		if err := readable(p); err != nil {
			return nil, err
		}
	}
	in := &Input{}
	r := inputReader{in: in, histograms: map[string]*Histogram{}}
	for _, f := range inputFiles(paths) {
		before := len(in.Results)
		if err := r.file(f); err != nil {
			return nil, fmt.Errorf("reading benchmark results: %w", err)
		}
		if len(in.Results) == before {
			return nil, fmt.Errorf("no benchmark results in %s: expected lines that begin with \"Benchmark\"", f.path)
		}
	}
	in.Units = r.reader.Units()
	return in, nil
}

// inputReader reads one file after the other into an Input.
type inputReader struct {
	in         *Input
	reader     benchfmt.Reader // one for all files: units carry over
	histograms map[string]*Histogram
}

func (r *inputReader) file(f inputFile) error {
	from := io.Reader(os.Stdin)
	if f.path != "-" {
		file, err := os.Open(f.path)
		if err != nil {
			return err
		}
		defer file.Close()
		from = file
	}
	lines := newHistogramLines(from)
	// .file cannot be set by a file itself: it is no valid key there.
	r.reader.Reset(lines, printable.Text(f.path), ".file", printable.Text(f.label))
	for r.reader.Scan() {
		switch rec := r.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			r.in.Warnings = append(r.in.Warnings, rec.Error())
		case *benchfmt.Result:
			if line, ok := lines.of(rec); ok {
				r.histogram(rec, line)
				continue
			}
			r.in.Results = append(r.in.Results, rec.Clone())
		}
	}
	return r.reader.Err()
}

// inputFile is a file and the value of its results' key .file.
type inputFile struct{ path, label string }

// inputFiles names files as benchstat does: by label or path, and a path that is given several times by
// path#number, so that its results do not look like more samples.
func inputFiles(paths []string) []inputFile {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	seen := map[string]int{}
	var files []inputFile
	for _, p := range paths {
		if label, path, labelled := strings.Cut(p, "="); labelled {
			files = append(files, inputFile{path, label})
			continue
		}
		f := inputFile{p, p}
		if len(slices.DeleteFunc(slices.Clone(paths), func(other string) bool { return other != p })) > 1 {
			f.label = fmt.Sprintf("%s#%d", p, seen[p])
			seen[p]++
		}
		files = append(files, f)
	}
	return files
}

func readable(path string) error {
	if _, file, labelled := strings.Cut(path, "="); labelled {
		path = file
	}
	if path == "-" {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("no file %q: give files of Go benchmark text, such as results/bench.txt", path)
	}
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%q is a directory: give files of Go benchmark text", path)
	}
	return nil
}
