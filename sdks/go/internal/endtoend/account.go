package main

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

func (p *program) wallets(ctx context.Context) error {
	created, err := p.client.Wallets.Create(ctx, stablecoin.CreateWalletParams{
		Owner:      "agent:go",
		Chain:      stablecoin.ChainBase,
		SpendLimit: "100.00",
	})
	if err != nil {
		return err
	}
	if p.wallet, err = p.client.Wallets.Get(ctx, created.ID); err != nil {
		return err
	}
	if err := expect(p.wallet.SpendLimit == "100.00" && p.wallet.Address != "", "a wallet", p.wallet); err != nil {
		return err
	}
	list := func() iter.Seq2[*stablecoin.Wallet, error] {
		return p.client.Wallets.List(ctx, stablecoin.ListWalletsParams{Chain: stablecoin.ChainBase})
	}
	if _, err := find(ctx, list, func(each *stablecoin.Wallet) bool { return each.ID == created.ID }); err != nil {
		return err
	}
	many, err := p.client.Wallets.Bulk(ctx, stablecoin.CreateWalletsParams{Wallets: []stablecoin.WalletInput{
		{Owner: "user:go-1", Chain: stablecoin.ChainSolana},
		{Owner: "user:blocked", Chain: stablecoin.ChainBase},
	}})
	if err != nil {
		return err
	}
	isSo := len(many.Data) == 2 && many.Data[0].Wallet != nil && many.Data[1].Error != nil &&
		many.Data[1].Error.Code == stablecoin.CodeComplianceBlocked
	return expect(isSo, "a wallet and a refusal", many.Data)
}

func (p *program) faucet(ctx context.Context) error {
	receipt, err := p.client.Sandbox.Faucet(ctx, stablecoin.UseFaucetParams{
		Chain:    stablecoin.ChainBase,
		Amount:   "500.00",
		Currency: stablecoin.CurrencyUSDC,
		Wallet:   p.wallet.ID,
	})
	if err != nil {
		return err
	}
	return expect(receipt.Wallet == p.wallet.ID && receipt.Amount == "500.00", "a receipt", receipt)
}

func (p *program) treasury(ctx context.Context) error {
	balance, err := p.client.Treasury.Balance(ctx)
	if err != nil {
		return err
	}
	if units, err := balance.USDC.Units(); err != nil || units.Sign() <= 0 {
		return expect(false, "a balance", balance)
	}
	entries, err := collect(p.client.Treasury.Ledger(ctx, stablecoin.ListLedgerEntriesParams{Limit: 100}))
	if err != nil {
		return err
	}
	if err := expect(len(entries) > 0, "entries", entries); err != nil {
		return err
	}
	for _, entry := range entries {
		sum := new(big.Int)
		for _, posting := range entry.Postings {
			units, err := posting.Amount.Units()
			if err != nil {
				return err
			}
			sum.Add(sum, units)
		}
		if err := expect(sum.Sign() == 0, "postings whose sum is zero", entry); err != nil {
			return err
		}
	}
	_, err = p.client.Treasury.Settings.Update(ctx, stablecoin.UpdateTreasurySettingsParams{
		LowBalance: stablecoin.UpdateLowBalance{Total: stablecoin.Value(stablecoin.Amount("1000.00"))},
	})
	if err != nil {
		return err
	}
	settings, err := p.client.Treasury.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return expect(settings.LowBalance.Total == "1000.00", "the threshold", settings)
}

func (p *program) compliance(ctx context.Context) error {
	cleared, err := p.client.Compliance.Check(ctx, stablecoin.CheckAddressParams{Address: evm, CountryCode: "DE"})
	if err != nil {
		return err
	}
	result, err := p.client.Compliance.Get(ctx, cleared.Ref)
	if err != nil {
		return err
	}
	if err := expect(result.Status == stablecoin.ComplianceStatusCleared, "cleared", result); err != nil {
		return err
	}
	doubtful, err := p.client.Compliance.Check(ctx, stablecoin.CheckAddressParams{Address: review, CountryCode: "FR"})
	if err != nil {
		return err
	}
	if err := expect(doubtful.Status == stablecoin.ComplianceStatusReview, "review", doubtful); err != nil {
		return err
	}
	list := func() iter.Seq2[*stablecoin.ComplianceResult, error] {
		return p.client.Compliance.List(ctx, stablecoin.ListComplianceResultsParams{Status: stablecoin.ComplianceStatusReview})
	}
	_, err = find(ctx, list, func(each *stablecoin.ComplianceResult) bool { return each.Ref == doubtful.Ref })
	if err != nil {
		return err
	}
	result, err = p.client.Compliance.Decide(ctx, doubtful.Ref, stablecoin.DecideReviewParams{
		Decision: stablecoin.ReviewVerdictClear,
	})
	if err != nil {
		return err
	}
	return expect(result.Status == stablecoin.ComplianceStatusCleared, "cleared", result)
}

