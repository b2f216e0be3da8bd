package reflectorbench

import (
	"bytes"
	"testing"
	"time"
)

func TestTimeLeftIsWeightedByWhatCellsTook(t *testing.T) {
	cells := []Cell{{Objects: 10}, {Objects: 1000}, {Objects: 1000, Store: "x"}}
	jobs := Matrix{Cells: cells, Rounds: 2}.jobs()
	p := newProgress(&bytes.Buffer{}, cells, jobs)
	if _, ok := p.left(); ok {
		t.Error("an estimate before anything has finished")
	}
	p.end(job{0, 0}, time.Second)
	if left, _ := p.left(); left != 5*time.Second {
		t.Errorf("%v left, want 5 runs like the only one", left)
	}
	p.end(job{0, 1}, 10*time.Second)
	if left, _ := p.left(); left != (1+10+2*10)*time.Second {
		t.Errorf("%v left, want 1 s and three runs of 10 s: the cell of the same size counts", left)
	}
}

func TestRoundsVisitEveryCellInAShuffledOrder(t *testing.T) {
	m := Matrix{Cells: make([]Cell, 8), Rounds: 20, Seed: 3}
	jobs := m.jobs()
	orders := map[[8]int]bool{}
	for round := range m.Rounds {
		var order [8]int
		seen := map[int]bool{}
		for i, j := range jobs[8*round : 8*round+8] {
			if j.round != round || seen[j.cell] {
				t.Fatalf("job %+v in round %d", j, round)
			}
			seen[j.cell], order[i] = true, j.cell
		}
		orders[order] = true
	}
	if len(orders) < 15 {
		t.Errorf("%d different orders in 20 rounds", len(orders))
	}
}

func TestTerminalShowsOneLineThatFits(t *testing.T) {
	var out bytes.Buffer
	cells := []Cell{{Objects: 10}}
	p := newProgress(&out, cells, []job{{0, 0}})
	p.terminal, p.width = true, 30
	p.begin(job{0, 0})
	p.end(job{0, 0}, time.Second)
	p.close()
	for line := range bytes.SplitSeq(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\r\x1b[K")) {
		if len(line) >= p.width || bytes.ContainsRune(line, '\n') {
			t.Errorf("line %q does not fit %d columns", line, p.width)
		}
	}
	if !bytes.HasSuffix(out.Bytes(), []byte("1/1  about 0s left\n")) {
		t.Errorf("the output ends with %q", out.Bytes()[max(0, out.Len()-40):])
	}
}
