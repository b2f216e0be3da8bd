package cluster

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// credentials are made for one cluster and lie in its folder.
type credentials struct {
	dir   string
	token string // of the one user, who may do everything
	ca    []byte
}

// newCredentials writes the files that the API server is told to use: a certificate for 127.0.0.1,
// which is valid for every port and so also behind a proxy, a key for tokens of service accounts,
// and the one user's token.
func newCredentials(dir string) (*credentials, error) {
	chain, key, err := cert.GenerateSelfSignedCertKey(loopback, nil, []string{"localhost"})
	if err != nil {
		return nil, fmt.Errorf("making the API server's certificate: %w", err)
	}
	accounts, err := keyutil.MakeEllipticPrivateKeyPEM()
	if err != nil {
		return nil, fmt.Errorf("making the service accounts' key: %w", err)
	}
	c := &credentials{dir: dir, token: rand.Text(), ca: chain}
	for name, content := range map[string][]byte{
		"apiserver.crt": chain, "apiserver.key": key, "accounts.key": accounts,
		"tokens.csv": []byte(c.token + ",tester,tester,system:masters\n"),
	} {
		if err := os.WriteFile(c.file(name), content, 0o600); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *credentials) file(name string) string { return filepath.Join(c.dir, name) }

// flags tell the API server of the files.
func (c *credentials) flags() []string {
	return []string{
		"--tls-cert-file=" + c.file("apiserver.crt"), "--tls-private-key-file=" + c.file("apiserver.key"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + c.file("accounts.key"), "--service-account-signing-key-file=" + c.file("accounts.key"),
		"--token-auth-file=" + c.file("tokens.csv"), "--authorization-mode=RBAC",
	}
}

func (c *credentials) config(address string) *rest.Config {
	return &rest.Config{
		Host: "https://" + address, BearerToken: c.token,
		TLSClientConfig: rest.TLSClientConfig{CAData: c.ca},
		QPS:             -1, // no rate limit
	}
}

func (c *credentials) writeKubeconfig(path, address string) error {
	const name = "e2e"
	return clientcmd.WriteToFile(api.Config{
		Clusters:       map[string]*api.Cluster{name: {Server: "https://" + address, CertificateAuthorityData: c.ca}},
		AuthInfos:      map[string]*api.AuthInfo{name: {Token: c.token}},
		Contexts:       map[string]*api.Context{name: {Cluster: name, AuthInfo: name}},
		CurrentContext: name,
	}, path)
}
