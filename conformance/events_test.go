package main

import (
	"slices"
	"strings"
	"testing"
)

const ran = `{"Action":"start"}
{"Action":"run","Test":"TestGood"}
{"Action":"output","Test":"TestGood","Output":"fine\n"}
{"Action":"run","Test":"TestGood/part"}
{"Action":"fail","Test":"TestGood/part"}
{"Action":"pass","Test":"TestGood"}
{"Action":"run","Test":"TestBad"}
{"Action":"output","Test":"TestBad","Output":"expected upper bound 300ms\n"}
{"Action":"fail","Test":"TestBad"}
{"Action":"run","Test":"TestOther"}
{"Action":"skip","Test":"TestOther"}
{"Action":"run","Test":"TestCrash"}
{"Action":"output","Test":"TestCrash","Output":"panic: no\n"}
{"Action":"fail"}
`

// A test counts once, whatever its subtests say; one without an end has failed.
func TestOutcomesAreCounted(t *testing.T) {
	o, err := readEvents(strings.NewReader(ran))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.passed, []string{"TestGood"}) || !slices.Equal(o.skipped, []string{"TestOther"}) ||
		!slices.Equal(o.failed, []string{"TestBad", "TestCrash"}) {
		t.Errorf("passed %q, skipped %q, failed %q", o.passed, o.skipped, o.failed)
	}
	if o.output["TestGood"] != "" || o.output["TestCrash"] != "panic: no\n" {
		t.Errorf("the output kept is %q", o.output)
	}
}

// Of a benchmark there is nothing but its result and the end of all.
func TestABenchmarkPassesWithTheWhole(t *testing.T) {
	const events = `{"Action":"run","Test":"BenchmarkIndexer"}
{"Action":"output","Test":"BenchmarkIndexer","Output":"BenchmarkIndexer-2 100 3449 ns/op\n"}
`
	for end, passed := range map[string]int{`{"Action":"pass"}`: 1, `{"Action":"fail"}`: 0} {
		o, err := readEvents(strings.NewReader(events + end))
		if err != nil || len(o.passed) != passed || len(o.failed) != 1-passed {
			t.Errorf("with %s passed %q, failed %q, %v", end, o.passed, o.failed, err)
		}
	}
}

// A second try is never hidden: the table names the test and shows what it printed.
func TestASecondTryIsReported(t *testing.T) {
	o, err := readEvents(strings.NewReader(ran))
	if err != nil {
		t.Fatal(err)
	}
	o.store = "mvcc"
	o.retried(&outcome{passed: []string{"TestBad"}, failed: []string{"TestCrash"}})
	var text strings.Builder
	if err := writeTable(&text, "v0", []*outcome{o}, &outcome{store: "clientgo", passed: kept()}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"mvcc: failed once, passed alone: TestBad\n", "expected upper bound 300ms", "mvcc: FAILED: TestCrash\n", "panic: no", kept()[0],
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("there is no %q in\n%s", want, text.String())
		}
	}
}

func TestVariantsAreOurs(t *testing.T) {
	all, err := variants("all")
	if err != nil || len(all) < 5 || slices.Contains(all, "clientgo") {
		t.Errorf("variants(all) = %q, %v", all, err)
	}
	if _, err := variants("mvcc,best"); err == nil || !strings.Contains(err.Error(), `unknown store "best"`) {
		t.Errorf("variants(mvcc,best): %v", err)
	}
}

// A process that ends in a test leaves those behind it without an outcome: they are run in another.
func TestNoTestIsForgottenBehindACrash(t *testing.T) {
	o, err := readEvents(strings.NewReader(ran))
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"TestGood", "TestBad", "TestOther", "TestCrash", "TestBehind"}
	if left := o.left(all); !slices.Equal(left, []string{"TestBehind"}) {
		t.Errorf("left are %q", left)
	}
	o.add(&outcome{passed: []string{"TestBehind"}, output: map[string]string{}})
	if left := o.left(all); len(left) > 0 || !slices.Contains(o.passed, "TestBehind") {
		t.Errorf("left are %q, passed %q", left, o.passed)
	}
}
