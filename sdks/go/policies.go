package stablecoin

import (
	"context"
	"net/http"
)

// PoliciesService reads and changes who has to agree to payments.
type PoliciesService struct{ client *Client }

// Get returns the policies.
func (s *PoliciesService) Get(ctx context.Context, options ...RequestOption) (*Policies, error) {
	return send[Policies](ctx, s.client, call{method: http.MethodGet, path: "/policies"}, options)
}

// Update changes the policies. What is left out stays; [Null] switches a
// policy with an amount off.
func (s *PoliciesService) Update(
	ctx context.Context, params UpdatePoliciesParams, options ...RequestOption,
) (*Policies, error) {
	return send[Policies](ctx, s.client, call{method: http.MethodPatch, path: "/policies", params: params}, options)
}
