package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// TreasuryService reads what payments are made of.
type TreasuryService struct {
	// Settings are the thresholds of treasury.low_balance.
	Settings *TreasurySettingsService
	client   *Client
}

// Balance returns what the treasury holds.
func (s *TreasuryService) Balance(ctx context.Context, options ...RequestOption) (*TreasuryBalance, error) {
	return send[TreasuryBalance](ctx, s.client, call{method: http.MethodGet, path: "/treasury/balance"}, options)
}

// Ledger returns the entries of the ledger, the newest first, over all pages.
func (s *TreasuryService) Ledger(
	ctx context.Context, params ListLedgerEntriesParams, options ...RequestOption,
) iter.Seq2[*LedgerEntry, error] {
	return list[LedgerEntry](ctx, s.client, "/treasury/ledger", params, options)
}

// TreasurySettingsService reads and changes the settings of the treasury.
type TreasurySettingsService struct{ client *Client }

// Get returns the settings.
func (s *TreasurySettingsService) Get(ctx context.Context, options ...RequestOption) (*TreasurySettings, error) {
	return send[TreasurySettings](ctx, s.client, call{method: http.MethodGet, path: "/treasury/settings"}, options)
}

// Update changes the settings. What is left out stays; [Null] removes.
func (s *TreasurySettingsService) Update(
	ctx context.Context, params UpdateTreasurySettingsParams, options ...RequestOption,
) (*TreasurySettings, error) {
	request := call{method: http.MethodPatch, path: "/treasury/settings", params: params}
	return send[TreasurySettings](ctx, s.client, request, options)
}
