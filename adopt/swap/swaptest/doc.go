// Package swaptest checks that package swap works with the client-go that a program is
// built with. It is a package and not a test file so that one module for each supported
// version of client-go can run the same checks; whoever builds with yet another version
// can run them as well:
//
//	func TestSwap(t *testing.T) {
//		swaptest.Run(t, mvcc.New)
//		swaptest.Refusals(t)
//	}
//
// All runs in synctest bubbles, against client-go's fake clients.
package swaptest
