//go:build !amd64

package reflectorbench

// cpuBrand is empty: other processors are known to the kernel only.
func cpuBrand() string { return "" }
