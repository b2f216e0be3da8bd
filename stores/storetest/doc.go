// Package storetest is the conformance suite of the store variants. [Run] takes
// a constructor and what the variant claims, and proves exactly that:
//
//  1. a contract table, one script of operations for each documented corner;
//  2. random operations against a plain map with indexes by brute force
//     (pgregory.net/rapid; a failure prints its seed and is shrunk);
//  3. linearizability of point operations, by porcupine, for those who claim it;
//  4. snapshot-consistent lists, atomic transactions, readers that never block
//     and writers that never wait, likewise;
//  5. cases from the field: defects that informers really had, each with the
//     public thread in its comment.
//
// [FuzzOps] is the model of 2 behind go test -fuzz.
//
// A check is a function that returns an error, so that the suite is tested as
// well: its own tests hold a deliberately broken store against each check.
//
// Under the race detector and in -short the sizes are a tenth. Setting the
// environment variable STORETEST_FULL takes the sizes that were reported from the
// field, up to a million objects, and minutes.
package storetest
