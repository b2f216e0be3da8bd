package e2e_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// While informers cannot reach it, the server is written to, killed and started again. Its watch cache then begins
// later than what the informers have seen, while etcd still has that version: lists must not bring it back, for
// watches from it are refused until etcd compacts it, which by default takes minutes.
func TestInformersCatchUpAfterARestartWithoutCompaction(t *testing.T) {
	c := own(t)
	defineWidgets(t, c.Config())
	namespace := newNamespace(t, c.Config(), "restarted")
	subjects := []*subject{
		newSubject(t, c, "client-go", plain, clientGo),
		newSubject(t, c, "ours", plain, ours()),
		newSubject(t, c, "ours, paged lists", plain, paged()),
		newSubject(t, c, "ours over wire, paged lists", overWire, paged()),
	}
	for _, s := range subjects {
		await(t, s.name+" has synced", s.hasSynced)
	}
	for _, s := range subjects {
		s.proxy.Refuse(patience)
	}
	for _, k := range kinds {
		createMany(t, c.Config(), k, namespace, 20)
		must(t, k.writes(t, c.Config(), namespace).Delete(t.Context(), "o00000", metav1.DeleteOptions{GracePeriodSeconds: new(int64)}))
	}
	c.KillAPIServer()
	must(t, c.StartAPIServer(t.Context()))
	for _, s := range subjects {
		s.proxy.Refuse(0)
	}
	converge(t, c.Config(), subjects...)
}
