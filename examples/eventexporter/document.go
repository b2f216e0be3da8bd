package main

import (
	"bytes"
	"encoding/json"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// document is one version of an Event, encoded.
type document struct {
	id   string
	body []byte
}

// newDocument encodes an Event. The ID is its UID and version: the same version gets the
// same ID in every run, and a later one (a higher count) another. Only these fields are
// written: labels and annotations would let anyone in the cluster add fields to the index.
func newDocument(e *corev1.Event) (document, error) {
	body, err := json.Marshal(map[string]any{
		"@timestamp":      happened(e).UTC().Format(time.RFC3339Nano),
		"namespace":       e.Namespace,
		"name":            e.Name,
		"uid":             e.UID,
		"resourceVersion": e.ResourceVersion,
		"type":            e.Type,
		"reason":          e.Reason,
		"message":         e.Message,
		"count":           count(e),
		"component":       component(e),
		"host":            e.Source.Host,
		"object": map[string]any{
			"apiVersion": e.InvolvedObject.APIVersion, "kind": e.InvolvedObject.Kind, "namespace": e.InvolvedObject.Namespace,
			"name": e.InvolvedObject.Name, "uid": e.InvolvedObject.UID, "fieldPath": e.InvolvedObject.FieldPath,
		},
	})
	return document{id: string(e.UID) + "." + e.ResourceVersion, body: body}, err
}

// happened is when the Event happened last. Old clients write lastTimestamp, new ones
// eventTime and series.
func happened(e *corev1.Event) time.Time {
	switch {
	case e.Series != nil && !e.Series.LastObservedTime.IsZero():
		return e.Series.LastObservedTime.Time
	case !e.LastTimestamp.IsZero():
		return e.LastTimestamp.Time
	case !e.EventTime.IsZero():
		return e.EventTime.Time
	}
	return e.CreationTimestamp.Time
}

func count(e *corev1.Event) int32 {
	if e.Series != nil {
		return e.Series.Count
	}
	return max(e.Count, 1)
}

func component(e *corev1.Event) string {
	if e.ReportingController != "" {
		return e.ReportingController
	}
	return e.Source.Component
}

// bulkBody is a request's body: an action and a document a line each. The action creates
// and never overwrites: what is there already is answered with 409.
func bulkBody(batch []document) *bytes.Reader {
	var b bytes.Buffer
	for _, d := range batch {
		action, _ := json.Marshal(map[string]any{"create": map[string]string{"_id": d.id}}) // strings always have JSON
		b.Write(action)
		b.WriteByte('\n')
		b.Write(d.body)
		b.WriteByte('\n')
	}
	return bytes.NewReader(b.Bytes())
}
