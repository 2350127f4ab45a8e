package webhooks

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

// bodyMaxSize is far above the size of any event.
const bodyMaxSize = 1 << 20

type eventKey struct{}

// Middleware verifies each request before it calls the next handler, which
// finds the event with [EventOf] and can read the body again. A request that
// does not verify is answered 400, and one whose body is too large 413.
//
// Answer 2xx within 15 seconds, before you do any work. Remember the ids of
// the events that you have handled, because an event can come more than once.
func (v Verifier) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMaxSize))
		if err != nil {
			status := http.StatusBadRequest
			if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
				status = http.StatusRequestEntityTooLarge
			}
			http.Error(w, http.StatusText(status), status)
			return
		}
		event, err := v.Verify(body, r.Header)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), eventKey{}, event))
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// EventOf returns the event that [Verifier.Middleware] has verified; nil where
// it has not run.
func EventOf(ctx context.Context) *stablecoin.WebhookEvent {
	event, _ := ctx.Value(eventKey{}).(*stablecoin.WebhookEvent)
	return event
}
