package clientgo_test

import (
	"errors"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"

	"informerbench/adopt/clientgo"
)

func onlyRed(o *metav1.ListOptions) { o.LabelSelector = "color=red" }

// A factory that is limited to a namespace must not silently become cluster-wide.
func TestAnotherScopeThanTheFactorysIsRefused(t *testing.T) {
	inNamespace := informers.WithNamespace("ns")
	tweaked := informers.WithTweakListOptions(onlyRed)
	for _, c := range []struct {
		name    string
		factory []informers.SharedInformerOption
		scope   clientgo.Scope
		advice  string // empty: it fits
	}{
		{"both have none", nil, clientgo.Scope{}, ""},
		{"forgotten namespace", []informers.SharedInformerOption{inNamespace}, clientgo.Scope{}, "Scope.Namespace"},
		{"another namespace", []informers.SharedInformerOption{inNamespace}, clientgo.Scope{Namespace: "other"}, "Scope.Namespace"},
		{"only ours is limited", nil, clientgo.Scope{Namespace: "ns"}, "Scope.Namespace"},
		{"forgotten options", []informers.SharedInformerOption{tweaked}, clientgo.Scope{}, "Scope.TweakListOptions"},
		{"only ours tweaks", nil, clientgo.Scope{TweakListOptions: onlyRed}, "Scope.TweakListOptions"},
		{"both have both", []informers.SharedInformerOption{inNamespace, tweaked}, clientgo.Scope{Namespace: "ns", TweakListOptions: onlyRed}, ""},
	} {
		factory := informers.NewSharedInformerFactoryWithOptions(fake.NewClientset(), 0, c.factory...)
		err := clientgo.Register(factory, c.scope, []runtime.Object{&corev1.Pod{}})
		if c.advice == "" && err != nil {
			t.Errorf("%s: got the error %v", c.name, err)
		}
		if c.advice != "" && (!errors.Is(err, clientgo.ErrScope) || !strings.Contains(err.Error(), c.advice)) {
			t.Errorf("%s: got the error %v, want one about %s", c.name, err, c.advice)
		}
		if registered := ours(factory.Core().V1().Pods().Informer()); registered != (c.advice == "") {
			t.Errorf("%s: our informer is registered: %t", c.name, registered)
		}
	}
}
