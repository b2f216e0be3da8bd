package source

import (
	"encoding/base64"
	"encoding/json"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// validate refuses the combinations of options that an API server refuses, by the
// API machinery's own rules.
func (s *Source) validate(o metav1.ListOptions) error {
	internal := &metainternalversion.ListOptions{
		Watch:                o.Watch,
		ResourceVersion:      o.ResourceVersion,
		ResourceVersionMatch: o.ResourceVersionMatch,
		Continue:             o.Continue,
		SendInitialEvents:    o.SendInitialEvents,
	}
	problems := validation.ValidateListOptions(internal, !s.options.RefuseInitialEvents)
	if len(problems) == 0 {
		return nil
	}
	return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "ListOptions"}, "", problems)
}

func parseVersion(version string) (uint64, error) {
	if version == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(version, 10, 64)
	if err != nil {
		return 0, invalidVersion(version, err)
	}
	return n, nil
}

// continueToken is what a continue token holds; to clients it is opaque.
type continueToken struct {
	Version uint64 `json:"rv"`
	Start   string `json:"start"`
}

func (c continueToken) encode() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // a number and a string can always be marshaled
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func decodeContinue(o metav1.ListOptions) (continueToken, error) {
	var c continueToken
	if o.ResourceVersion != "" && o.ResourceVersion != "0" {
		return c, apierrors.NewBadRequest("specifying resource version is not allowed when using continue")
	}
	b, err := base64.RawURLEncoding.DecodeString(o.Continue)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || c.Start == "" {
		return c, apierrors.NewBadRequest("continue key is not valid")
	}
	return c, nil
}
