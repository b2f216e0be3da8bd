package cluster

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Version is what the servers say that they are; it is the version of k8s.io/kubernetes
// in go.mod.
const Version = "v1.37.2"

// LinkerFlags are what a Kubernetes program needs in its -ldflags to know its version, without
// which it refuses to start.
func LinkerFlags() string {
	major, rest, _ := strings.Cut(strings.TrimPrefix(Version, "v"), ".")
	minor, _, _ := strings.Cut(rest, ".")
	const version = " -X k8s.io/component-base/version."
	return strings.TrimSpace(version + "gitVersion=" + Version + version + "gitMajor=" + major + version + "gitMinor=" + minor)
}

// servers are the programs that a cluster consists of: folders of ModuleDir's servers.
var servers = []string{"etcd", "kube-apiserver"}

// Build makes etcd and kube-apiserver, and returns the folder with the programs. It lies in the
// user's cache, and go compiles and links again only what has changed: the first time takes some
// minutes, every other a second or two (without the commit in the programs, which would make it link after
// each). It says so to progress.
func Build(ctx context.Context, progress io.Writer) (string, error) {
	module, err := ModuleDir(ctx)
	if err != nil {
		return "", err
	}
	dir, err := binDir()
	if err != nil {
		return "", err
	}
	args := []string{"-C", module, "build", "-buildvcs=false", "-ldflags", LinkerFlags(), "-o", dir + string(filepath.Separator)}
	for _, server := range servers {
		args = append(args, "./servers/"+server)
	}
	fmt.Fprintf(progress, "building %s in %s: the first time takes some minutes\n", strings.Join(servers, " and "), dir)
	begun := time.Now()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stdout, cmd.Stderr = progress, progress
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("the servers do not build: %w; run \"go %s\" to see why: "+
			"it needs the Go module proxy, some 4 GB of memory and 5 GB of disk for go's build cache", err, quoted(args))
	}
	fmt.Fprintf(progress, "the servers are built (%v)\n", time.Since(begun).Round(time.Second))
	return dir, nil
}

func binDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the servers' programs: %w; set XDG_CACHE_HOME", err)
	}
	dir := filepath.Join(cache, "informerbench", "e2e", Version)
	return dir, os.MkdirAll(dir, 0o755)
}

// ModuleDir is the folder of the module that this package lies in, which has the servers' mains.
func ModuleDir(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "informerbench/e2e")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	dir := strings.TrimSpace(string(out))
	if err != nil || dir == "" {
		return "", fmt.Errorf("the folder of the module e2e is not known: %v; run the tests in e2e, or require that module; go says %q",
			err, strings.TrimSpace(said.String()))
	}
	return dir, nil
}

// quoted makes arguments fit for a shell.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if strings.Contains(arg, " ") {
			out[i] = "'" + arg + "'"
		}
	}
	return strings.Join(out, " ")
}
