package syncbench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// control drives the server.
type control struct {
	url    string
	client *http.Client
}

// order sends one, and decodes what comes back into answer unless that is nil.
func (c control) order(ctx context.Context, method, what string, answer any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.url+"/control/"+what, nil)
	if err != nil {
		return err
	}
	response, err := c.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server does not %s: %s %q", what, response.Status, body)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(body, answer)
}

// cpu is what the server has used.
func (c control) cpu(ctx context.Context) (used time.Duration, err error) {
	err = c.order(ctx, http.MethodGet, "cpu", &used)
	return used, err
}
