package webhooks

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

type vector struct {
	Name             string
	Body             string
	BodyBase64       string `json:"body_base64"`
	Headers          map[string]string
	Secrets          []string
	Now              int64
	ToleranceSeconds int64 `json:"tolerance_seconds"`
	Event            *struct {
		ID       string
		Type     string
		Livemode bool
	}
	Refused string
}

func (v vector) body(t *testing.T) []byte {
	t.Helper()
	if v.BodyBase64 == "" {
		return []byte(v.Body)
	}
	body, err := base64.StdEncoding.DecodeString(v.BodyBase64)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func (v vector) header() http.Header {
	header := http.Header{}
	for name, value := range v.Headers {
		header.Set(name, value)
	}
	return header
}

func (v vector) verifier() Verifier {
	return Verifier{
		Secrets:   v.Secrets,
		Tolerance: time.Duration(v.ToleranceSeconds) * time.Second,
		Now:       func() time.Time { return time.Unix(v.Now, 0) },
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "vectors", "signatures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 {
		t.Fatal("there are no vectors")
	}
	return file.Vectors
}

var reasons = map[string]error{
	"missing_header":   ErrMissingHeader,
	"malformed_header": ErrMalformedHeader,
	"too_old":          ErrTooOld,
	"too_new":          ErrTooNew,
	"wrong_signature":  ErrWrongSignature,
	"invalid_secret":   ErrInvalidSecret,
	"invalid_body":     ErrInvalidBody,
}

func TestSignatureVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			event, err := v.verifier().Verify(v.body(t), v.header())
			if v.Refused != "" {
				if reason, ok := reasons[v.Refused]; !ok || !errors.Is(err, reason) || event != nil {
					t.Errorf("not refused for %s: %v", v.Refused, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if event.ID != v.Event.ID || string(event.Type) != v.Event.Type || event.Livemode != v.Event.Livemode {
				t.Errorf("the event is %+v", event)
			}
		})
	}
}

func genuine(t *testing.T) vector {
	t.Helper()
	for _, v := range readVectors(t) {
		if v.Name == "both families" {
			return v
		}
	}
	t.Fatal("there is no vector with both families")
	panic("unreachable")
}

func TestTheMiddlewareGivesTheHandlerTheEventAndTheBody(t *testing.T) {
	v := genuine(t)
	var event *stablecoin.WebhookEvent
	var body []byte
	handler := v.verifier().Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		event = EventOf(r.Context())
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	answer := deliver(handler, v.Body, v.header())
	if answer.Code != http.StatusNoContent || event == nil || event.ID != v.Event.ID || string(body) != v.Body {
		t.Errorf("answered %d; the event is %+v and the body %q", answer.Code, event, body)
	}
	payment, err := stablecoin.DataOf[stablecoin.Payment](event)
	if err != nil || payment.Status != stablecoin.PaymentStatusSettled || payment.Amount != "12.50" {
		t.Errorf("the payment is %+v: %v", payment, err)
	}
}

func TestTheMiddlewareRefusesWhatDoesNotVerify(t *testing.T) {
	v := genuine(t)
	for name, body := range map[string]string{
		"a changed body":             strings.Replace(v.Body, "12.50", "99.50", 1),
		"no body":                    "",
		"a body that is beyond size": v.Body + strings.Repeat(" ", bodyMaxSize),
	} {
		t.Run(name, func(t *testing.T) {
			handler := v.verifier().Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				t.Error("the handler was called")
			}))
			expected := http.StatusBadRequest
			if len(body) > bodyMaxSize {
				expected = http.StatusRequestEntityTooLarge
			}
			if answer := deliver(handler, body, v.header()); answer.Code != expected {
				t.Errorf("answered %d", answer.Code)
			}
		})
	}
}

func TestVerifyTakesTheClockOfTheMachine(t *testing.T) {
	v := genuine(t)
	// The vectors were signed in January 2026.
	if _, err := Verify([]byte(v.Body), v.header(), v.Secrets...); !errors.Is(err, ErrTooOld) {
		t.Errorf("the error is %v", err)
	}
}

func deliver(handler http.Handler, body string, header http.Header) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	request.Header = header
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}
