// Package apiserver serves a [source.Source] over HTTP as a Kubernetes API server
// does: discovery, get, list with limit and continue, chunked watch with bookmarks
// and streaming lists, create, update and delete; in JSON and protobuf, and as the
// tables that kubectl prints.
//
// What it leaves out, on purpose: authentication, admission, patches, subresources,
// OpenAPI, compression, and every resource that the source does not have.
//
// Reading order: handler.go (which request goes where), accept.go (which form the
// answer takes), encoding.go and listing.go (objects and lists as bytes), watching.go
// (events as frames), table.go and columns.go (rows).
package apiserver
