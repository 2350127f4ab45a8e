package stablecoin

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"time"
)

// EventsService reads what happened, sent to a webhook endpoint or not.
type EventsService struct{ client *Client }

// Get returns an event.
func (s *EventsService) Get(ctx context.Context, id string, options ...RequestOption) (*WebhookEvent, error) {
	return withID[WebhookEvent](ctx, s.client, id, call{method: http.MethodGet, path: "/events/{id}"}, options)
}

// List returns events, the newest first, over all pages. With [OrderAsc] it
// returns the oldest first, and Wait holds an answer that would be empty.
func (s *EventsService) List(
	ctx context.Context, params ListEventsParams, options ...RequestOption,
) iter.Seq2[*WebhookEvent, error] {
	request := call{path: "/events", params: params, held: time.Duration(params.Wait) * time.Second}
	return list[WebhookEvent](ctx, s.client, request, options)
}

// DataOf returns the data of an event as the type that fits the event's type:
//   - payment.settled and all others of payments: [Payment]
//   - wallet.activated: [ActiveWallet]
//   - wallet.funded: [FundedWallet]
//   - wallet.spend_limit_reached: [LimitedWallet]
//   - treasury.low_balance: [LowTreasuryBalance]
//   - deposit.held and deposit.released: [DepositEventData]
//   - compliance.match_found: [SanctionsMatch]
//   - rules.published: [PublishedRules]
//   - webhook_endpoint.disabled: [DisabledWebhookEndpoint]
//   - webhook.test: [TestMessage]
func DataOf[T any](event *WebhookEvent) (*T, error) {
	data := new(T)
	if err := json.Unmarshal(event.Data, data); err != nil {
		return nil, fmt.Errorf("data of the event %s (%s): %w", event.ID, event.Type, err)
	}
	return data, nil
}
