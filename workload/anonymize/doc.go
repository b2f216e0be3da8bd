// Package anonymize replaces what an object says about its owner by keyed hashes of
// equal length, so that a recording of a cluster can be given away and still behaves
// as the cluster does: objects keep their sizes, and the same text is replaced by the
// same text everywhere, so that owner references, node names, namespaces, selectors and
// index values still meet.
//
// What is not named below is replaced; that is the rule, so that a new field of
// the API does not leak.
//
//   - Names are replaced segment by segment between - . _ / : and @, so a Pod's name still
//     begins with its ReplicaSet's, a label's key keeps its prefix/name, and an
//     image its registry/repository:tag. DNS labels stay DNS labels.
//   - Keys of labels, annotations and taints likewise, except the well-known ones (wellknown.go).
//   - UIDs become other UIDs, wherever they stand, addresses other addresses of their
//     family; two addresses with a common prefix of whole octets have one afterwards.
//   - Texts (messages, annotations, environment, commands, arguments) are replaced as a whole.
//   - managedFields keep manager, times and API version; which fields are owned becomes a JSON
//     object of the same length.
//   - In custom resources every string is replaced except apiVersion, kind, times, quantities
//     and well-known words. The names of fields stay. A key of a map that could be no field's
//     name, and any key of labels, annotations, selectors and data, is replaced.
//
// What stays: API kinds, numbers, quantities, times, resource versions, booleans, the
// constants of the API's own types (phases, policies, operators) and the words in
// wellknown.go. Numbers can identify too: ports, sizes, times of creation and rates are in
// the recording as they were. And who knows the cluster can guess more from the
// shape of things; the length of every name is kept.
//
// # The hash
//
// Segments of up to ten characters are replaced by a keyed permutation of all segments
// with their length and their kind of characters: two different short names never become one
// (a hash would make web-0 and web-1 the same in one of 36 cases). It is a Feistel network over
// HMAC-SHA256, walking the cycle until the result is of the same kind: the construction of
// format-preserving encryption (Black and Rogaway, Ciphers with Arbitrary Finite Domains,
// 2002; NIST SP 800-38G). Longer segments are HMAC-SHA256, cut to length. Without the
// key nothing leads back; with it short segments could be decrypted, so the key
// is drawn at random and never written, unless the user keeps one in a file to make
// two recordings match.
//
// # Secrets
//
// DropData takes the data out of Secrets and ConfigMaps. It is a function by itself, since a
// recorder applies it also when nothing is anonymised.
package anonymize
