// Package merge joins results that were measured in shards, on several machines.
//
// A shard is a part of a matrix that one machine measured whole: everything that is compared with each other
// stays on one machine. [Shard.Write] puts its benchmark text between two comment lines, which say
// which part of which matrix it is, how many results there are, and their checksum; so the log of a Kubernetes
// pod, with lines of others in it, is enough to carry results, and a cut one is noticed.
//
// [Read] finds the shards in files, and [Merge] joins them: it names missing shards, refuses repeated and
// damaged ones and such of another build, and never lets two machines into one configuration. Files without shards are
// taken for whole runs, which it says.
package merge
