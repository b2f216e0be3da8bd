// Package cache stands for a fork in which NewThreadSafeStore is a variable.
package cache

var NewThreadSafeStore = func() {}
