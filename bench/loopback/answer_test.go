package loopback_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"informerbench/bench/loopback"
)

// Small parts and large ones come out as one row of bytes.
func TestJoinedPartsStayInOrder(t *testing.T) {
	var parts [][]byte
	var want strings.Builder
	for i, size := range []int{0, 3, 700 << 10, 700 << 10, 3 << 20, 1, 0} {
		part := strings.Repeat(string(rune('a'+i)), size)
		parts = append(parts, []byte(part))
		want.WriteString(part)
	}
	w := httptest.NewRecorder()
	if err := loopback.WriteJoined(w, parts); err != nil || w.Body.String() != want.String() {
		t.Errorf("%d bytes (%v), want %d", w.Body.Len(), err, want.Len())
	}
}

// A server's refusal reaches who gave the order.
func TestOrdersAreRefusedWithTheReason(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/control/cpu" {
			loopback.AnswerCPU(w, r)
			return
		}
		loopback.AnswerError(w, apierrors.NewBadRequest("not now"))
	}))
	defer server.Close()
	c := loopback.NewControl(server.URL)
	defer c.Close()
	if used, err := c.CPU(t.Context()); err != nil || used <= 0 {
		t.Errorf("the server has used %v (%v)", used, err)
	}
	if err := c.Order(t.Context(), http.MethodPost, "begin", nil); err == nil || !strings.Contains(err.Error(), "not now") {
		t.Errorf("error %v", err)
	}
}
