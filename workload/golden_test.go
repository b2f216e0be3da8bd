package workload_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash"
	"os"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

const goldenFile = "testdata/golden.txt"

// TestSameSeedGivesTheSameBytes holds the bytes of every resource and of every
// stream in both profiles, as JSON. A difference means that results measured
// before are no longer comparable: change the file (go test -run SameSeed -update)
// only together with a word about that.
func TestSameSeedGivesTheSameBytes(t *testing.T) {
	var got strings.Builder
	for _, profile := range workload.Profiles() {
		p := cluster(t, 1, 300, profile)
		for _, r := range workload.Resources() {
			sum := sha256.New()
			for _, o := range p.Objects(r) {
				hashObject(t, sum, o)
			}
			fmt.Fprintf(&got, "population %s %s %d %s\n", profile, r, len(p.Objects(r)), hex.EncodeToString(sum.Sum(nil)))
		}
		// A stream's versions go on where the population's end, and resources that came
		// later come last: without them the streams are what they were.
		first := generate(t, workload.Config{Seed: 1, Objects: 300, Profile: profile, Resources: workload.Resources()[:6]})
		for _, m := range workload.Mixes() {
			sum := sha256.New()
			s := workload.NewStream(first, m, 1)
			for range 200 {
				e := s.Next()
				fmt.Fprintf(sum, "%s %s ", e.Resource, e.Type)
				hashObject(t, sum, e.Object)
			}
			fmt.Fprintf(&got, "stream %s %s 200 %s\n", profile, m, hex.EncodeToString(sum.Sum(nil)))
		}
	}
	if *update {
		if err := os.WriteFile(goldenFile, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("bytes differ from %s:\ngot\n%swant\n%s", goldenFile, got.String(), want)
	}
}

func hashObject(t testing.TB, sum hash.Hash, o runtime.Object) {
	t.Helper()
	if err := json.NewEncoder(sum).Encode(o); err != nil {
		t.Fatal(err)
	}
}
