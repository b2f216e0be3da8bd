package e2e_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// privateWord is in all that is nobody's business: so long that no hash has it by chance.
const privateWord = "canarybird"

// privateContent is what Secrets and ConfigMaps hold. Its beginning can be told in base64, too.
const privateContent = privateWord + "-content-of-data"

// privateKinds are what is recorded, with private words wherever a user may write any.
func privateKinds() []kind {
	secrets := kind{corev1.SchemeGroupVersion.WithKind("Secret"), "secrets", func(o map[string]any) {
		o["data"] = map[string]any{"entry": base64.StdEncoding.EncodeToString([]byte(privateContent))}
	}}
	private := []kind{pods, configMaps, secrets, widgets}
	for i, more := range []func(map[string]any){privatePod, privateConfigMap, func(map[string]any) {}, privateWidget} {
		fill := private[i].fill
		private[i].fill = func(o map[string]any) {
			fill(o)
			more(o)
			m := o["metadata"].(map[string]any)
			m["labels"] = map[string]any{privateWord + ".example.com/" + privateWord + "-label": privateWord + "-value", "app": privateWord}
			m["annotations"] = map[string]any{privateWord + "-note": "a note of the " + privateWord + ", not for others"}
		}
	}
	return private
}

func privatePod(o map[string]any) {
	o["spec"] = map[string]any{
		"nodeName":           privateWord + "-node-1",
		"serviceAccountName": privateWord,
		"volumes":            []any{map[string]any{"name": privateWord, "configMap": map[string]any{"name": privateWord + "-settings"}}},
		"containers": []any{map[string]any{
			"name": privateWord + "-main", "image": privateWord + ".example.com/" + privateWord + "/app:" + privateWord,
			"command": []any{"/bin/" + privateWord, "--token=" + privateWord},
			"env":     []any{map[string]any{"name": "CANARYBIRD_PASSWORD", "value": "password of the " + privateWord}},
		}},
	}
}

func privateConfigMap(o map[string]any) { o["data"] = map[string]any{"entry": privateContent} }

func privateWidget(o map[string]any) {
	o["spec"] = map[string]any{"size": int64(1), "owner": privateWord, "notes": []any{"one of the " + privateWord, map[string]any{"text": privateWord}}}
}

// createPrivate writes n objects whose names are private, the same names for every kind.
func createPrivate(t *testing.T, config *rest.Config, k kind, namespace string, n int) {
	t.Helper()
	client := k.writes(t, config, namespace)
	must(t, inParallel(t.Context(), n, func(ctx context.Context, i int) error {
		return insist(apierrors.IsAlreadyExists, func() error {
			_, err := client.Create(ctx, k.object(namespace, fmt.Sprintf("%s-%04d", privateWord, i)), metav1.CreateOptions{})
			return err
		})
	}))
}

// wantNoPrivateWord looks at everything that a reader of the text could see.
func wantNoPrivateWord(t *testing.T, what, text string) {
	t.Helper()
	if text == "" {
		t.Errorf("%s is empty", what)
	}
	for line := range strings.Lines(text) {
		if at := strings.Index(strings.ToLower(line), privateWord); at >= 0 {
			t.Fatalf("%s says %q", what, line[max(at-100, 0):min(at+100, len(line))])
		}
	}
	wantNoContent(t, what, text)
}

// wantNoData: what is not anonymized has private names, which also shows that the words are found where they are, but
// no data of Secrets and ConfigMaps.
func wantNoData(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(text, privateWord+"-0001") || !strings.Contains(text, "password of the "+privateWord) {
		t.Error("the plain recording lacks names or environment")
	}
	wantNoContent(t, "the plain recording", text)
}

func wantNoContent(t *testing.T, what, text string) {
	t.Helper()
	encoded := base64.StdEncoding.EncodeToString([]byte(privateContent))
	for _, content := range []string{privateContent, encoded[:20]} {
		if strings.Contains(text, content) {
			t.Errorf("%s holds the data %q", what, content)
		}
	}
}
