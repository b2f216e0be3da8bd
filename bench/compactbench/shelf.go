package compactbench

// shelf holds byte strings that stay, in large pieces of memory: one allocation each would be a million more.
type shelf struct{ piece []byte }

// pieceSize is large beside a frame.
const pieceSize = 4 << 20

// put returns a copy of b.
func (s *shelf) put(b []byte) []byte {
	if len(b) > cap(s.piece)-len(s.piece) {
		s.piece = make([]byte, 0, max(pieceSize, len(b)))
	}
	from := len(s.piece)
	s.piece = append(s.piece, b...)
	return s.piece[from:len(s.piece):len(s.piece)]
}
