// Package stablecoin is the Go client of the stablecoin payments service,
// which moves USDC and EURC on Base, Ethereum and Solana.
//
//	client := stablecoin.New("svc_test_…", stablecoin.WithBaseURL("http://127.0.0.1:3000"))
//	payment, err := client.Payments.Create(ctx, stablecoin.CreatePaymentParams{
//		To:     "0x52908400098527886E0F7030069857D2E4169EE7",
//		Amount: "12.50",
//	})
//
// # Exactly once
//
// Every POST carries an idempotency key: yours, or one that the client makes
// for the call. A request is retried with the same key after a lost
// connection, a timeout, and every answer that says that it is retryable, so a
// payment is made once. When a call ends without an answer, the error has the
// key: call again with it to learn what became of the payment.
//
// # Errors
//
// Every error is an [*Error]. Take it apart with [errors.As], or compare it
// with a sentinel such as [ErrInsufficientBalance] by [errors.Is]. A payment
// that fails after it was accepted is no error: look at its Status.
//
// # Values
//
// Money is an [Amount], a decimal string. Null strings are empty, and null
// times and numbers are nil. Enumerations are string types, and a value that
// this version does not know passes. So do unknown fields.
package stablecoin

// Version is the version of this package.
const Version = "0.9.0-beta.1"
