package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

// The types of events are there though only webhooks name them.
var _ = PaymentSettledEvent{}.Data

func main() {
	ctx := context.Background()
	client, err := NewClientWithResponses(os.Getenv("SERVICE_URL"), WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
			return nil
		},
	))
	ok(err)
	order := func(key, to, amount string) (*CreatePaymentResponse, error) {
		return client.CreatePaymentWithResponse(ctx, &CreatePaymentParams{IdempotencyKey: &key}, CreatePayment{To: to, Amount: amount})
	}
	check(generated{
		pay: func(key, to, amount string) (payment, error) {
			answer, err := order(key, to, amount)
			if err != nil {
				return payment{}, err
			}
			made := answer.JSON201
			if made == nil {
				made = answer.JSON200
			}
			if made == nil {
				return payment{}, fmt.Errorf("it answered %s", answer.Status())
			}
			return payment{made.Id, made.Status, made.Amount}, nil
		},
		refusal: func(key, to, amount string) (string, string, error) {
			answer, err := order(key, to, amount)
			if err != nil || answer.JSON403 == nil || answer.JSON403.PaymentId == nil {
				return "", "", fmt.Errorf("no refusal: %w", err)
			}
			return answer.JSON403.Code, *answer.JSON403.PaymentId, nil
		},
		list: func(limit int, createdAfter, startingAfter string) (page, error) {
			params := ListPaymentsParams{Limit: &limit, CreatedAfter: &createdAfter}
			if startingAfter != "" {
				params.StartingAfter = &startingAfter
			}
			answer, err := client.ListPaymentsWithResponse(ctx, &params)
			if err != nil || answer.JSON200 == nil {
				return page{}, fmt.Errorf("no list: %w", err)
			}
			var read page
			for _, each := range answer.JSON200.Data {
				read.ids = append(read.ids, each.Id)
			}
			if next := answer.JSON200.NextCursor; next != nil {
				read.next = *next
			}
			return read, nil
		},
	})
}
