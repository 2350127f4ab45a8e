package webhooks_test

import (
	"fmt"
	"io"
	"net/http"
	"os"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
	"github.com/stablecoin-payments/stablecoin-payments/sdks/go/webhooks"
)

func ExampleVerify() {
	secret := os.Getenv("WEBHOOK_SECRET")
	http.HandleFunc("POST /webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		event, err := webhooks.Verify(body, r.Header, secret)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Println(event.ID, event.Type)
	})
}

func ExampleVerifier_Middleware() {
	verifier := webhooks.Verifier{Secrets: []string{os.Getenv("WEBHOOK_SECRET")}}
	handle := func(w http.ResponseWriter, r *http.Request) {
		event := webhooks.EventOf(r.Context())
		if event.Type != stablecoin.EventTypePaymentSettled {
			return
		}
		payment, err := stablecoin.DataOf[stablecoin.Payment](event)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Println(payment.ID, payment.TxHash)
	}
	http.Handle("POST /webhooks", verifier.Middleware(http.HandlerFunc(handle)))
}
