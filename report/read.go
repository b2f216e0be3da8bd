package report

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Input is what was read from benchmark files.
type Input struct {
	Results []*benchfmt.Result
	Units   benchfmt.UnitMetadataMap
	// Warnings tells, with file and line, of each line that looks like a
	// benchmark result and is not one.
	Warnings []string
}

// Read parses files of Go benchmark text. A path may be "-" for standard input and
// may be labelled as label=path. Files without a single result are an error, since
// a comparison that is silently empty reads like "no change".
func Read(paths ...string) (*Input, error) {
	for _, p := range paths {
		if err := readable(p); err != nil {
			return nil, err
		}
	}
	in := &Input{}
	files := benchfmt.Files{Paths: paths, AllowStdin: true, AllowLabels: true}
	for files.Scan() {
		switch rec := files.Result().(type) {
		case *benchfmt.SyntaxError:
			in.Warnings = append(in.Warnings, rec.Error())
		case *benchfmt.Result:
			in.Results = append(in.Results, rec.Clone())
		}
	}
	if err := files.Err(); err != nil {
		return nil, fmt.Errorf("reading benchmark results: %w", err)
	}
	if len(in.Results) == 0 {
		return nil, fmt.Errorf("no benchmark results in %s: expected lines that begin with \"Benchmark\"", strings.Join(paths, ", "))
	}
	in.Units = files.Units()
	return in, nil
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
