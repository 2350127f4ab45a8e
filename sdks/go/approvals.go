package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// ApprovalsService decides payments that go above the spend limit of their
// wallet.
type ApprovalsService struct{ client *Client }

// List returns approvals, the newest first, over all pages.
func (s *ApprovalsService) List(
	ctx context.Context, params ListApprovalsParams, options ...RequestOption,
) iter.Seq2[*Approval, error] {
	return list[Approval](ctx, s.client, call{path: "/approvals", params: params}, options)
}

// Get returns an approval.
func (s *ApprovalsService) Get(ctx context.Context, id string, options ...RequestOption) (*Approval, error) {
	return withID[Approval](ctx, s.client, id, call{method: http.MethodGet, path: "/approvals/{id}"}, options)
}

// Approve approves a payment. Where the wallet lists approvers, Approver names
// the one who decides; a live wallet needs the Signature of the approval's
// typed data, too.
func (s *ApprovalsService) Approve(
	ctx context.Context, id string, params ApprovePaymentParams, options ...RequestOption,
) (*Approval, error) {
	request := call{method: http.MethodPost, path: "/approvals/{id}/approve", params: params}
	return withID[Approval](ctx, s.client, id, request, options)
}

// Reject ends a payment. It fails with approval_rejected.
func (s *ApprovalsService) Reject(
	ctx context.Context, id string, params DecideApprovalParams, options ...RequestOption,
) (*Approval, error) {
	request := call{method: http.MethodPost, path: "/approvals/{id}/reject", params: params}
	return withID[Approval](ctx, s.client, id, request, options)
}
