// Command nothing has no informers.
package main

func main() {}
