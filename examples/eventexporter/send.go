package main

import (
	"context"
	"errors"
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
		if refusal := (*halfRefusal)(nil); errors.As(err, &refusal) {
			again, asked = x.blame(ctx, batch, err)
		}
		return again, asked, err
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
