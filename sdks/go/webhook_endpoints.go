package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// WebhookEndpointsService manages where events are sent. The package webhooks
// verifies what arrives there.
type WebhookEndpointsService struct{ client *Client }

// Create makes an endpoint. Its Secret is shown once.
func (s *WebhookEndpointsService) Create(
	ctx context.Context, params CreateWebhookEndpointParams, options ...RequestOption,
) (*WebhookEndpointWithSecret, error) {
	request := call{method: http.MethodPost, path: "/webhook_endpoints", params: params}
	return send[WebhookEndpointWithSecret](ctx, s.client, request, options)
}

// Get returns an endpoint.
func (s *WebhookEndpointsService) Get(
	ctx context.Context, id string, options ...RequestOption,
) (*WebhookEndpoint, error) {
	request := call{method: http.MethodGet, path: "/webhook_endpoints/{id}"}
	return withID[WebhookEndpoint](ctx, s.client, id, request, options)
}

// List returns endpoints, the newest first, over all pages.
func (s *WebhookEndpointsService) List(
	ctx context.Context, params ListWebhookEndpointsParams, options ...RequestOption,
) iter.Seq2[*WebhookEndpoint, error] {
	return list[WebhookEndpoint](ctx, s.client, call{path: "/webhook_endpoints", params: params}, options)
}

// Update changes an endpoint. What is left out stays; [Null] removes the
// description, and the events, so that all are sent.
func (s *WebhookEndpointsService) Update(
	ctx context.Context, id string, params UpdateWebhookEndpointParams, options ...RequestOption,
) (*WebhookEndpoint, error) {
	request := call{method: http.MethodPatch, path: "/webhook_endpoints/{id}", params: params}
	return withID[WebhookEndpoint](ctx, s.client, id, request, options)
}

// Delete deletes an endpoint.
func (s *WebhookEndpointsService) Delete(ctx context.Context, id string, options ...RequestOption) (*Deleted, error) {
	request := call{method: http.MethodDelete, path: "/webhook_endpoints/{id}"}
	return withID[Deleted](ctx, s.client, id, request, options)
}

// RotateSecret makes a new secret. The one before signs for 24 hours more.
func (s *WebhookEndpointsService) RotateSecret(
	ctx context.Context, id string, options ...RequestOption,
) (*WebhookEndpointWithSecret, error) {
	request := call{method: http.MethodPost, path: "/webhook_endpoints/{id}/rotate_secret"}
	return withID[WebhookEndpointWithSecret](ctx, s.client, id, request, options)
}

// RotateSecretWith makes a new secret as RotateSecret does. The one before signs
// for ExpiresIn seconds more; with 0 it is void at once.
func (s *WebhookEndpointsService) RotateSecretWith(
	ctx context.Context, id string, params RotateWebhookSecretParams, options ...RequestOption,
) (*WebhookEndpointWithSecret, error) {
	request := call{method: http.MethodPost, path: "/webhook_endpoints/{id}/rotate_secret", params: params}
	return withID[WebhookEndpointWithSecret](ctx, s.client, id, request, options)
}

// Test sends a webhook.test event to an endpoint.
func (s *WebhookEndpointsService) Test(
	ctx context.Context, id string, options ...RequestOption,
) (*WebhookEndpoint, error) {
	request := call{method: http.MethodPost, path: "/webhook_endpoints/{id}/test"}
	return withID[WebhookEndpoint](ctx, s.client, id, request, options)
}

// Deliveries returns what was sent to an endpoint, the newest first, over all
// pages.
func (s *WebhookEndpointsService) Deliveries(
	ctx context.Context, id string, params ListDeliveriesParams, options ...RequestOption,
) iter.Seq2[*Delivery, error] {
	if err := checkID(id); err != nil {
		return func(yield func(*Delivery, error) bool) { yield(nil, err) }
	}
	return list[Delivery](ctx, s.client, call{path: "/webhook_endpoints/" + id + "/deliveries", params: params}, options)
}

// Replay sends events to an endpoint again.
func (s *WebhookEndpointsService) Replay(
	ctx context.Context, id string, params ReplayEventsParams, options ...RequestOption,
) (*WebhookEndpoint, error) {
	request := call{method: http.MethodPost, path: "/webhook_endpoints/{id}/replay", params: params}
	return withID[WebhookEndpoint](ctx, s.client, id, request, options)
}
