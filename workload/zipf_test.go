package workload

import "testing"

func TestZipfTableFollowsItsExponent(t *testing.T) {
	const draws = 200_000
	for exponent := 1; exponent <= 2; exponent++ {
		table := newZipfTable(100, exponent)
		d := newDice(1, domainLayout, 0)
		counts := make([]int, 100)
		for range draws {
			counts[table.draw(&d)]++
		}
		for _, rank := range []int{2, 4, 8} {
			want := float64(counts[0])
			for range exponent {
				want /= float64(rank)
			}
			if got := float64(counts[rank-1]); got < 0.9*want || got > 1.1*want {
				t.Errorf("exponent %d: rank %d drawn %.0f times, want %.0f", exponent, rank, got, want)
			}
		}
	}
}

func TestZipfRankStaysInRangeAndFavoursOctavesAlike(t *testing.T) {
	d := newDice(2, domainLayout, 0)
	for _, n := range []int{1, 2, 3, 5, 1000} {
		seen := make(map[int]int)
		for range 20_000 {
			rank := zipfRank(&d, n)
			if rank < 0 || rank >= n {
				t.Fatalf("rank %d of %d", rank, n)
			}
			seen[rank]++
		}
		if n <= 5 && len(seen) != n {
			t.Errorf("only %d of %d ranks were drawn", len(seen), n)
		}
		if n == 1000 {
			two := seen[1] + seen[2]
			if r := float64(seen[0]) / float64(two); r < 0.9 || r > 1.1 {
				t.Errorf("rank 0 drawn %d times, ranks 1 and 2 %d times", seen[0], two)
			}
		}
	}
}

func TestPlacesAreDistinctAndOnNodes(t *testing.T) {
	for _, pods := range []int{1, 2, 20, 33, 34, 119, 120, 121, 5000} {
		l := newLayout(Config{Seed: 3, Objects: pods, Profile: Small, Resources: []Resource{Pods}})
		addresses := make(map[int]bool)
		for i := range pods {
			node, address := l.place(i)
			if node < 0 || node >= l.nodes || address/addressesPerNode != node || addresses[address] {
				t.Fatalf("%d Pods: Pod %d on node %d of %d, address %d", pods, i, node, l.nodes, address)
			}
			if extra := address % addressesPerNode; extra < firstPodAddress || extra >= spareAddress {
				t.Fatalf("%d Pods: address %d of a block", pods, extra)
			}
			addresses[address] = true
		}
	}
}

func TestIntegerRoots(t *testing.T) {
	for n := range 10_000 {
		if r := isqrt(n); r*r > n || (r+1)*(r+1) <= n {
			t.Fatalf("isqrt(%d) = %d", n, r)
		}
	}
}

func TestLeasesAreOfNodesAndLeaders(t *testing.T) {
	for n := 1; n < 3000; n += 1 + n/300 {
		l := newLayout(Config{Objects: n, Profile: Small, Resources: []Resource{Leases}})
		if l.nodes+l.leaders != n || l.nodes < 1 || l.leaders < 0 || l.leaders > maxLeaderLeases+1 {
			t.Fatalf("%d leases: %d of nodes and %d of leaders", n, l.nodes, l.leaders)
		}
	}
}
