package mvcc

type folded struct {
	objects  map[uint32]words
	chunks   map[uint32]*chunk
	gone     map[*index][]*posting
	mentions map[*posting]map[uint32]bool
	keys     map[string]uint32
}

type pins struct{}
