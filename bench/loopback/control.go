package loopback

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Control drives a server, by a client that is not the informer's.
type Control struct {
	url    string
	client *http.Client
}

// NewControl returns the control of the server with that URL. It connects to nothing yet.
func NewControl(url string) Control { return Control{url, &http.Client{Transport: &http.Transport{}}} }

// Order sends one, and decodes what comes back into answer unless that is nil.
func (c Control) Order(ctx context.Context, method, what string, answer any) error {
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

// CPU is what the server has used, see [AnswerCPU].
func (c Control) CPU(ctx context.Context) (used time.Duration, err error) {
	err = c.Order(ctx, http.MethodGet, "cpu", &used)
	return used, err
}

// Close gives idle connections back.
func (c Control) Close() { c.client.CloseIdleConnections() }
