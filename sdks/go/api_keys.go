package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// APIKeysService manages the API keys of the client's account and mode.
type APIKeysService struct{ client *Client }

// Create makes a key. The Key itself is shown once.
func (s *APIKeysService) Create(
	ctx context.Context, params CreateAPIKeyParams, options ...RequestOption,
) (*APIKeyWithSecret, error) {
	return send[APIKeyWithSecret](ctx, s.client, call{method: http.MethodPost, path: "/api_keys", params: params}, options)
}

// Get returns a key.
func (s *APIKeysService) Get(ctx context.Context, id string, options ...RequestOption) (*APIKey, error) {
	return withID[APIKey](ctx, s.client, id, call{method: http.MethodGet, path: "/api_keys/{id}"}, options)
}

// List returns keys, the newest first, over all pages.
func (s *APIKeysService) List(
	ctx context.Context, params ListAPIKeysParams, options ...RequestOption,
) iter.Seq2[*APIKey, error] {
	return list[APIKey](ctx, s.client, call{path: "/api_keys", params: params}, options)
}

// Update renames a key. A nil Name removes the name.
func (s *APIKeysService) Update(
	ctx context.Context, id string, params UpdateAPIKeyParams, options ...RequestOption,
) (*APIKey, error) {
	request := call{method: http.MethodPatch, path: "/api_keys/{id}", params: params}
	return withID[APIKey](ctx, s.client, id, request, options)
}

// Delete revokes a key, and the keys that were made with it.
func (s *APIKeysService) Delete(ctx context.Context, id string, options ...RequestOption) (*Deleted, error) {
	return withID[Deleted](ctx, s.client, id, call{method: http.MethodDelete, path: "/api_keys/{id}"}, options)
}

// Rotate replaces a key by a new one, which is shown once. The one before is
// refused within a second: see RotateWith.
func (s *APIKeysService) Rotate(ctx context.Context, id string, options ...RequestOption) (*APIKeyWithSecret, error) {
	return withID[APIKeyWithSecret](ctx, s.client, id, call{method: http.MethodPost, path: "/api_keys/{id}/rotate"}, options)
}

// RotateWith replaces a key as Rotate does. The one before is taken for
// ExpiresIn more seconds.
func (s *APIKeysService) RotateWith(
	ctx context.Context, id string, params RotateAPIKeyParams, options ...RequestOption,
) (*APIKeyWithSecret, error) {
	request := call{method: http.MethodPost, path: "/api_keys/{id}/rotate", params: params}
	return withID[APIKeyWithSecret](ctx, s.client, id, request, options)
}
