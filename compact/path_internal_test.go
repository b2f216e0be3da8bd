package compact

import (
	"slices"
	"testing"
)

// A path that is read can be written and read again, whatever it is.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{
		"", "spec", "status.images", "spec.containers[*].env", `metadata.annotations["a.b/c"]`, `metadata.annotations['a"b']`,
		"spec.containers[name=app].args", `x[a="]"]`, `x[a=b c]`, `x[""]`, `x[a=""]`, "x[", "x[*", "x[0]", "x[a=", ".x", "x..y", "x[*]y", "\xff", `x["\xff"]`, "x[*][*].y",
		"x[a=b*]", `x[a="b*"]`, `x[a="b"*]`, `x[a='b]'*]`, "x[a=*]", "x[a=b*c]", "x[a=b*", `x[a=""*]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		steps, err := parsePath(path)
		if err != nil {
			return
		}
		if len(steps) == 0 {
			t.Fatalf("%q has no steps", path)
		}
		again, err := parsePath(text(steps))
		if err != nil || !slices.Equal(again, steps) {
			t.Errorf("%q is %v, written as %q, read as %v, %v", path, steps, text(steps), again, err)
		}
	})
}

func TestPathsThatMayMeet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"metadata.managedFields", "metadata.managedFields[manager=kubelet]", true},
		{"metadata.managedFields[*].time", "metadata.managedFields[manager=kubelet]", true},
		{"spec.containers[name=a].env", "spec.containers[name=b].env", false},
		{"spec.containers[name=a].env", "spec.containers[image=b]", true},
		{"spec.containers[name=a].env", "spec.containers[name=a].args", false},
		{"spec", "status", false},
		{`data["a"]`, "data[*]", true},
		{`data["a"]`, "data[a=b]", false},
		{"spec.volumes[name=data-*]", "spec.volumes[name=data-1]", true},
		{"spec.volumes[name=data-*]", "spec.volumes[name=data-old-*]", true},
		{"spec.volumes[name=data-*]", "spec.volumes[name=log-*]", false},
		{"spec.volumes[name=data-*]", "spec.volumes[name=data]", false},
		{`spec.volumes[name="data-*"]`, "spec.volumes[name=data-1]", false},
	} {
		a, err := parsePath(c.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := parsePath(c.b)
		if err != nil {
			t.Fatal(err)
		}
		if mayMeet(a, b) != c.want || mayMeet(b, a) != c.want {
			t.Errorf("%s and %s may meet: %v, want %v", c.a, c.b, !c.want, c.want)
		}
	}
}
