package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// export sends a batch until each document is created, was there already or is refused
// for good. It gives up only when the context ends.
func (x *exporter) export(ctx context.Context, batch []document) {
	for retry := 1; ; retry++ {
		again, asked, err := x.send(ctx, batch)
		if len(again) == 0 {
			return
		}
		batch = again
		if ctx.Err() == nil {
			wait := x.retry.wait(retry, asked)
			slog.Warn("trying again", "documents", len(batch), "retry", retry, "wait", wait, "error", err)
			if pause(ctx, wait) {
				x.stats.retried.add(len(batch))
				continue
			}
		}
		x.stats.left.add(len(batch))
		return
	}
}

// send makes one request. It returns the documents to send again, why, and for how long
// the server asked to be left alone.
func (x *exporter) send(ctx context.Context, batch []document) (again []document, asked time.Duration, err error) {
	response, err := x.server.Bulk(bulkBody(batch), x.server.Bulk.WithContext(ctx), x.server.Bulk.WithIndex(x.index))
	if err != nil {
		return batch, 0, err // whether it arrived is unknown: the IDs make it safe to send it again
	}
	defer response.Body.Close()
	if !response.IsError() {
		again, err = x.settle(batch, response.Body)
		return again, 0, err
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, 500))
	err = fmt.Errorf("elasticsearch answers %s: %s", response.Status(), text)
	switch response.StatusCode {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		again, asked = x.divide(ctx, batch, err)
		return again, asked, err
	}
	// 429 and 5xx pass by themselves. So may the rest (a role, a proxy); a person reads
	// the log, and nothing is lost meanwhile.
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return batch, time.Duration(seconds) * time.Second, err
}

// divide finds the document because of which a whole request is refused, by sending the
// halves on their own.
func (x *exporter) divide(ctx context.Context, batch []document, refusal error) (again []document, asked time.Duration) {
	if len(batch) == 1 {
		x.reject(batch[0], refusal.Error())
		return nil, 0
	}
	half := len(batch) / 2
	for _, part := range [][]document{batch[:half], batch[half:]} {
		rest, wait, _ := x.send(ctx, part)
		again, asked = append(again, rest...), max(asked, wait)
	}
	return again, asked
}

// bulkResponse has an item for each document, in order, under the name of its action.
type bulkResponse struct {
	Items []map[string]struct {
		Status int             `json:"status"`
		Error  json.RawMessage `json:"error"`
	} `json:"items"`
}

// settle counts what is done and returns what to send again: only what the server could
// not do now. A document that it will never take must not hold up the others.
func (x *exporter) settle(batch []document, body io.Reader) (again []document, err error) {
	var response bulkResponse
	if err := json.NewDecoder(body).Decode(&response); err != nil {
		return batch, fmt.Errorf("the answer was cut short: %w", err)
	}
	if len(response.Items) != len(batch) {
		return batch, fmt.Errorf("the answer has %d items for %d documents: is --elasticsearch right?", len(response.Items), len(batch))
	}
	for i, item := range response.Items {
		result := item["create"]
		switch status := result.Status; {
		case status == http.StatusCreated || status == http.StatusOK:
			x.stats.created.add(1)
		case status == http.StatusConflict:
			x.stats.existing.add(1)
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
