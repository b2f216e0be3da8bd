package trace_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"informerbench/workload"
	"informerbench/workload/trace"
)

func exported(t *testing.T, file []byte) string {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := trace.Export(context.Background(), &text, r); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestExportedAndImportedIsTheSameTrace(t *testing.T) {
	_, _, recording := mixed(t)
	var population bytes.Buffer
	if err := trace.WritePopulation(context.Background(), &population, generate(t, 20, workload.Real)); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"recording": recording, "population": population.Bytes()} {
		text := exported(t, file)
		var again bytes.Buffer
		if err := trace.Import(context.Background(), &again, strings.NewReader(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if second := exported(t, again.Bytes()); second != text {
			t.Errorf("%s: differs after export and import", name)
		}
	}
}

func TestExportIsOneLineForEachRecord(t *testing.T) {
	records, _, file := mixed(t)
	lines := strings.Split(strings.TrimSuffix(exported(t, file), "\n"), "\n")
	if len(lines) != len(records)+2 {
		t.Fatalf("%d lines for %d records", len(lines), len(records))
	}
	for i, want := range map[int]string{
		0: `{"format":"ibtrace","version":"2","header":{"kind":"recording","resources":[{"version":"v1","resource":"secrets"`,
		1: `{"offsetNs":1000000,"phase":"listed","type":"ADDED","resource":"secrets","object":{"kind":"Secret","apiVersion":"v1"`,
		2: `"list":["\u003c\u0026\u003e",null,true]`,
		6: `{"end":{"records":5,"ended":"after 2h","listed":true,"spanNs":7200000000000,`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %s\nwant %s in it", i, lines[i], want)
		}
	}
}

func TestImportNamesTheLine(t *testing.T) {
	_, _, file := mixed(t)
	lines := strings.SplitAfter(exported(t, file), "\n")
	with := func(i int, text string) string {
		changed := append([]string{}, lines...)
		changed[i] = text
		return strings.Join(changed, "")
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "line 1: the text ends"},
		"no header":         {strings.Join(lines[1:], ""), "line 1: no trace begins here"},
		"other version":     {with(0, strings.Replace(lines[0], `"version":"2"`, `"version":"7"`, 1)), `line 1: a trace of format version "7"`},
		"no JSON":           {with(2, "pods\n"), "line 3: invalid character"},
		"unknown field":     {with(1, strings.Replace(lines[1], "phase", "phrase", 1)), `line 2: json: unknown field "phrase"`},
		"unknown of object": {with(1, strings.Replace(lines[1], `"metadata"`, `"metadaten"`, 1)), `line 2: strict decoding error: unknown field "metadaten"`},
		"unknown phase":     {with(1, strings.Replace(lines[1], `"listed"`, `"heard"`, 1)), `line 2: unknown phase "heard"`},
		"unknown resource":  {with(1, strings.Replace(lines[1], `"secrets"`, `"spoons"`, 1)), `line 2: the trace's header has no resource "spoons"`},
		"another kind":      {with(1, strings.Replace(lines[1], `"Secret"`, `"Node"`, 1)), "line 2: "},
		"no object":         {with(1, `{"phase":"listed","type":"ADDED","resource":"secrets"}`+"\n"), "line 2: no object"},
		"offset falls":      {with(4, strings.Replace(lines[4], `"offsetNs":1000000000`, `"offsetNs":1`, 1)), "line 5: offset 1ns after"},
		"cut":               {strings.Join(lines[:4], ""), "line 5: the text ends without its last line"},
		"a count":           {with(3, "\n"), "line 7: 4 records where the last line counts 5"},
		"after the end":     {strings.Join(lines, "") + lines[1], "line 8: a line after the last one"},
		"two in a line":     {with(1, strings.TrimSpace(lines[1])+lines[1]), "line 2: more than one JSON value"},
	} {
		err := trace.Import(context.Background(), io.Discard, strings.NewReader(c.text))
		var line *trace.LineError
		if !errors.As(err, &line) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
}

func TestExportOfACutTraceSaysSo(t *testing.T) {
	file := recording(t, 4)
	r, err := trace.NewReader(bytes.NewReader(file[:len(file)-200]))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := trace.Export(context.Background(), &text, r); !errors.Is(err, trace.ErrCut) {
		t.Errorf("got %v", err)
	}
	if n := strings.Count(text.String(), `"type":"ADDED"`); n == 0 || strings.Contains(text.String(), `"end"`) {
		t.Errorf("%d records and perhaps an end in %s", n, text.String())
	}
}
