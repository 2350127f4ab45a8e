package stablecoin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const testPayment = `{"id":"pay_1","status":"settled","stage":"done","amount":"12.50","txHash":null,"settled_at":null}`

func ok(body string) scriptedAnswer { return scriptedAnswer{Status: http.StatusOK, Text: body} }

func TestAPrintedClientDoesNotShowItsKey(t *testing.T) {
	client := New("svc_live_very_secret", WithBaseURL("https://pay.example.com"))
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{client, *client, client.Payments, *client.Payments} {
			if text := fmt.Sprintf(verb, value); strings.Contains(text, "secret") {
				t.Errorf("%s shows %s", verb, text)
			}
		}
	}
}

func TestAContextThatIsCanceledEndsACall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	requests := 0
	client := New("svc_test_1", WithBaseURL("http://127.0.0.1:1"), WithHTTPClient(&http.Client{
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			requests++
			cancel()
			<-r.Context().Done()
			return nil, r.Context().Err()
		}),
	}))
	_, err := client.Payments.Create(ctx, CreatePaymentParams{}, WithIdempotencyKey("order-1"))
	var e *Error
	if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrCanceled) || !errors.As(err, &e) {
		t.Fatalf("the error is %v", err)
	}
	if e.IdempotencyKey != "order-1" || requests != 1 {
		t.Errorf("%d requests, the last with the key %q", requests, e.IdempotencyKey)
	}
}

func TestTheDeadlineOfAContextEndsACall(t *testing.T) {
	s := startScript(t, []scriptedAnswer{{Failure: "timeout"}}, WithTimeout(time.Minute))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := s.client.Payments.Get(ctx, "pay_1")
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, ErrTimeout) {
		t.Errorf("the error is %v", err)
	}
}

func TestAContextThatEndsBetweenRetriesAndPollsEndsACall(t *testing.T) {
	pending := `{"id":"pay_1","status":"pending","stage":"queued"}`
	replayed := scriptedAnswer{Status: 200, Text: pending, Headers: map[string]string{"svc-idempotent-replayed": "true"}}
	for name, test := range map[string]struct {
		answer scriptedAnswer
		call   func(context.Context, *Client) error
	}{
		"a retry": {scriptedAnswer{Status: 503}, func(ctx context.Context, c *Client) error {
			_, err := c.Payments.Get(ctx, "pay_1")
			return err
		}},
		"a poll of Wait": {ok(pending), func(ctx context.Context, c *Client) error {
			_, err := c.Payments.Wait(ctx, "pay_1")
			return err
		}},
		"a poll of Create": {replayed, func(ctx context.Context, c *Client) error {
			_, err := c.Payments.Create(ctx, CreatePaymentParams{})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			clock := cancelingClock{systemClock{}, cancel}
			s := startScript(t, []scriptedAnswer{test.answer}, WithClock(clock))
			if err := test.call(ctx, s.client); !errors.Is(err, ErrCanceled) {
				t.Errorf("the error is %v", err)
			}
			if len(s.recorded()) != 1 {
				t.Errorf("%d requests were made", len(s.recorded()))
			}
		})
	}
}

// cancelingClock cancels the context in the first sleep.
type cancelingClock struct {
	Clock
	cancel func()
}

func (c cancelingClock) Sleep(ctx context.Context, duration time.Duration) error {
	c.cancel()
	return c.Clock.Sleep(ctx, duration)
}

