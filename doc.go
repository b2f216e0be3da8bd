// Package informerbench is the root of a suite with which people who run large
// Kubernetes clusters choose, prove and adopt a faster informer cache. It holds no
// code: ARCHITECTURE.md says which room is for what.
package informerbench
