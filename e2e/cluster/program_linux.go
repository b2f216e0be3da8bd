package cluster

import "syscall"

// endWithUs has the kernel kill a program when this process is gone, also when that was
// killed itself.
func endWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
