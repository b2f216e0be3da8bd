package cluster_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"informerbench/e2e/cluster"
)

// patience is only against a hang.
const patience = time.Minute

// As another program than a test, this binary dials an address and stays for as long as that lasts, or
// is the parent of such a one.
func TestMain(m *testing.M) {
	switch os.Getenv("E2E_ACT_AS") {
	case "child":
		stay()
	case "parent":
		os.Setenv("E2E_ACT_AS", "child")
		p, err := cluster.Run(os.DevNull, os.Args[0])
		if err != nil {
			os.Exit(1)
		}
		<-p.Ended()
	default:
		goleak.VerifyTestMain(m)
	}
}

func stay() {
	conn, err := net.Dial("tcp", os.Getenv("E2E_DIAL"))
	if err != nil {
		os.Exit(1)
	}
	_, _ = conn.Write([]byte("x"))
	_, _ = io.Copy(io.Discard, conn)
}

// listen is where a child dials.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	t.Setenv("E2E_DIAL", l.Addr().String())
	return l
}

func accept(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	must(t, l.(*net.TCPListener).SetDeadline(time.Now().Add(patience)))
	conn, err := l.Accept()
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	must(t, conn.SetDeadline(time.Now().Add(patience)))
	_, err = io.ReadFull(conn, make([]byte, 1))
	must(t, err)
	return conn
}

// wantGone: the kernel closes what a program had open when it ends.
func wantGone(t *testing.T, conn net.Conn) {
	t.Helper()
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the program still runs: %v", err)
	}
}

// A test that is killed, or that panics, leaves no server behind.
func TestProgramsEndWithTheProcessThatStartedThem(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has this")
	}
	l := listen(t)
	t.Setenv("E2E_ACT_AS", "parent")
	p, err := cluster.Run(filepath.Join(t.TempDir(), "log"), os.Args[0])
	must(t, err)
	conn := accept(t, l)
	p.Kill()
	wantGone(t, conn)
}

func TestKillAndStop(t *testing.T) {
	for name, end := range map[string]func(p *cluster.Program) error{
		"kill": func(p *cluster.Program) error { p.Kill(); return nil },
		"stop": func(p *cluster.Program) error { return p.Stop(patience) },
	} {
		t.Run(name, func(t *testing.T) {
			l := listen(t)
			t.Setenv("E2E_ACT_AS", "child")
			p, err := cluster.Run(filepath.Join(t.TempDir(), "log"), os.Args[0])
			must(t, err)
			conn := accept(t, l)
			must(t, end(p))
			wantGone(t, conn)
			must(t, end(p)) // once more does no harm
		})
	}
}

func TestTailIsWhatAProgramSaidLast(t *testing.T) {
	p, err := cluster.Run(filepath.Join(t.TempDir(), "log"), "/bin/sh", "-c", "seq 1000; echo sorry >&2; exit 3")
	must(t, err)
	<-p.Ended()
	lines := strings.Split(p.Tail(), "\n")
	if last := lines[len(lines)-1]; last != "sorry" || len(lines) > 100 {
		t.Errorf("%d lines, the last is %q, want few and \"sorry\"", len(lines), last)
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	_, err := cluster.Run(filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "etcd"))
	if err == nil || !strings.Contains(err.Error(), "etcd does not start") {
		t.Errorf("the error is %v, want one that names etcd", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