func TestConcurrentCallsHaveKeysOfTheirOwn(t *testing.T) {
	const calls = 20
	answers := make([]scriptedAnswer, calls)
	for i := range answers {
		answers[i] = ok(testPayment)
	}
	s := startScript(t, answers)
	var group sync.WaitGroup
	for range calls {
		group.Add(1)
		go func() {
			defer group.Done()
			if _, err := s.client.Payments.Create(context.Background(), CreatePaymentParams{}); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
	keys := map[string]bool{}
	for _, request := range s.recorded() {
		var body CreatePaymentParams
		if err := json.Unmarshal(request.body, &body); err != nil {
			t.Fatal(err)
		}
		keys[body.IdempotencyKey] = true
	}
	if len(keys) != calls {
		t.Errorf("%d calls have %d keys", calls, len(keys))
	}
}

func TestTheKeyOfTheParametersIsSent(t *testing.T) {
	s := startScript(t, []scriptedAnswer{ok(testPayment), ok(testPayment)})
	params := CreatePaymentParams{To: "0x1", Amount: "12.50", IdempotencyKey: "order-1"}
	for _, options := range [][]RequestOption{nil, {WithIdempotencyKey("order-2")}} {
		if _, err := s.client.Payments.Create(context.Background(), params, options...); err != nil {
			t.Fatal(err)
		}
	}
	for i, request := range s.recorded() {
		if want := fmt.Sprintf(`"idempotency_key":"order-%d"`, i+1); !strings.Contains(string(request.body), want) {
			t.Errorf("the body is %s", request.body)
		}
	}
}

func TestWithResponseTellsTheHeaders(t *testing.T) {
	s := startScript(t, []scriptedAnswer{{Status: 200, Text: testPayment, Headers: map[string]string{"svc-request-id": "req_1"}}})
	var response http.Response
	if _, err := s.client.Payments.Get(context.Background(), "pay_1", WithResponse(&response)); err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 200 || response.Header.Get("svc-request-id") != "req_1" {
		t.Errorf("the response is %+v", response)
	}
}

func TestAnAmountThatIsANumberIsRefusedAndNotRetried(t *testing.T) {
	s := startScript(t, []scriptedAnswer{ok(`{"id":"pay_1","amount":12.5}`)})
	payment, err := s.client.Payments.Get(context.Background(), "pay_1")
	if payment != nil || err == nil || !strings.Contains(err.Error(), "amount") || len(s.recorded()) != 1 {
		t.Errorf("%d requests; the payment is %+v: %v", len(s.recorded()), payment, err)
	}
}

func TestAPollThatIsRefusedLosesNoPayment(t *testing.T) {
	s := startScript(t, []scriptedAnswer{
		{Status: 200, Text: `{"id":"pay_1","status":"pending"}`, Headers: map[string]string{"svc-idempotent-replayed": "true"}},
		{Status: 403, Text: `{"code":"insufficient_scope","message":"This API key does not have the scope payments:read."}`},
	})
	payment, err := s.client.Payments.Create(context.Background(), CreatePaymentParams{})
	if err != nil || payment.ID != "pay_1" {
		t.Errorf("the payment is %+v: %v", payment, err)
	}
}

func TestUpdatesSetRemoveAndLeaveOut(t *testing.T) {
	for expected, params := range map[string]any{
		`{}`:                             UpdateWebhookEndpointParams{},
		`{"description":null}`:           UpdateWebhookEndpointParams{Description: Null[string]()},
		`{"description":""}`:             UpdateWebhookEndpointParams{Description: Value("")},
		`{"events":["payment.settled"]}`: UpdateWebhookEndpointParams{Events: Value([]EventType{EventTypePaymentSettled})},
		`{"low_balance":{"chains":{"base":"1.00","solana":null},"total":null}}`: UpdateTreasurySettingsParams{
			LowBalance: UpdateLowBalance{
				Chains: UpdateChainThresholds{ChainBase: Value(Amount("1.00")), ChainSolana: Null[Amount]()},
				Total:  Null[Amount](),
			},
		},
	} {
		if encoded, err := json.Marshal(params); err != nil || string(encoded) != expected {
			t.Errorf("encoded as %s, not %s: %v", encoded, expected, err)
		}
	}
}

func TestATimelineKeepsWhatItDoesNotKnow(t *testing.T) {
	s := startScript(t, []scriptedAnswer{ok(`{"data":[{"type":"new","at":"2026-01-31T12:00:00Z","text":"New.","chain":"base"}]}`)})
	timeline, err := s.client.Payments.Timeline(context.Background(), "pay_1")
	if err != nil || timeline.Data[0].AdditionalProperties["chain"] != "base" {
		t.Errorf("the timeline is %+v: %v", timeline, err)
	}
}

func TestTheIdOfDeliveriesIsChecked(t *testing.T) {
	s := startScript(t, nil)
	for _, err := range s.client.WebhookEndpoints.Deliveries(context.Background(), "../payments", ListDeliveriesParams{}) {
		if !errors.Is(err, ErrInvalidArgument) {
			t.Errorf("the error is %v", err)
		}
	}
	if len(s.recorded()) != 0 {
		t.Errorf("%d requests were made", len(s.recorded()))
	}
}

func TestACallThatHasTheServiceWaitMayTakeThatMuchLonger(t *testing.T) {
	var left time.Duration
	client := New("svc_test_1", WithBaseURL("http://127.0.0.1:1"), WithTimeout(time.Minute), WithMaxRetries(0),
		WithHTTPClient(&http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			deadline, _ := r.Context().Deadline()
			left = time.Until(deadline)
			return nil, errors.New("refused")
		})}))
	for name, test := range map[string]struct {
		call    func()
		allowed time.Duration
	}{
		"a payment": {func() {
			_, _ = client.Payments.Create(context.Background(), CreatePaymentParams{})
		}, time.Minute},
		"a payment that is waited for": {func() {
			_, _ = client.Payments.Create(context.Background(), CreatePaymentParams{}, WaitFor(30*time.Second))
		}, 90 * time.Second},
		"a poll of events": {func() {
			for range client.Events.List(context.Background(), ListEventsParams{Order: OrderAsc, Wait: 20}) {
			}
		}, 80 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			test.call()
			if left > test.allowed || left < test.allowed-10*time.Second {
				t.Errorf("an attempt may take %s", left)
			}
		})
	}
}
