package reflectorbench

import (
	"encoding/binary"
	"strings"
)

// cpuid executes the instruction of that name for one leaf without subleaves.
func cpuid(leaf uint32) (a, b, c, d uint32)

// cpuBrand is the processor brand string: 48 bytes from three leaves of CPUID, padded
// with zeros or spaces. (AMD64 Architecture Programmer's Manual, volume 3, appendix E.4.)
func cpuBrand() string {
	const highest, first, last = 0x8000_0000, 0x8000_0002, 0x8000_0004
	if most, _, _, _ := cpuid(highest); most < last {
		return ""
	}
	var brand []byte
	for leaf := uint32(first); leaf <= last; leaf++ {
		a, b, c, d := cpuid(leaf)
		for _, register := range []uint32{a, b, c, d} {
			brand = binary.LittleEndian.AppendUint32(brand, register)
		}
	}
	name, _, _ := strings.Cut(string(brand), "\x00")
	return name
}
