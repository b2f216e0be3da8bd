// Package keyorder sorts the keys of stores. Keys of one namespace begin alike
// ("namespace/deployment-5d4f8c7b9-"), so that a comparison sort reads the same
// bytes again and again before it finds a difference; this one reads each byte of
// a common beginning about once.
//
// The method is a most-significant-digit radix sort in place over cached heads of the
// strings: McIlroy, Bostic and McIlroy, "Engineering Radix Sort" (Computing
// Systems 6(1), 1993) for the radix sort, and Ng and Kakehi, "Cache Efficient Radix
// Sort for String Sorting" (IEICE Transactions E90-A(2), 2007) for the cached heads.
package keyorder
