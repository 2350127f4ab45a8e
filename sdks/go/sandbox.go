package stablecoin

import (
	"context"
	"net/http"
)

// SandboxService is for test keys. With a live key, it returns [ErrNotFound].
type SandboxService struct{ client *Client }

// Faucet credits the treasury or a wallet.
func (s *SandboxService) Faucet(
	ctx context.Context, params UseFaucetParams, options ...RequestOption,
) (*FaucetReceipt, error) {
	return send[FaucetReceipt](ctx, s.client, call{method: http.MethodPost, path: "/sandbox/faucet", params: params}, options)
}
