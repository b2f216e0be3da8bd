package anonymize

import (
	"net/netip"
	"strconv"
	"strings"
)

// address replaces an IP address, a network, or an IPv4 address with a port; the length of
// the prefix and the port stay. Each octet (or group of IPv6) depends on those before it,
// so addresses of one network stay in one network (as in Xu, Fan, Ammar and Moon,
// Prefix-Preserving IP Address Anonymization, 2002, by octets instead of bits).
func (a *Anonymizer) address(s string) (string, bool) {
	if strings.IndexByte(s, '.') < 0 && strings.IndexByte(s, ':') < 0 {
		return "", false
	}
	ip, rest := s, ""
	if i := strings.IndexByte(s, '/'); i >= 0 {
		if _, err := netip.ParsePrefix(s); err != nil {
			return "", false
		}
		ip, rest = s[:i], s[i:]
	} else if p, err := netip.ParseAddrPort(s); err == nil && p.Addr().Is4() {
		i := strings.IndexByte(s, ':')
		ip, rest = s[:i], s[i:]
	}
	parsed, err := netip.ParseAddr(ip)
	switch {
	case err != nil || parsed.Zone() != "":
		return "", false
	case parsed.Is4():
		return a.ipv4(ip) + rest, true
	case strings.IndexByte(ip, '.') >= 0 || strings.ToLower(ip) != ip:
		return "", false
	default:
		return a.ipv6(ip) + rest, true
	}
}

func (a *Anonymizer) ipv4(s string) string {
	octets := strings.Split(s, ".")
	if isLocal(octets[0]) {
		return s
	}
	for i, tweak := 0, ""; i < len(octets); i++ {
		octet, before := octets[i], tweak
		octets[i] = a.cached('4', before+octet, func(string) string { return a.octet(before, octet) })
		tweak += octet + "."
	}
	return strings.Join(octets, ".")
}

// octet replaces one by another of its length, depending on those before it.
func (a *Anonymizer) octet(before, octet string) string {
	text := []byte(octet)
	a.prf.permute(domainIPv4, before, text, decimal, func(o []byte) bool {
		n, _ := strconv.Atoi(string(o))
		return n <= 255 && (len(o) == 1 || o[0] != '0') && !(before == "" && isLocal(string(o)))
	})
	return string(text)
}

// isLocal: 0.0.0.0 and the loopback addresses are the same everywhere.
func isLocal(firstOctet string) bool { return firstOctet == "0" || firstOctet == "127" }

func (a *Anonymizer) ipv6(s string) string {
	if s == "::" || s == "::1" {
		return s
	}
	groups := strings.Split(s, ":")
	for i, tweak := 0, ""; i < len(groups); i++ {
		text := []byte(groups[i])
		padded := len(text) > 1 && text[0] == '0'
		a.prf.permute(domainIPv6, tweak, text, hexadec, func(g []byte) bool { return padded == (len(g) > 1 && g[0] == '0') })
		tweak += groups[i] + ":"
		groups[i] = string(text)
	}
	return strings.Join(groups, ":")
}
