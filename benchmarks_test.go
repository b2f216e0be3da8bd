package informerbench_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Starting and stopping the timer in a loop costs more than most of what is measured here, and loops over
// b.N and b.Loop are not to be compared with each other: all are b.Loop (golang/go#20875).
func TestBenchmarksMeasureInOneWay(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || path != "." && strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		for _, fault := range benchmarkFaults(t, path, nil) {
			t.Error(fault)
		}
		return nil
	})
	if err != nil || files < 50 {
		t.Errorf("looked at %d files (%v)", files, err)
	}
}

// The look-out itself, on a source with each of the faults and their lawful neighbours.
func TestFaultyBenchmarksAreFound(t *testing.T) {
	const source = `package x
func BenchmarkA(b *testing.B) {
	b.StopTimer()
	b.StartTimer()
	for b.Loop() {
		b.StopTimer()
		func() { b.StartTimer() }()
	}
	b.ReportMetric(float64(b.N), "n")
}
func BenchmarkB(b *testing.B) {
	for range b.N {
	}
	for i := 0; i < b.N; i++ {
	}
}
`
	var lines []string
	for _, fault := range benchmarkFaults(t, "x_test.go", source) {
		lines = append(lines, strings.Split(fault, ":")[1])
	}
	if want := []string{"6", "7", "12", "14"}; !slices.Equal(lines, want) {
		t.Errorf("faults in lines %v, want %v", lines, want)
	}
}

// benchmarkFaults parses a file, or source if that is not nil.
func benchmarkFaults(t *testing.T, path string, source any) (faults []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	fault := func(at ast.Node, text string) {
		faults = append(faults, fmt.Sprintf("%s: %s", files.Position(at.Pos()), text))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch loop := n.(type) {
		case *ast.ForStmt:
			if body = loop.Body; loop.Cond != nil && mentions(loop.Cond, isCount) {
				fault(loop, "it loops over b.N: use b.Loop")
			}
		case *ast.RangeStmt:
			if body = loop.Body; mentions(loop.X, isCount) {
				fault(loop, "it loops over b.N: use b.Loop")
			}
		default:
			return true
		}
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isTimer(call) {
				fault(call, "the timer is started or stopped in a loop: measure with a clock of your own, or set up before the loop")
			}
			return true
		})
		return true
	})
	return slices.Compact(faults)
}

func mentions(n ast.Node, is func(ast.Node) bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		found = found || is(n)
		return !found
	})
	return found
}

// isCount recognises b.N by its names, without types.
func isCount(n ast.Node) bool {
	s, ok := n.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "N" {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == "b"
}

func isTimer(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "StopTimer" || s.Sel.Name == "StartTimer")
}
