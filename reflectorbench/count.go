package reflectorbench

import (
	"math"
	"strconv"
	"strings"
)

// Count is the value of a flag that counts many: 10000, 10k or 1M.
type Count int

// String is the plain number.
func (c *Count) String() string { return strconv.Itoa(int(*c)) }

// Type is what help shows, and what an error is worded by.
func (c *Count) Type() string { return "int" }

// Set reads digits, followed by nothing, k or M.
func (c *Count) Set(text string) error {
	digits, times := text, 1
	if n := len(text) - 1; n > 0 {
		switch strings.ToLower(text[n:]) {
		case "k":
			digits, times = text[:n], 1_000
		case "m":
			digits, times = text[:n], 1_000_000
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return err
	}
	if n > math.MaxInt/times {
		return strconv.ErrRange
	}
	*c = Count(n * times)
	return nil
}
