package proxy_test

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"informerbench/e2e/proxy"
)

func TestBytesPassBothWaysAndSoDoesAnEnd(t *testing.T) {
	conn := dial(t, listen(t, echo(t)))
	long := strings.Repeat("0123456789", 100_000)
	go func() {
		_, _ = io.WriteString(conn, long)
		_ = conn.(*net.TCPConn).CloseWrite()
	}()
	back, err := io.ReadAll(conn)
	must(t, err)
	if string(back) != long {
		t.Errorf("got %d bytes back, want the %d that were sent", len(back), len(long))
	}
}

func TestCutResetsPresentConnectionsOnly(t *testing.T) {
	p := listen(t, echo(t))
	old := dial(t, p)
	say(t, old, "hello")
	if n := p.Cut(); n != 1 {
		t.Errorf("cut %d connections, want 1", n)
	}
	wantReset(t, old)
	say(t, dial(t, p), "again")
	if n := p.Connections(); n != 2 {
		t.Errorf("there were %d connections, want 2", n)
	}
}

func TestCutAfterBytesOfTheServer(t *testing.T) {
	p := listen(t, echo(t))
	conn := dial(t, p)
	say(t, conn, "hello")
	p.CutAfter(8)
	say(t, conn, "12345")
	send(t, conn, "67890")
	hear(t, conn, "678")
	wantReset(t, conn)
}

func TestStallLosesNothing(t *testing.T) {
	p := listen(t, echo(t))
	conn := dial(t, p)
	say(t, conn, "hello")
	p.Stall(50 * time.Millisecond)
	say(t, conn, "through")
}

// The answer on the new connection comes after the silence began, so the old one, had it
// passed anything, would have it by now or soon; it never does.
func TestSilenceIsForEverOnPresentConnections(t *testing.T) {
	p := listen(t, echo(t))
	old := dial(t, p)
	say(t, old, "hello")
	p.Silence()
	send(t, old, "anybody?")
	say(t, dial(t, p), "new")
	must(t, old.SetReadDeadline(time.Now().Add(20*time.Millisecond)))
	if n, err := old.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the silent connection brought %d bytes, %v", n, err)
	}
	must(t, old.SetReadDeadline(time.Now().Add(patience)))
	p.Cut()
	wantReset(t, old)
}

func TestRefusedConnectionsAreReset(t *testing.T) {
	p := listen(t, echo(t))
	old := dial(t, p)
	say(t, old, "hello")
	p.Refuse(time.Hour)
	wantReset(t, old)
	wantRefused(t, p)
	p.Refuse(0)
	say(t, dial(t, p), "again")
}

func TestAServerThatIsAwayIsAReset(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	l.Close()
	wantRefused(t, listen(t, l.Addr().String()))
}

// wantRefused: the reset may come as early as while the client connects.
func wantRefused(t *testing.T, p *proxy.Proxy) {
	t.Helper()
	conn, err := net.Dial("tcp", p.Address())
	if err != nil {
		if !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("connecting gives %v, want a reset", err)
		}
		return
	}
	defer conn.Close()
	wantReset(t, conn)
}

func wantReset(t *testing.T, conn net.Conn) {
	t.Helper()
	if n, err := conn.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("reading gives %d bytes and %v, want a reset", n, err)
	}
}
