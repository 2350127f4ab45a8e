package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// WalletsService makes wallets and reads them.
type WalletsService struct{ client *Client }

// Create makes a wallet. Where a person has to verify its owner, its Status is
// in_review and it has no address yet.
func (s *WalletsService) Create(
	ctx context.Context, params CreateWalletParams, options ...RequestOption,
) (*Wallet, error) {
	return send[Wallet](ctx, s.client, call{method: http.MethodPost, path: "/wallets", params: params}, options)
}

// Bulk makes up to 100 wallets. It returns a wallet or an error for each, in
// their order.
func (s *WalletsService) Bulk(
	ctx context.Context, params CreateWalletsParams, options ...RequestOption,
) (*CreatedWallets, error) {
	request := call{method: http.MethodPost, path: "/wallets/bulk", params: params}
	return send[CreatedWallets](ctx, s.client, request, options)
}

// Get returns a wallet.
func (s *WalletsService) Get(ctx context.Context, id string, options ...RequestOption) (*Wallet, error) {
	return withID[Wallet](ctx, s.client, id, call{method: http.MethodGet, path: "/wallets/{id}"}, options)
}

// Onchain returns a wallet with what a final block of its chain says of it:
// limit, spent and balances.
func (s *WalletsService) Onchain(ctx context.Context, id string, options ...RequestOption) (*ExpandedWallet, error) {
	request := call{method: http.MethodGet, path: "/wallets/{id}", params: GetWalletParams{Expand: WalletExpansionOnchain}}
	return withID[ExpandedWallet](ctx, s.client, id, request, options)
}

// List returns wallets, the newest first, over all pages.
func (s *WalletsService) List(
	ctx context.Context, params ListWalletsParams, options ...RequestOption,
) iter.Seq2[*Wallet, error] {
	return list[Wallet](ctx, s.client, call{path: "/wallets", params: params}, options)
}

// Ledger returns the entries of the ledger that move money of a wallet, the
// newest first, over all pages.
func (s *WalletsService) Ledger(
	ctx context.Context, id string, params ListWalletLedgerParams, options ...RequestOption,
) iter.Seq2[*LedgerEntry, error] {
	if err := checkID(id); err != nil {
		return func(yield func(*LedgerEntry, error) bool) { yield(nil, err) }
	}
	return list[LedgerEntry](ctx, s.client, call{path: "/wallets/" + id + "/ledger", params: params}, options)
}
