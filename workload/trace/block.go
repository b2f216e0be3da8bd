package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
)

// The head of a block is a frame that zstd skips: its opening, then four numbers of 32
// bits, little-endian as in zstd: length of the packed frame, length of its content,
// CRC-32C of the packed frame, CRC-32C of the head up to here.
const (
	headOpening = "\x51\x2a\x4d\x18" + "\x10\x00\x00\x00"
	headSize    = len(headOpening) + 16
)

// maxPacked is the most that a block's content takes when it cannot be compressed; zstd
// adds 3 bytes to each 128 KiB and a head.
const maxPacked = MaxBlock + MaxBlock>>8 + 64

// packer makes blocks. It starts no goroutines.
type packer struct {
	encoder *zstd.Encoder
	block   []byte // the last one, reused
}

func newPacker() (*packer, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(blockSize), zstd.WithLowerEncoderMem(true))
	return &packer{encoder: e}, err
}

// pack returns content as a block, valid until the next call.
func (p *packer) pack(content []byte) []byte {
	p.block = append(p.block[:0], make([]byte, headSize)...)
	p.block = p.encoder.EncodeAll(content, p.block)
	head, packed := p.block[:headSize], p.block[headSize:]
	copy(head, headOpening)
	numbers := head[len(headOpening):]
	binary.LittleEndian.PutUint32(numbers, uint32(len(packed)))
	binary.LittleEndian.PutUint32(numbers[4:], uint32(len(content)))
	binary.LittleEndian.PutUint32(numbers[8:], crc32.Checksum(packed, castagnoli))
	binary.LittleEndian.PutUint32(numbers[12:], crc32.Checksum(head[:headSize-4], castagnoli))
	return p.block
}

// unpacker reads blocks. It starts no goroutines and needs not be closed.
type unpacker struct {
	in      io.Reader
	decoder *zstd.Decoder
	offset  int64 // of the next byte
	packed  []byte
	content []byte
}

func newUnpacker(in io.Reader) (*unpacker, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(MaxBlock), zstd.WithDecoderMaxWindow(MaxBlock), zstd.WithDecodeAllCapLimit(true))
	return &unpacker{in: in, decoder: d}, err
}

// next returns the content of the next block, valid until the next call. It is io.EOF
// at the end of the input and ErrCut when the input ends within a block.
func (u *unpacker) next() ([]byte, error) {
	var head [headSize]byte
	if n, err := u.read(head[:]); err != nil {
		if n == 0 && errors.Is(err, ErrCut) {
			return nil, io.EOF
		}
		return nil, err
	}
	numbers := head[len(headOpening):]
	if string(head[:len(headOpening)]) != headOpening || binary.LittleEndian.Uint32(numbers[12:]) != crc32.Checksum(head[:headSize-4], castagnoli) {
		return nil, errors.New("no block begins here")
	}
	packed, content := binary.LittleEndian.Uint32(numbers), binary.LittleEndian.Uint32(numbers[4:])
	if packed > uint32(maxPacked) || content > MaxBlock || content == 0 {
		return nil, fmt.Errorf("a block of %d bytes, %d unpacked: allowed are up to %d", packed, content, MaxBlock)
	}
	return u.unpack(int(packed), int(content), binary.LittleEndian.Uint32(numbers[8:]))
}

func (u *unpacker) unpack(packed, content int, sum uint32) ([]byte, error) {
	u.packed = sized(u.packed, packed)
	if _, err := u.read(u.packed); err != nil {
		return nil, err
	}
	if crc32.Checksum(u.packed, castagnoli) != sum {
		return nil, errors.New("the checksum of the block differs")
	}
	u.content = sized(u.content, content)
	out, err := u.decoder.DecodeAll(u.packed, u.content[:0]) // within that slice, or an error
	if err != nil {
		return nil, fmt.Errorf("unpacking a block: %w", err)
	}
	if len(out) != content {
		return nil, fmt.Errorf("a block of %d bytes where its head says %d", len(out), content)
	}
	return out, nil
}

// sized returns a slice of n bytes, in b's memory if there is enough.
func sized(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}

func (u *unpacker) read(b []byte) (int, error) {
	n, err := io.ReadFull(u.in, b)
	u.offset += int64(n)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = ErrCut
	}
	return n, err
}
