// Command pay makes a payment in the sandbox, receives the webhook that says
// that it is settled, verifies it, and ends.
//
// It reads STABLECOIN_BASE_URL and STABLECOIN_API_KEY, a test key. The service
// has to be on this machine, because it sends the webhook to 127.0.0.1.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
	"github.com/stablecoin-payments/stablecoin-payments/sdks/go/webhooks"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx, stablecoin.New("")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, client *stablecoin.Client) error {
	if client.Livemode() {
		return errors.New("this example makes test payments: set STABLECOIN_API_KEY to a test key")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	endpoint, err := client.WebhookEndpoints.Create(ctx, stablecoin.CreateWebhookEndpointParams{
		URL:    fmt.Sprintf("http://%s/", listener.Addr()),
		Events: []stablecoin.EventType{stablecoin.EventTypePaymentSettled},
	})
	if err != nil {
		return err
	}
	defer func() {
		// With a context of its own: the endpoint goes, however this ends.
		if _, err := client.WebhookEndpoints.Delete(context.WithoutCancel(ctx), endpoint.ID); err != nil {
			log.Print(err)
		}
	}()

	settled := make(chan *stablecoin.Payment)
	verifier := webhooks.Verifier{Secrets: []string{endpoint.Secret}}
	server := &http.Server{Handler: verifier.Middleware(receive(settled)), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()

	payment, err := client.Payments.Create(ctx, stablecoin.CreatePaymentParams{
		To:     "0x52908400098527886E0F7030069857D2E4169EE7",
		Amount: "12.50",
		Memo:   "Invoice 1042",
	})
	if err != nil {
		return err
	}
	fmt.Println("paid", payment.Amount, payment.Currency, "on", payment.Chain)

	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case told := <-settled:
			if told.ID == payment.ID {
				fmt.Println("verified the webhook of", told.Status, "payment", told.Memo)
				return nil
			}
		}
	}
}

// receive answers at once, and hands the payment on.
func receive(settled chan<- *stablecoin.Payment) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		payment, err := stablecoin.DataOf[stablecoin.Payment](webhooks.EventOf(r.Context()))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		go func() { settled <- payment }()
	}
}
