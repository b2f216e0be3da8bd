// Package trace writes a population or a stream of events to a file and reads
// it back.
//
// A trace is a sequence of records after eight bytes that name the format and
// its version:
//
//  1. One header record, JSON: what the trace holds and what it was made from.
//  2. One record for each object or event, in order: resource, type of the
//     event, and the object in the API server's own storage encoding (protobuf
//     for the built-in kinds, JSON for the custom resource).
//  3. One end record: the number of records before it and a checksum of the file.
//
// Each record is a byte for its type, the length of its payload, the payload and
// a CRC-32C of all that. A file without its end record was cut short, and the
// reader says so, with the offset, instead of taking the part for the whole. The
// reader holds one record at a time, and no record may exceed MaxRecord.
package trace
