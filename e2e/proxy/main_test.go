package proxy_test

import (
	"io"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	"informerbench/e2e/proxy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is only against a hang.
const patience = time.Minute

// echo is a server that sends back what it gets.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(conn, conn) // faults are what this is about
				conn.Close()
			}()
		}
	}()
	return l.Addr().String()
}

func listen(t *testing.T, target string) *proxy.Proxy {
	t.Helper()
	p, err := proxy.Listen(target)
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

// dial connects through the proxy. Its end is a test's last, so that the proxy closes first.
func dial(t *testing.T, p *proxy.Proxy) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", p.Address())
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	must(t, conn.SetDeadline(time.Now().Add(patience)))
	return conn
}

// say sends a word and waits until it is back.
func say(t *testing.T, conn net.Conn, word string) {
	t.Helper()
	send(t, conn, word)
	hear(t, conn, word)
}

func send(t *testing.T, conn net.Conn, word string) {
	t.Helper()
	_, err := io.WriteString(conn, word)
	must(t, err)
}

func hear(t *testing.T, conn net.Conn, word string) {
	t.Helper()
	back := make([]byte, len(word))
	_, err := io.ReadFull(conn, back)
	must(t, err)
	if string(back) != word {
		t.Fatalf("got %q back, want %q", back, word)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
