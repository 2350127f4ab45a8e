package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// DepositsService shows and decides money whose sender is screened before it
// is available.
type DepositsService struct{ client *Client }

// List returns deposits, the newest first, over all pages.
func (s *DepositsService) List(
	ctx context.Context, params ListDepositsParams, options ...RequestOption,
) iter.Seq2[*Deposit, error] {
	return list[Deposit](ctx, s.client, call{path: "/deposits", params: params}, options)
}

// Get returns a deposit.
func (s *DepositsService) Get(ctx context.Context, id string, options ...RequestOption) (*Deposit, error) {
	return withID[Deposit](ctx, s.client, id, call{method: http.MethodGet, path: "/deposits/{id}"}, options)
}

// Decide makes the money of a held deposit available, or keeps it held for
// good.
func (s *DepositsService) Decide(
	ctx context.Context, id string, params DecideDepositParams, options ...RequestOption,
) (*Deposit, error) {
	request := call{method: http.MethodPost, path: "/deposits/{id}/decision", params: params}
	return withID[Deposit](ctx, s.client, id, request, options)
}
