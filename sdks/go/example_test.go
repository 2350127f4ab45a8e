package stablecoin_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

var ctx = context.Background()

func ExamplePaymentsService_Create() {
	client := stablecoin.New("svc_test_…", stablecoin.WithBaseURL("http://127.0.0.1:3000"))
	payment, err := client.Payments.Create(ctx, stablecoin.CreatePaymentParams{
		To:             "0x52908400098527886E0F7030069857D2E4169EE7",
		Amount:         "12.50",
		IdempotencyKey: "order-1042",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(payment.Status, payment.TxHash)
}

func ExamplePaymentsService_List() {
	client := stablecoin.New("")
	params := stablecoin.ListPaymentsParams{Status: stablecoin.PaymentStatusSettled}
	for payment, err := range client.Payments.List(ctx, params) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(payment.ID, payment.Amount)
	}
}

func ExamplePaymentsService_Wait() {
	client := stablecoin.New("")
	payment, err := client.Payments.Wait(ctx, "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE", stablecoin.WaitFor(time.Minute))
	if errors.Is(err, stablecoin.ErrWaitTimeout) {
		fmt.Println("still pending")
	} else if err == nil {
		fmt.Println(payment.Status, payment.ErrorCode)
	}
}

func ExampleError() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusPaymentRequired)
		fmt.Fprint(w, `{
			"code": "insufficient_balance",
			"message": "The treasury has less than 12.50 USDC available.",
			"payment_id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
			"request_id": "req_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
			"retryable": false
		}`)
	}))
	defer service.Close()
	client := stablecoin.New("svc_test_1", stablecoin.WithBaseURL(service.URL))

	_, err := client.Payments.Create(ctx, stablecoin.CreatePaymentParams{
		To:     "0x52908400098527886E0F7030069857D2E4169EE7",
		Amount: "12.50",
	})
	var refused *stablecoin.Error
	switch {
	case errors.Is(err, stablecoin.ErrInsufficientBalance):
		fmt.Println("fund the treasury")
	case errors.As(err, &refused):
		fmt.Println(refused.Code, refused.Param, refused.RequestID)
	}
	// Output: fund the treasury
}

func ExampleAmount_Units() {
	units, err := stablecoin.Amount("12.50").Units()
	fmt.Println(units, err)
	// Output: 12500000 <nil>
}

func ExampleNull() {
	client := stablecoin.New("")
	_, err := client.Treasury.Settings.Update(ctx, stablecoin.UpdateTreasurySettingsParams{
		LowBalance: stablecoin.UpdateLowBalance{
			Total: stablecoin.Value(stablecoin.Amount("1000.00")),
			Chains: stablecoin.UpdateChainThresholds{
				stablecoin.ChainSolana: stablecoin.Null[stablecoin.Amount](),
			},
		},
	})
	if err != nil {
		fmt.Println(err)
	}
}
