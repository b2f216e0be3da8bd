package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// bulkResponse has an item for each document, in order.
type bulkResponse struct {
	Items []bulkItem `json:"items"`
	Error string     `json:"error"` // see halfRefusal
}

// bulkItem is one result under the name of its action. Which name does not matter, for there is one result: ZincSearch
// answers a "create" under "index".
type bulkItem map[string]bulkResult

type bulkResult struct {
	Status int             `json:"status"`
	Error  json.RawMessage `json:"error"`
}

func (i bulkItem) result() (r bulkResult) {
	for _, r = range i {
	}
	return r
}

// settle counts what is done and returns what to send again: only what the server could
// not do now. A document that it will never take must not hold up the others.
func (x *exporter) settle(batch []document, body io.Reader) (again []document, err error) {
	var response bulkResponse
	if err := json.NewDecoder(body).Decode(&response); err != nil {
		return batch, fmt.Errorf("the answer was cut short: %w", err)
	}
	if response.Error != "" {
		return batch, &halfRefusal{response.Error}
	}
	if len(response.Items) != len(batch) {
		return batch, fmt.Errorf("the answer has %d items for %d documents: is --elasticsearch right?", len(response.Items), len(batch))
	}
	for i, item := range response.Items {
		result := item.result()
		switch status := result.Status; {
		case status == http.StatusCreated || status == http.StatusOK:
			x.stats.created.add(1)
			x.took(batch[i])
		case status == http.StatusConflict:
			x.stats.existing.add(1)
			x.took(batch[i])
		case status == http.StatusTooManyRequests || status >= 500:
			again = append(again, batch[i])
			err = fmt.Errorf("%d documents are refused for now, the last with %d: %s", len(again), status, result.Error)
		default:
			x.reject(batch[i], fmt.Sprintf("status %d: %s", status, result.Error))
		}
	}
	return again, err
}

// reject drops a document that would be refused each time.
func (x *exporter) reject(d document, reason string) {
	x.stats.rejected.add(1)
	slog.Error("rejected", "document", d.id, "reason", reason, "body", string(d.body))
}
