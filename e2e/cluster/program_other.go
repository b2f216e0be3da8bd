//go:build !linux

package cluster

import "syscall"

// endWithUs can do nothing here.
func endWithUs() *syscall.SysProcAttr { return nil }
