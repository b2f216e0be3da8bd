package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"benchgen": main})
}

// Each script is one promise of the command line, with what it prints.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup:               findGo,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"refused": refused, "shows": shows},
	})
}

// findGo lets the scripts that build programs use what was downloaded and compiled already.
func findGo(env *testscript.Env) error {
	sample, err := filepath.Abs("../../adopt/overlay/testdata/sample")
	if err != nil {
		return err
	}
	env.Setenv("SAMPLE", sample)
	small, err := filepath.Abs("../../report/recommend/testdata/small.txt")
	if err != nil {
		return err
	}
	env.Setenv("SMALL", small)
	// With the race detector each of some hundred calls would sleep for a second when it ends.
	env.Setenv("GORACE", cmp.Or(os.Getenv("GORACE"), "atexit_sleep_ms=0"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return err
		}
		env.Setenv(name, strings.TrimSpace(string(value)))
	}
	return nil
}
