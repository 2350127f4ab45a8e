package main

import (
	"context"
	"fmt"
	"os"

	"client/api"
)

type key struct{}

func (key) HandleBearerAuth(ctx context.Context, _ api.OperationName, _ api.BearerAuth) (context.Context, error) {
	return ctx, nil
}

func (key) BearerAuth(context.Context, api.OperationName) (api.BearerAuth, error) {
	return api.BearerAuth{Token: os.Getenv("API_KEY")}, nil
}

func (key) SessionCookie(context.Context, api.OperationName) (api.SessionCookie, error) {
	return api.SessionCookie{}, nil
}

// The types of events are there though only webhooks name them.
var _ = api.PaymentSettledEvent{}.Data

func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Getenv("SERVICE_URL"), key{})
	ok(err)
	order := func(key, to, amount string) (api.CreatePaymentRes, error) {
		params := api.CreatePaymentParams{IdempotencyKey: api.NewOptString(key)}
		return client.CreatePayment(ctx, &api.CreatePayment{To: to, Amount: amount}, params)
	}
	check(generated{
		pay: func(key, to, amount string) (payment, error) {
			answer, err := order(key, to, amount)
			if err != nil {
				return payment{}, err
			}
			switch made := answer.(type) {
			case *api.CreatePaymentCreated:
				return payment{made.Response.ID, made.Response.Status, made.Response.Amount}, nil
			case *api.CreatePaymentOK:
				return payment{made.Response.ID, made.Response.Status, made.Response.Amount}, nil
			default:
				return payment{}, fmt.Errorf("it answered %T", answer)
			}
		},
		refusal: func(key, to, amount string) (string, string, error) {
			answer, err := order(key, to, amount)
			refused, is := answer.(*api.CreatePaymentForbidden)
			if err != nil || !is {
				return "", "", fmt.Errorf("no refusal: %T %w", answer, err)
			}
			return refused.Response.Code, refused.Response.PaymentID.Value, nil
		},
		list: func(limit int, createdAfter, startingAfter string) (page, error) {
			params := api.ListPaymentsParams{Limit: api.NewOptInt(limit), CreatedAfter: api.NewOptString(createdAfter)}
			if startingAfter != "" {
				params.StartingAfter = api.NewOptString(startingAfter)
			}
			answer, err := client.ListPayments(ctx, params)
			list, is := answer.(*api.PaymentListHeaders)
			if err != nil || !is {
				return page{}, fmt.Errorf("no list: %T %w", answer, err)
			}
			var read page
			for _, each := range list.Response.Data {
				read.ids = append(read.ids, each.ID)
			}
			if next, is := list.Response.NextCursor.Get(); is {
				read.next = next
			}
			return read, nil
		},
	})
}
