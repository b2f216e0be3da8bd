package compactbench

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Kept is how objects are kept in a cache. It is the key kept of results.
type Kept string

const (
	// Plain: as they were decoded.
	Plain Kept = "plain"
	// Intern: one copy of each repeated string.
	Intern Kept = "intern"
	// Strip: without managedFields and kubectl's last-applied annotation.
	Strip Kept = "strip"
	// Share: one copy of each repeated part, found when the object is decoded.
	Share Kept = "share"
	// StripShare is both.
	StripShare Kept = "strip-share"
	// StripTokensShare is both, and the volumes with tokens of service accounts are stripped as well.
	StripTokensShare Kept = "strip-tokens-share"
	// Encoded: one copy of each repeated part, found while it is bytes.
	Encoded Kept = "encoded"
	// StripEncoded is that and Strip.
	StripEncoded Kept = "strip-encoded"
	// Packed: encoded and compressed, decoded when they are read.
	Packed Kept = "packed"
	// PackedEncoded is that, and what is not packed yet is as Encoded has it.
	PackedEncoded Kept = "packed-encoded"
)

// Kepts lists all, in the order of the columns.
func Kepts() []Kept {
	return []Kept{Plain, Intern, Strip, Share, StripShare, StripTokensShare, Encoded, StripEncoded, Packed, PackedEncoded}
}

// strips tells whether something is lost on purpose.
func (k Kept) strips() bool {
	return k == Strip || k == StripShare || k == StripTokensShare || k == StripEncoded
}

// expected turns an object of the server into what must be in the cache. It does by hand, for pods, what package compact does by
// paths and package encoded by field numbers.
func (k Kept) expected(pod *corev1.Pod) {
	if !k.strips() {
		return
	}
	pod.ManagedFields = nil
	delete(pod.Annotations, corev1.LastAppliedConfigAnnotation)
	if k == StripTokensShare {
		loseTokens(pod)
	}
}

// loseTokens removes the volume that each pod has under a name that begins so, and its mounts.
func loseTokens(pod *corev1.Pod) {
	const begins = "kube-api-access-"
	pod.Spec.Volumes = slices.DeleteFunc(pod.Spec.Volumes, func(v corev1.Volume) bool { return strings.HasPrefix(v.Name, begins) })
	for _, containers := range [][]corev1.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
		for i := range containers {
			c := &containers[i]
			c.VolumeMounts = slices.DeleteFunc(c.VolumeMounts, func(m corev1.VolumeMount) bool { return strings.HasPrefix(m.Name, begins) })
		}
	}
}

func validKept(name string) error {
	if name != "all" && !slices.Contains(Kepts(), Kept(name)) {
		return fmt.Errorf("unknown form %q: want some of %v, or all", name, Kepts())
	}
	return nil
}
