// Package overlay prepares a build of an unmodified program whose informers run on a
// store of choice. Nothing in the program's tree is written or changed; all that is
// needed lies in a build folder of its own, and one go build command uses it.
//
// # How it works
//
// Every informer of client-go gets its store from cache.NewThreadSafeStore. The go
// command can read other text in place of a file (go build -overlay), but refuses to for
// files under its module cache. So the build folder holds
//
//   - a link to the folder of client-go, in the version that the program uses, and a second
//     mod file (go build -modfile) that replaces client-go with it; in a workspace, a second
//     go.work. What the program itself replaces by a folder is not linked: it is overlaid
//     where it is;
//   - client-go's file with one call more, at the beginning of NewThreadSafeStore, and a file
//     that is added to the package and holds what is called;
//   - a file that is added to the program's main package and chooses the store. It does so
//     before the other variables of that package are initialized. This is the one place where
//     something of ours registers itself, for client-go cannot import our stores;
//   - a module of our stores that requires nothing but the versions that the program has already.
//
// The program says which store it runs on in one line on standard error when it starts.
//
// # Limits
//
// Stores that are made before the choice, by the initialization of packages that main imports,
// are client-go's. They are counted, and the program reports them when it starts and where
// the first of them came from. A store that is made with indices that are filled already (the
// second parameter of NewThreadSafeStore; no code of client-go does so) is client-go's as
// well, and is reported when it is made.
//
// client-go must be v0.37. A vendor folder is not used: the modules come from the module
// cache, in the versions of go.mod, and if the vendored sources were edited, these edits are
// not in the build.
package overlay
