package zincsearch_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const user, password, index = "exporter", "not a secret", "kube-events"

// server is a ZincSearch.
type server struct {
	*process
	url string
}

// startServer starts ZincSearch on the data in a folder, with more settings.
func startServer(t *testing.T, data string, env ...string) *server {
	t.Helper()
	env = append([]string{
		"ZINC_DATA_PATH=" + data, "ZINC_FIRST_ADMIN_USER=" + user, "ZINC_FIRST_ADMIN_PASSWORD=" + password,
		"ZINC_TELEMETRY=false", "ZINC_SENTRY=false", "ZINC_WAL_SYNC_INTERVAL=20ms", "GIN_MODE=release",
	}, env...)
	s := &server{process: start(t, data, env, programFile(t, "zincsearch"))}
	const serving = "serving on "
	_, after, _ := strings.Cut(s.waitFor(serving), serving)
	s.url, _, _ = strings.Cut(after, "\n")
	return s
}

// hit is a document found.
type hit struct {
	ID     string `json:"_id"`
	Source struct {
		UID             string `json:"uid"`
		ResourceVersion string `json:"resourceVersion"`
		Message         string `json:"message"`
	} `json:"_source"`
}

// search returns all documents of the index.
func (s *server) search() (hits []hit, err error) {
	const query = `{"query": {"match_all": {}}, "size": 10000, "_source": ["uid", "resourceVersion", "message"]}`
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+"/es/"+index+"/_search", bytes.NewReader([]byte(query)))
	if err != nil {
		return nil, err
	}
	request.SetBasicAuth(user, password)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct {
		Error any
		Hits  struct{ Hits []hit }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK || answer.Error != nil && answer.Error != "" {
		return nil, fmt.Errorf("searching: %s: %v", response.Status, answer.Error)
	}
	return answer.Hits.Hits, nil
}

// holds waits until the index has that many documents, and checks that they are these, each once. ZincSearch shows
// what it has taken a little later.
func (s *server) holds(want map[string]bool) {
	s.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	hang := time.After(patience)
	for {
		hits, err := s.search()
		if err == nil && len(hits) >= len(want) {
			s.compare(hits, want)
			return
		}
		select {
		case <-tick.C:
		case <-hang:
			s.compare(hits, want)
			s.t.Fatalf("the index has %d documents, want %d (%v)", len(hits), len(want), err)
		}
	}
}

func (s *server) compare(hits []hit, want map[string]bool) {
	s.t.Helper()
	found := map[string]int{}
	for _, h := range hits {
		if found[h.ID]++; found[h.ID] == 2 {
			s.t.Errorf("document %s is there more than once", h.ID)
		}
		if !want[h.ID] {
			s.t.Errorf("document %s is of no version that there was", h.ID)
		}
		if h.ID != h.Source.UID+"."+h.Source.ResourceVersion || h.Source.Message == "" {
			s.t.Errorf("document %s holds %+v", h.ID, h.Source)
		}
	}
	missing := 0
	for id := range want {
		if found[id] == 0 {
			missing++
		}
	}
	if missing > 0 {
		s.t.Errorf("%d of %d documents are missing", missing, len(want))
	}
}
