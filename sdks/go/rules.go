package stablecoin

import (
	"context"
	"net/http"
)

// RulesService reads who may be paid, how much, and after which approvals.
type RulesService struct {
	client *Client
	// Drafts are rules that are not in force.
	Drafts *RuleDraftsService
}

// Get returns the version in force, or the one that is named.
func (s *RulesService) Get(ctx context.Context, params GetRulesParams, options ...RequestOption) (*Rules, error) {
	return send[Rules](ctx, s.client, call{method: http.MethodGet, path: "/rules", params: params}, options)
}

// RuleDraftsService makes, changes and publishes drafts of rules.
type RuleDraftsService struct{ client *Client }

// Create drafts rules.
func (s *RuleDraftsService) Create(
	ctx context.Context, params CreateRuleDraftParams, options ...RequestOption,
) (*RuleDraft, error) {
	return send[RuleDraft](ctx, s.client, call{method: http.MethodPost, path: "/rules/drafts", params: params}, options)
}

// Get returns a draft.
func (s *RuleDraftsService) Get(ctx context.Context, id string, options ...RequestOption) (*RuleDraft, error) {
	return withID[RuleDraft](ctx, s.client, id, call{method: http.MethodGet, path: "/rules/drafts/{id}"}, options)
}

// Update replaces the document. The draft loses its agreement.
func (s *RuleDraftsService) Update(
	ctx context.Context, id string, params UpdateRuleDraftParams, options ...RequestOption,
) (*RuleDraft, error) {
	request := call{method: http.MethodPut, path: "/rules/drafts/{id}", params: params}
	return withID[RuleDraft](ctx, s.client, id, request, options)
}

// Agree agrees to the revision that was read. In live mode it takes another
// person than the one who changed the draft last.
func (s *RuleDraftsService) Agree(
	ctx context.Context, id string, params AgreeToRuleDraftParams, options ...RequestOption,
) (*RuleDraft, error) {
	request := call{method: http.MethodPost, path: "/rules/drafts/{id}/agree", params: params}
	return withID[RuleDraft](ctx, s.client, id, request, options)
}

// Publish makes the draft the next version.
func (s *RuleDraftsService) Publish(
	ctx context.Context, id string, params PublishRuleDraftParams, options ...RequestOption,
) (*Rules, error) {
	request := call{method: http.MethodPost, path: "/rules/drafts/{id}/publish", params: params}
	return withID[Rules](ctx, s.client, id, request, options)
}

// Discard ends a draft.
func (s *RuleDraftsService) Discard(
	ctx context.Context, id string, options ...RequestOption,
) (*DiscardedRuleDraft, error) {
	request := call{method: http.MethodDelete, path: "/rules/drafts/{id}"}
	return withID[DiscardedRuleDraft](ctx, s.client, id, request, options)
}
