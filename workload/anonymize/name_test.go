package anonymize_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"pgregory.net/rapid"

	"informerbench/workload/anonymize"
)

var testKey = anonymize.Key{7}

// named replaces a text as the name of an object.
func named(t testing.TB, a *anonymize.Anonymizer, name string) string {
	t.Helper()
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if err := a.Object(p); err != nil {
		t.Fatal(err)
	}
	return p.Name
}

func TestNamesKeepTheirShape(t *testing.T) {
	a := anonymize.New(testKey)
	for _, c := range []struct{ name, shape string }{
		{"checkout-api-7d4b9c6f5-x2x1z", `^[a-z0-9]{8}-[a-z0-9]{3}-[a-z0-9]{9}-[a-z0-9]{5}$`},
		{"web-0", `^[a-z0-9]{3}-[0-9]$`},
		{"ip-10-0-12-7.ec2.internal", `^[a-z0-9]{2}-[0-9]{2}-[0-9]-[0-9]{2}-[0-9]\.[a-z0-9]{3}\.[a-z0-9]{8}$`},
		{"cr.example.com:5000/team/app:v1.2", `^[a-z0-9]{2}\.[a-z0-9]{7}\.[a-z0-9]{3}:[0-9]{4}/[a-z0-9]{4}/[a-z0-9]{3}:[a-z0-9]{2}\.[0-9]$`},
		{"cr.io/app@sha256:" + strings.Repeat("0a", 32), `^[a-z0-9]{2}\.[a-z0-9]{2}/[a-z0-9]{3}@sha256:[0-9a-f]{64}$`},
		{"containerd://" + strings.Repeat("f1", 32), `^containerd://[0-9a-f]{64}$`},
		{"pvc-3f0c2f5e-98d6-4f0a-8a7b-0242ac120002", `^[a-z0-9]{3}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`},
		{"10.0.12.7", `^\d\d\.\d\.\d\d\.\d$`},
		{"10.244.3.0/24", `^\d\d\.\d\d\d\.\d\.\d/24$`},
		{"10.0.12.7:8443", `^\d\d\.\d\.\d\d\.\d:8443$`},
		{"fd00:10:244::5a", `^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{3}::[0-9a-f]{2}$`},
		{"two words & more", `^[a-z0-9]{16}$`},
		{"größe", `^[a-z0-9]{7}$`},
		{"kube-system", `^kube-system$`},
		{"127.0.0.1", `^127\.0\.0\.1$`},
	} {
		got := named(t, a, c.name)
		if !regexp.MustCompile(c.shape).MatchString(got) || len(got) != len(c.name) {
			t.Errorf("%q is replaced by %q, which is not as %s", c.name, got, c.shape)
		}
		if got == c.name && !strings.HasPrefix(c.shape, "^kube") && !strings.HasPrefix(c.shape, "^127") {
			t.Errorf("%q was not replaced", c.name)
		}
		if again := named(t, anonymize.New(testKey), c.name); again != got {
			t.Errorf("%q is replaced by %q and, with the same key, by %q", c.name, got, again)
		}
		if other := named(t, anonymize.New(anonymize.Key{8}), c.name); other == got && got != c.name {
			t.Errorf("%q is replaced by %q with two keys", c.name, got)
		}
	}
}

var dnsName = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)

func TestDNSNamesStayDNSNamesAndTwoNeverMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anonymize.New(testKey)
		name := rapid.StringMatching(`[a-z0-9]([-a-z0-9]{0,12}[a-z0-9])?(\.[a-z0-9]{1,9})?`)
		one, other := name.Draw(t, "one"), name.Draw(t, "other")
		p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: one, Namespace: other}}
		if err := a.Object(p); err != nil {
			t.Fatal(err)
		}
		if !dnsName.MatchString(p.Name) || len(p.Name) != len(one) {
			t.Fatalf("%q is replaced by %q", one, p.Name)
		}
		if (one == other) != (p.Name == p.Namespace) {
			t.Fatalf("%q and %q are replaced by %q and %q", one, other, p.Name, p.Namespace)
		}
	})
}

// Addresses stay addresses of their length, two never become one, and what shares octets
// at the beginning still does.
func TestAddressesStayInTheirNetworks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anonymize.New(testKey)
		draw := func(name string) [4]byte {
			var b [4]byte
			for i := range b {
				b[i] = rapid.SampledFrom([]byte{0, 1, 7, 10, 99, 100, 127, 199, 255}).Draw(t, name)
			}
			return b
		}
		one, other := draw("one"), draw("other")
		p := &corev1.Pod{Status: corev1.PodStatus{PodIP: netip.AddrFrom4(one).String(), HostIP: netip.AddrFrom4(other).String()}}
		if err := a.Object(p); err != nil {
			t.Fatal(err)
		}
		x, err := netip.ParseAddr(p.Status.PodIP)
		if err != nil || len(p.Status.PodIP) != len(netip.AddrFrom4(one).String()) {
			t.Fatalf("%v is replaced by %q: %v", one, p.Status.PodIP, err)
		}
		y := netip.MustParseAddr(p.Status.HostIP)
		if common(one, other) != common(x.As4(), y.As4()) {
			t.Fatalf("%v and %v are replaced by %v and %v", one, other, x, y)
		}
	})
}

// common is the number of octets at the beginning that are the same.
func common(a, b [4]byte) int {
	n := 0
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

func TestUIDsAreReplacedAlikeWhereverTheyStand(t *testing.T) {
	const uid = "3f0c2f5e-98d6-4f0a-8a7b-0242ac120002"
	a := anonymize.New(testKey)
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: uid, Name: "pvc-" + uid, OwnerReferences: []metav1.OwnerReference{{UID: uid}},
		Labels: map[string]string{"controller-uid": uid}}}
	if err := a.Object(p); err != nil {
		t.Fatal(err)
	}
	if p.UID == uid || p.OwnerReferences[0].UID != p.UID || types.UID(p.Labels["controller-uid"]) != p.UID || !strings.HasSuffix(p.Name, "-"+string(p.UID)) {
		t.Errorf("got %+v", p.ObjectMeta)
	}
}

func TestKeyComesFromAFileThatIsLongEnough(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	one, err := anonymize.ReadKey(path)
	other, again := anonymize.ReadKey(path)
	if err != nil || again != nil || one != other || one == (anonymize.Key{}) {
		t.Errorf("%v and %v, %v, %v", one, other, err, again)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := anonymize.ReadKey(path); err == nil || !strings.Contains(err.Error(), "at least 16") {
		t.Errorf("got %v", err)
	}
	if _, err := anonymize.ReadKey(path + ".absent"); err == nil || !strings.Contains(err.Error(), "no file ") || !strings.Contains(err.Error(), "head -c 32") {
		t.Errorf("without a file: %v", err)
	}
	if drawn := anonymize.NewKey(); drawn == anonymize.NewKey() {
		t.Error("two keys are the same")
	}
}
