// Package trace writes a population, a stream of events or a recording of a cluster
// to a file and reads it back.
//
// A trace is one header record, one record for each object or event in order, and one
// end record. The header (JSON) says what the trace holds, of which kinds, and what
// it was made from; the end record holds the number of records, a checksum over all
// of them, and a [Summary]. An event's record is a protobuf message that begins like
// the API's own metav1.WatchEvent:
//
//	string type = 1;          // ADDED, MODIFIED, DELETED, BOOKMARK
//	RawExtension object = 2;  // raw = 1
//	int64 offset = 3;         // nanoseconds since the trace began
//	int32 phase = 4;          // Phase
//	int32 resource = 5;       // index into the header's resources
//	int64 gap = 6;            // of a bookmark: nanoseconds before it in which the resource was not watched
//
// The object is what the API server stores and sends: "k8s\0" and a runtime.Unknown
// for the kinds in client-go's scheme, JSON for custom resources.
//
// # Bytes
//
// The file opens with 16 bytes that name the format and its version. Blocks follow: 24
// bytes of head (lengths and CRC-32C sums) and a zstd frame that depends on no other. A
// block is written when a MiB has come together and when somebody calls Flush, which a
// recorder does each second: what is before a cut or a damaged block can be read, and
// the error names the block's place in the file. Opening and heads are skippable frames in
// zstd's format (RFC 8878, section 3.1.2), so that the zstd program unpacks a trace as well.
//
// In a block each record is a byte for its type, the length of its payload as a varint, and the
// payload. No record exceeds MaxRecord and no block MaxBlock; a Reader holds one block, packed
// and unpacked, and one object, whatever a damaged or hostile file says.
//
// Version 1, without compression, is no longer read: it held nothing but what
// benchgen generate makes again from the same flags.
//
// # JSON lines
//
// Export and Import turn a trace into text with one line for each record, and back.
//
// Reading order: format.go, header.go, record.go, message.go, block.go, writer.go, reader.go.
package trace
