// Package wire is the client's side of a connection to an API server: a
// cache.ListerWatcher over a rest.Interface that reads frames in order, decodes them on
// all cores with the order kept, and hands them over in batches; a plain list is decoded
// item by item while it arrives.
package wire
