package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// ComplianceService screens addresses and decides reviews.
type ComplianceService struct {
	// Attestations record what you have verified yourself.
	Attestations *AttestationsService
	client       *Client
}

// Check screens an address.
func (s *ComplianceService) Check(
	ctx context.Context, params CheckAddressParams, options ...RequestOption,
) (*ComplianceResult, error) {
	request := call{method: http.MethodPost, path: "/compliance/check", params: params}
	return send[ComplianceResult](ctx, s.client, request, options)
}

// Get returns a result.
func (s *ComplianceService) Get(ctx context.Context, ref string, options ...RequestOption) (*ComplianceResult, error) {
	request := call{method: http.MethodGet, path: "/compliance/checks/{id}"}
	return withID[ComplianceResult](ctx, s.client, ref, request, options)
}

// List returns results, the newest first, over all pages.
func (s *ComplianceService) List(
	ctx context.Context, params ListComplianceResultsParams, options ...RequestOption,
) iter.Seq2[*ComplianceResult, error] {
	return list[ComplianceResult](ctx, s.client, "/compliance/checks", params, options)
}

// Decide clears or blocks a result that is in review.
func (s *ComplianceService) Decide(
	ctx context.Context, ref string, params DecideReviewParams, options ...RequestOption,
) (*ComplianceResult, error) {
	request := call{method: http.MethodPost, path: "/compliance/checks/{id}/decision", params: params}
	return withID[ComplianceResult](ctx, s.client, ref, request, options)
}

// AttestationsService records what you have verified yourself.
type AttestationsService struct{ client *Client }

// Create makes an attestation.
func (s *AttestationsService) Create(
	ctx context.Context, params CreateAttestationParams, options ...RequestOption,
) (*Attestation, error) {
	request := call{method: http.MethodPost, path: "/compliance/attestations", params: params}
	return send[Attestation](ctx, s.client, request, options)
}

// Get returns an attestation.
func (s *AttestationsService) Get(ctx context.Context, id string, options ...RequestOption) (*Attestation, error) {
	request := call{method: http.MethodGet, path: "/compliance/attestations/{id}"}
	return withID[Attestation](ctx, s.client, id, request, options)
}

// List returns attestations, the newest first, over all pages.
func (s *AttestationsService) List(
	ctx context.Context, params ListAttestationsParams, options ...RequestOption,
) iter.Seq2[*Attestation, error] {
	return list[Attestation](ctx, s.client, "/compliance/attestations", params, options)
}

// Revoke ends an attestation.
func (s *AttestationsService) Revoke(ctx context.Context, id string, options ...RequestOption) (*Attestation, error) {
	request := call{method: http.MethodDelete, path: "/compliance/attestations/{id}"}
	return withID[Attestation](ctx, s.client, id, request, options)
}
