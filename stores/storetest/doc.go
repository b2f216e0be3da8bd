// Package storetest is the conformance suite of the store variants. [Run] takes
// a constructor and what the variant claims, and proves exactly that:
//
//  1. a contract table, one script of operations for each documented corner;
//  2. random operations against a model that keeps plain maps and sorted slices
//     (pgregory.net/rapid; a failure prints its seed and is shrunk): small stores of odd
//     keys and large ones that fill and empty, objects of mixed dynamic types, any set of
//     index functions, snapshots that are kept while much is written;
//  3. linearizability by porcupine: of point operations key by key, and, for those who
//     claim whole answers, of all operations together on a store of three keys;
//  4. snapshot-consistent lists, atomic transactions, readers that never block
//     and writers that never wait, likewise;
//  5. a herd of hundreds of objects that come, go, move between index values and change
//     their type under readers, who hold every answer against numbered states;
//  6. what a store keeps alive: nothing that was replaced, a bounded number of old objects
//     for a stalled reader, and less memory after mass deletes;
//  7. waits for a version;
//  8. that reads return the very objects that were stored, for those who claim it;
//  9. cases from the field: defects that informers really had, each with the
//     public thread in its comment.
//
// What stores.Extended has beyond client-go's interface is checked where a store implements
// it, and skipped where not.
//
// [FuzzOps] is the model of 2 and [FuzzHistories] are the histories of 3 behind go test
// -fuzz. [Stress] runs 2 to 7 in random sizes for as long as one likes: make stress.
//
// A check is a function that returns an error, so that the suite is tested as
// well: its own tests hold a deliberately broken store against each check.
//
// Under the race detector and in -short the sizes are a tenth. Setting the
// environment variable STORETEST_FULL takes the sizes that were reported from the
// field, up to a million objects, and minutes.
package storetest
