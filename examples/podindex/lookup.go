package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// answer is one Pod that was found.
type answer struct {
	Namespace string   `json:"namespace"`
	Name      string   `json:"name"`
	Node      string   `json:"node,omitempty"`
	IPs       []string `json:"ips,omitempty"`
	Items     []string `json:"items,omitempty"`
}

// lookup answers GET /pods?ip=… and ?item=… from the indexes.
func lookup(pods cache.Indexer, annotation string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pods", func(w http.ResponseWriter, r *http.Request) {
		index, value := ipIndex, r.FormValue("ip")
		if value == "" {
			index, value = itemIndex, r.FormValue("item")
		}
		if value == "" {
			http.Error(w, "say what to look for: /pods?ip=10.0.0.2 or /pods?item=ernie", http.StatusBadRequest)
			return
		}
		found, err := pods.ByIndex(index, value)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answers(found, annotation)) // the client has gone: nobody is left to tell
	})
	return mux
}

// answers copies out of the Pods, which are the store's and everybody's: they must not
// be changed.
func answers(found []any, annotation string) []answer {
	all := []answer{}
	for _, obj := range found {
		pod := obj.(*corev1.Pod)
		a := answer{Namespace: pod.Namespace, Name: pod.Name, Node: pod.Spec.NodeName, Items: splitList(pod.Annotations[annotation])}
		for _, ip := range pod.Status.PodIPs {
			a.IPs = append(a.IPs, ip.IP)
		}
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// shutdownTime is how long requests under way may take when the program ends.
const shutdownTime = 5 * time.Second

// serve answers until the context ends, and then finishes what is under way.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	err := server.Shutdown(last)
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}
