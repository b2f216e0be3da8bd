package program

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// KubeconfigFlag describes the flag whose value Cluster and Connect take.
const KubeconfigFlag = "kubeconfig `file`; empty: $KUBECONFIG, ~/.kube/config, or the Pod's own service account"

// Cluster returns the configuration of the cluster that kubectl would use, too.
func Cluster(kubeconfig string) (*rest.Config, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = kubeconfig
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, nil).ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("no cluster: %w: name a kubeconfig with --kubeconfig", err)
	}
	// The server's own flow control (API priority and fairness) is enough.
	config.QPS = -1
	return config, nil
}

// Connect returns a client of the cluster, in protobuf, which is a fraction of JSON's
// cost. It asks the server for its version: an informer would try for ever to reach a
// server that is not there.
func Connect(ctx context.Context, kubeconfig string) (*kubernetes.Clientset, error) {
	config, err := Cluster(kubeconfig)
	if err != nil {
		return nil, err
	}
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	if err := client.RESTClient().Get().AbsPath("/version").Do(ctx).Error(); err != nil {
		return nil, fmt.Errorf("the cluster at %s does not answer: %w: is it running, and is the kubeconfig right?", config.Host, err)
	}
	return client, nil
}
