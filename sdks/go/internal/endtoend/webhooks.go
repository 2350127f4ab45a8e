package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
	"github.com/stablecoin-payments/stablecoin-payments/sdks/go/webhooks"
)

// delivery is what a receiver was sent.
type delivery struct {
	body   []byte
	header http.Header
}

func (d delivery) verify(secrets ...string) (*stablecoin.WebhookEvent, error) {
	return webhooks.Verify(d.body, d.header, secrets...)
}

func (p *program) webhooks(ctx context.Context) error {
	deliveries := make(chan delivery, 100)
	receiver := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		deliveries <- delivery{body, r.Header.Clone()}
	})}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("WEBHOOK_PORT"))
	if err != nil {
		return err
	}
	go func() { _ = receiver.Serve(listener) }()
	defer receiver.Close()

	endpoint, err := p.client.WebhookEndpoints.Create(ctx, stablecoin.CreateWebhookEndpointParams{
		URL: fmt.Sprintf("http://%s/", listener.Addr()),
	})
	if err != nil {
		return err
	}
	if err := p.changeEndpoint(ctx, endpoint.ID); err != nil {
		return err
	}

	if _, err := p.client.WebhookEndpoints.Test(ctx, endpoint.ID); err != nil {
		return err
	}
	test, err := arrival(ctx, deliveries, endpoint.Secret, func(event *stablecoin.WebhookEvent) bool {
		return event.Type == stablecoin.EventTypeWebhookTest
	})
	if err != nil {
		return err
	}
	changed := delivery{bytes.Replace(test.body, []byte("test"), []byte("best"), 1), test.header}
	if _, err := changed.verify(endpoint.Secret); !errors.Is(err, webhooks.ErrWrongSignature) {
		return fmt.Errorf("a changed delivery: %w", orNothing(err))
	}

	payment, err := p.client.Payments.Create(ctx, order(evm, "12.50"))
	if err != nil {
		return err
	}
	var settled *stablecoin.WebhookEvent
	_, err = arrival(ctx, deliveries, endpoint.Secret, func(event *stablecoin.WebhookEvent) bool {
		paid, err := stablecoin.DataOf[stablecoin.Payment](event)
		settled = event
		return err == nil && event.Type == stablecoin.EventTypePaymentSettled && paid.ID == payment.ID
	})
	if err != nil {
		return err
	}

	rotated, err := p.client.WebhookEndpoints.RotateSecret(ctx, endpoint.ID)
	if err != nil {
		return err
	}
	if _, err := p.client.WebhookEndpoints.Test(ctx, endpoint.ID); err != nil {
		return err
	}
	second, err := arrival(ctx, deliveries, endpoint.Secret, func(event *stablecoin.WebhookEvent) bool {
		return event.Type == stablecoin.EventTypeWebhookTest
	})
	if err != nil {
		return err
	}
	if _, err := second.verify(rotated.Secret); err != nil {
		return fmt.Errorf("by the new secret: %w", err)
	}

	list := func() iter.Seq2[*stablecoin.Delivery, error] {
		return p.client.WebhookEndpoints.Deliveries(ctx, endpoint.ID, stablecoin.ListDeliveriesParams{
			Status: stablecoin.DeliveryStatusDelivered,
		})
	}
	if _, err := find(ctx, list, func(each *stablecoin.Delivery) bool { return each.EventID == settled.ID }); err != nil {
		return err
	}
	_, err = p.client.WebhookEndpoints.Replay(ctx, endpoint.ID, stablecoin.ReplayEventsParams{EventID: settled.ID})
	if err != nil {
		return err
	}
	_, err = arrival(ctx, deliveries, rotated.Secret, func(event *stablecoin.WebhookEvent) bool {
		return event.ID == settled.ID
	})
	if err != nil {
		return err
	}

	if _, err := p.client.WebhookEndpoints.Delete(ctx, endpoint.ID); err != nil {
		return err
	}
	_, err = p.client.WebhookEndpoints.Get(ctx, endpoint.ID)
	_, err = refusal(err, stablecoin.ErrNotFound, 404)
	return err
}

func (p *program) changeEndpoint(ctx context.Context, id string) error {
	if _, err := p.client.WebhookEndpoints.Update(ctx, id, stablecoin.UpdateWebhookEndpointParams{
		Description: stablecoin.Value("Go"),
	}); err != nil {
		return err
	}
	endpoint, err := p.client.WebhookEndpoints.Get(ctx, id)
	if err != nil {
		return err
	}
	if err := expect(endpoint.Description == "Go", "the description", endpoint); err != nil {
		return err
	}
	list := func() iter.Seq2[*stablecoin.WebhookEndpoint, error] {
		return p.client.WebhookEndpoints.List(ctx, stablecoin.ListWebhookEndpointsParams{})
	}
	_, err = find(ctx, list, func(each *stablecoin.WebhookEndpoint) bool { return each.ID == id })
	return err
}

// arrival verifies deliveries until the one that is waited for.
func arrival(
	ctx context.Context, deliveries <-chan delivery, secret string, is func(*stablecoin.WebhookEvent) bool,
) (delivery, error) {
	for {
		select {
		case <-ctx.Done():
			return delivery{}, errors.New("the delivery has not come in time")
		case each := <-deliveries:
			event, err := each.verify(secret)
			if err != nil || is(event) {
				return each, err
			}
		}
	}
}
