package compactbench_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// standIn makes the test binary play the processes that a run starts.
const standIn = "COMPACTBENCH_STAND_IN"

func TestMain(m *testing.M) {
	switch os.Getenv(standIn) {
	case "well":
		play()
	case "silent":
		if os.Args[1] == "server" {
			play()
		}
	default:
		goleak.VerifyTestMain(m)
	}
}

// play is a server that serves nothing until its input ends, or a client with its results.
func play() {
	if os.Args[1] == "server" {
		fmt.Println("http://nowhere")
		os.Stdin.Read(make([]byte, 1))
		return
	}
	for _, name := range os.Args[2:] {
		fmt.Printf("Benchmark%s 1 5.0 sync-ns\n", name)
	}
}
