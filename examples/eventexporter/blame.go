package main

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// halfRefusal is an answer of status 200 that names one reason for a whole request. ZincSearch writes the documents of a
// request one by one, stops at the first that fails, and says neither which it was nor
// whether it would take it later: a field of another type, say, or a full disk.
type halfRefusal struct{ reason string }

func (r *halfRefusal) Error() string { return "the server stopped half-way: " + r.reason }

// took remembers a document that the server has.
func (x *exporter) took(d document) { x.taken.Store(&d) }

// blame finds out whether a document or the server is at fault, by sending a document once more that the server has already:
// the IDs make that safe. If it does not take that one either, it takes nothing now, and all
// is sent again later. If it does, a document is at fault, and only that one is rejected.
func (x *exporter) blame(ctx context.Context, batch []document, refusal error) (again []document, asked time.Duration) {
	known := x.taken.Load()
	switch {
	case known == nil && len(batch) == 1: // nothing to compare with yet
		return batch, 0
	case known != nil && !x.takes(ctx, *known):
		return batch, 0
	}
	return x.divide(ctx, batch, refusal)
}

// takes tells whether the server takes a document now. Nothing is counted.
func (x *exporter) takes(ctx context.Context, d document) bool {
	response, err := x.server.Bulk(bulkBody([]document{d}), x.server.Bulk.WithContext(ctx), x.server.Bulk.WithIndex(x.index))
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var answer bulkResponse
	if response.IsError() || json.NewDecoder(response.Body).Decode(&answer) != nil || answer.Error != "" || len(answer.Items) != 1 {
		return false
	}
	status := answer.Items[0].result().Status
	return status < http.StatusMultipleChoices || status == http.StatusConflict
}
