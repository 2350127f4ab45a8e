// Command kill pays PAYMENTS payments at the same time, while the service is
// killed and started again. It prints "paid <idempotency key> <payment id>" for
// each as soon as it is settled. See ../../../vectors/README.md.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

const recipient = "0x52908400098527886E0F7030069857D2E4169EE7"

func main() {
	payments, err := strconv.Atoi(os.Getenv("PAYMENTS"))
	if err != nil {
		fail(err)
	}
	client := stablecoin.New("", stablecoin.WithMaxRetries(12))
	var group sync.WaitGroup
	for n := 1; n <= payments; n++ {
		group.Add(1)
		go func() {
			defer group.Done()
			if err := pay(context.Background(), client, n); err != nil {
				fail(fmt.Errorf("payment %d: %w", n, err))
			}
		}()
	}
	group.Wait()
}

func pay(ctx context.Context, client *stablecoin.Client, n int) error {
	// An even one takes three seconds.
	amount := fmt.Sprintf("%d.00", n)
	if n%2 == 0 {
		amount = fmt.Sprintf("%d.000101", n)
	}
	key := fmt.Sprintf("kill-%d", n)
	payment, err := client.Payments.Create(ctx, stablecoin.CreatePaymentParams{
		To:             recipient,
		Amount:         stablecoin.Amount(amount),
		IdempotencyKey: key,
	})
	if err != nil {
		return err
	}
	if payment, err = client.Payments.Wait(ctx, payment.ID); err != nil {
		return err
	}
	if payment.Status != stablecoin.PaymentStatusSettled {
		return fmt.Errorf("%s is %s: %s", payment.ID, payment.Status, payment.ErrorMessage)
	}
	fmt.Printf("paid %s %s\n", key, payment.ID)
	return nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