func (p *program) attestations(ctx context.Context) error {
	created, err := p.client.Compliance.Attestations.Create(ctx, stablecoin.CreateAttestationParams{
		Owner:     "user:go-attested",
		Checks:    []stablecoin.CheckName{stablecoin.CheckNameKYC},
		Reference: "case 1",
		ExpiresAt: time.Now().AddDate(1, 0, 0),
	})
	if err != nil {
		return err
	}
	attestation, err := p.client.Compliance.Attestations.Get(ctx, created.ID)
	if err != nil {
		return err
	}
	list := func() iter.Seq2[*stablecoin.Attestation, error] {
		return p.client.Compliance.Attestations.List(ctx, stablecoin.ListAttestationsParams{Owner: attestation.Owner})
	}
	if _, err := find(ctx, list, func(each *stablecoin.Attestation) bool { return each.ID == created.ID }); err != nil {
		return err
	}
	if attestation, err = p.client.Compliance.Attestations.Revoke(ctx, created.ID); err != nil {
		return err
	}
	return expect(attestation.Status == stablecoin.AttestationStatusRevoked, "revoked", attestation)
}

func (p *program) events(ctx context.Context) error {
	list := func() iter.Seq2[*stablecoin.WebhookEvent, error] {
		return p.client.Events.List(ctx, stablecoin.ListEventsParams{Type: stablecoin.EventTypePaymentSettled})
	}
	listed, err := find(ctx, list, func(each *stablecoin.WebhookEvent) bool { return true })
	if err != nil {
		return err
	}
	event, err := p.client.Events.Get(ctx, listed.ID)
	if err != nil {
		return err
	}
	payment, err := stablecoin.DataOf[stablecoin.Payment](event)
	if err != nil {
		return err
	}
	isSo := event.ID == listed.ID && string(event.Data) == string(listed.Data) &&
		payment.Status == stablecoin.PaymentStatusSettled
	return expect(isSo, "the same event", event)
}

func (p *program) apiKeys(ctx context.Context) error {
	created, err := p.client.APIKeys.Create(ctx, stablecoin.CreateAPIKeyParams{
		Name:   "Reader",
		Scopes: []stablecoin.Scope{stablecoin.ScopePaymentsRead},
	})
	if err != nil {
		return err
	}
	reader := stablecoin.New(created.Key)
	if payments, err := collect(reader.Payments.List(ctx, stablecoin.ListPaymentsParams{Limit: 100})); err != nil {
		return err
	} else if err := expect(len(payments) > 0, "payments", payments); err != nil {
		return err
	}
	_, err = reader.Treasury.Balance(ctx)
	if _, err := refusal(err, stablecoin.ErrInsufficientScope, 403); err != nil {
		return err
	}
	updated, err := p.client.APIKeys.Update(ctx, created.ID, stablecoin.UpdateAPIKeyParams{
		Name: stablecoin.Value("Reports"),
	})
	if err != nil {
		return err
	}
	if err := expect(updated.Name == "Reports", "the new name", updated); err != nil {
		return err
	}
	list := func() iter.Seq2[*stablecoin.APIKey, error] {
		return p.client.APIKeys.List(ctx, stablecoin.ListAPIKeysParams{})
	}
	if _, err := find(ctx, list, func(each *stablecoin.APIKey) bool { return each.ID == created.ID }); err != nil {
		return err
	}
	rotated, err := p.client.APIKeys.Rotate(ctx, created.ID)
	if err != nil {
		return err
	}
	if err := expect(rotated.Key != "" && rotated.Key != created.Key, "another key", rotated.ID); err != nil {
		return err
	}
	deleted, err := p.client.APIKeys.Delete(ctx, rotated.ID)
	if err != nil {
		return err
	}
	if err := expect(deleted.Deleted, "deleted", deleted); err != nil {
		return err
	}
	reader = stablecoin.New(rotated.Key)
	return eventually(ctx, func() error {
		_, err := reader.Payments.Get(ctx, p.payment.ID)
		if errors.Is(err, stablecoin.ErrUnauthorized) {
			return nil
		}
		return orNothing(err)
	})
}
