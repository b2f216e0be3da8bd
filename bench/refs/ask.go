package refs

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// peer is client-go's own store: no commit of ours changes it.
const peer = "clientgo"

// knowledge is what both sides know.
type knowledge struct {
	stores []string
	flags  map[string]bool // of run
}

var flagName = regexp.MustCompile(`(?m)^\s+(?:-\w, )?--([a-z0-9-]+)`)

// ask asks each side which stores it has and which flags its run takes.
func ask(ctx context.Context, sides []*side) (knowledge, error) {
	k := knowledge{flags: map[string]bool{}}
	for i, s := range sides {
		names, err := output(ctx, "", s.exe, "stores", "--names")
		if err != nil {
			return k, fmt.Errorf("%s (%s) does not tell its stores: %w", s.name, s.commit, err)
		}
		help, err := output(ctx, "", s.exe, "run", "--help")
		if err != nil {
			return k, fmt.Errorf("%s (%s) does not tell its flags: %w", s.name, s.commit, err)
		}
		stores, flags := strings.Fields(names), map[string]bool{}
		for _, m := range flagName.FindAllStringSubmatch(help, -1) {
			flags[m[1]] = true
		}
		if i == 0 {
			k.stores, k.flags = stores, flags
			continue
		}
		k.stores = slices.DeleteFunc(k.stores, func(name string) bool { return !slices.Contains(stores, name) })
		for name := range k.flags {
			k.flags[name] = flags[name]
		}
	}
	return k, nil
}

// choose is the wanted stores, all of which both sides must know, or all that both know.
func (k knowledge) choose(wanted []string) ([]string, error) {
	for _, name := range wanted {
		if !slices.Contains(k.stores, name) {
			return nil, fmt.Errorf("store %q: want some of those that both commits know: %s", name, strings.Join(k.stores, ", "))
		}
	}
	if len(wanted) > 0 {
		return wanted, nil
	}
	all := slices.DeleteFunc(slices.Clone(k.stores), func(name string) bool { return name == peer })
	if len(all) == 0 {
		return nil, fmt.Errorf("the two commits have no stores in common")
	}
	return all, nil
}

// keep leaves out flags that one side does not know, of both, and says so.
func (k knowledge) keep(args []string, w io.Writer) (kept []string) {
	for _, arg := range args {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if !k.flags[name] {
			fmt.Fprintf(w, "%s is left out: not both commits know it\n", arg)
			continue
		}
		kept = append(kept, arg)
	}
	return kept
}
