package trace

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
)

// Export writes what is left of a trace as JSON lines:
//
//	{"format":"ibtrace","version":"2","header":{…}}
//	{"offsetNs":1500000,"phase":"watched","type":"MODIFIED","resource":"pods","object":{…}}
//	{"end":{"records":1,…}}
//
// Where the trace is damaged, everything before the damage is written, no end line, and
// the damage is the error.
func Export(ctx context.Context, w io.Writer, r *Reader) error {
	out := bufio.NewWriterSize(w, 1<<16)
	err := export(ctx, json.NewEncoder(out), r)
	flushed := out.Flush()
	if errors.Is(err, flushed) {
		return err // a full disk says it once
	}
	return errors.Join(err, flushed)
}

func export(ctx context.Context, out *json.Encoder, r *Reader) error {
	out.SetEscapeHTML(false)
	header := r.Header()
	if err := out.Encode(line{Format: formatName, Version: formatVersion, Header: &header}); err != nil {
		return err
	}
	for record, err := range r.Records() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := r.exportRecord(out, record); err != nil {
			return err
		}
	}
	end, _ := r.Summary()
	return out.Encode(line{End: &end})
}

func (t *Reader) exportRecord(out *json.Encoder, r Record) error {
	kind, _, err := t.codec.find(r.Resource)
	if err != nil {
		return err
	}
	object, err := kind.toJSON(r.Object)
	if err != nil {
		return err
	}
	return out.Encode(line{
		OffsetNs: r.Offset.Nanoseconds(), Phase: r.Phase.String(), GapNs: r.Gap.Nanoseconds(),
		Type: string(r.Type), Resource: string(r.Resource), Object: object,
	})
}
