package stablecoin

import (
	"context"
	"iter"
	"net/http"
)

// MembersService manages the people who have signed in.
type MembersService struct{ client *Client }

// List returns members, the newest first, over all pages.
func (s *MembersService) List(
	ctx context.Context, params ListMembersParams, options ...RequestOption,
) iter.Seq2[*Member, error] {
	return list[Member](ctx, s.client, call{path: "/members", params: params}, options)
}

// Set gives a member a role. A nil Role takes it away. Without a Status the
// member is active.
func (s *MembersService) Set(
	ctx context.Context, id string, params SetMemberParams, options ...RequestOption,
) (*Member, error) {
	request := call{method: http.MethodPut, path: "/members/{id}", params: params}
	return withID[Member](ctx, s.client, id, request, options)
}
