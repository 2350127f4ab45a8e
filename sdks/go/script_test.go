package stablecoin

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"
)

// vectorFile is one of ../vectors, which every SDK runs.
type vectorFile struct {
	Vectors []vector
	Random  float64
	Now     time.Time

	EveryRequest struct {
		Headers        map[string]string
		HeaderPatterns map[string]string `json:"header_patterns"`
	} `json:"every_request"`
	WithBody struct{ Headers map[string]string } `json:"with_body"`
	APIKey   string                              `json:"api_key"`
}

type vector struct {
	Name      string
	Method    string
	ID        string
	Arguments json.RawMessage
	Options   vectorOptions
	// Take is how many items of a list are read; 0: all.
	Take int

	Environment map[string]string
	URL         string
	Livemode    bool

	Answer   *scriptedAnswer
	Answers  []scriptedAnswer
	Request  *expectedRequest
	Requests json.RawMessage
	DelaysMs []int64 `json:"delays_ms"`
	Result   any
	Items    []string
	Error    *expectedError
	Outcome  struct {
		Result any
		Error  *expectedError
	}
}

type vectorOptions struct {
	APIKey         *string `json:"api_key"`
	BaseURL        *string `json:"base_url"`
	IdempotencyKey *string `json:"idempotency_key"`
	WaitSeconds    *int    `json:"wait_seconds"`
	TimeoutMs      *int    `json:"timeout_ms"`
	MaxRetries     *int    `json:"max_retries"`
}

func (o vectorOptions) ofCall() []RequestOption {
	var options []RequestOption
	if o.IdempotencyKey != nil {
		options = append(options, WithIdempotencyKey(*o.IdempotencyKey))
	}
	if o.WaitSeconds != nil {
		options = append(options, WaitFor(time.Duration(*o.WaitSeconds)*time.Second))
	}
	if o.TimeoutMs != nil {
		options = append(options, WaitFor(time.Duration(*o.TimeoutMs)*time.Millisecond))
	}
	return options
}

type expectedRequest struct {
	Method  string
	Path    string
	Query   map[string]string
	Headers map[string]string
	Body    any
}

// expectedError has what a vector says of an error; a field that is absent may
// be anything, and null is none.
type expectedError map[string]any

// scriptedAnswer is what the server does with one request.
type scriptedAnswer struct {
	// Failure is connection_reset, timeout or cut_body.
	Failure string
	Status  int
	Headers map[string]string
	Body    json.RawMessage
	Text    string
	TakesMs int64 `json:"takes_ms"`
}

func (a *scriptedAnswer) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &a.Failure) == nil {
		return nil
	}
	type plain scriptedAnswer
	return json.Unmarshal(data, (*plain)(a))
}

func readVectors(t *testing.T, name string) vectorFile {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	var file vectorFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 {
		t.Fatalf("%s has no vectors", name)
	}
	return file
}

// script is a server that answers as it is told, with a client of it.
type script struct {
	client *Client
	clock  *fakeClock

	mutex    sync.Mutex
	requests []recordedRequest
	answers  []scriptedAnswer
}

type recordedRequest struct {
	method string
	path   string
	query  url.Values
	header http.Header
	body   []byte
}

func startScript(t *testing.T, answers []scriptedAnswer, options ...Option) *script {
	t.Helper()
	s := &script{answers: answers, clock: &fakeClock{now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)}}
	server := httptest.NewUnstartedServer(s)
	// A transport resends a request when a kept-alive connection ends.
	server.Config.SetKeepAlivesEnabled(false)
	server.Start()
	t.Cleanup(server.Close)
	own := []Option{
		WithBaseURL(server.URL),
		WithClock(s.clock),
		WithRandom(func() float64 { return 0.5 }),
		WithTimeout(10 * time.Second),
	}
	for _, answer := range answers {
		if answer.Failure == "timeout" {
			own = append(own, WithTimeout(100*time.Millisecond))
		}
	}
	s.client = New("svc_test_0123456789", append(own, options...)...)
	return s
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mutex.Lock()
	next := scriptedAnswer{Status: http.StatusTeapot, Text: "the script has no such request"}
	if len(s.requests) < len(s.answers) {
		next = s.answers[len(s.requests)]
	}
	s.requests = append(s.requests, recordedRequest{r.Method, r.URL.Path, r.URL.Query(), r.Header, body})
	s.mutex.Unlock()
	s.clock.advance(time.Duration(next.TakesMs) * time.Millisecond)

	switch next.Failure {
	case "connection_reset":
		panic(http.ErrAbortHandler)
	case "timeout":
		<-r.Context().Done()
		return
	case "cut_body":
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, `{"id":`)
		panic(http.ErrAbortHandler)
	}
	for name, value := range next.Headers {
		w.Header().Set(name, value)
	}
	content := []byte(next.Text)
	if next.Body != nil {
		content = next.Body
	}
	w.WriteHeader(next.Status)
	_, _ = w.Write(content)
}

// recorded returns the requests that came until now.
func (s *script) recorded() []recordedRequest {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.requests
}

// fakeClock moves by its sleeps alone, and remembers them.
type fakeClock struct {
	mutex  sync.Mutex
	now    time.Time
	delays []int64
}

func (c *fakeClock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(ctx context.Context, duration time.Duration) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.delays = append(c.delays, duration.Milliseconds())
	c.now = c.now.Add(duration)
	return ctx.Err()
}

func (c *fakeClock) advance(duration time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(duration)
}

// checkError compares an error with what a vector says of it.
func checkError(t *testing.T, err error, expected expectedError) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is no *Error: %v", err)
	}
	kind := "api_error"
	if e.Status == 0 {
		kind = string(e.Code)
	}
	actual := map[string]any{
		"kind":                kind,
		"code":                orNil(string(e.Code)),
		"status":              float64(e.Status),
		"param":               orNil(e.Param),
		"payment_id":          orNil(e.PaymentID),
		"request_id":          orNil(e.RequestID),
		"retryable":           e.Retryable,
		"message":             e.Message,
		"retry_after_seconds": e.RetryAfter.Seconds(),
	}
	for name, want := range expected {
		if name == "class" {
			checkClass(t, e, want.(string))
		} else if got, ok := actual[name]; !ok || got != want {
			t.Errorf("%s of the error is %v, not %v: %v", name, got, want, err)
		}
	}
}

// sentinels are the errors to compare with, by the classes of other languages.
var sentinels = map[string]*Error{
	"InvalidRequestError":      ErrInvalidRequest,
	"UnauthorizedError":        ErrUnauthorized,
	"InsufficientBalanceError": ErrInsufficientBalance,
	"ComplianceBlockedError":   ErrComplianceBlocked,
	"RuleDeniedError":          ErrRuleDenied,
	"PlanRequiredError":        ErrPlanRequired,
	"InsufficientScopeError":   ErrInsufficientScope,
	"NotFoundError":            ErrNotFound,
	"IdempotencyConflictError": ErrIdempotencyConflict,
	"PossibleDuplicateError":   ErrPossibleDuplicate,
	"InvalidStateError":        ErrInvalidState,
	"ChainUnavailableError":    ErrChainUnavailable,
	"RateLimitedError":         ErrRateLimited,
	"InternalError":            ErrInternal,
}

// checkClass checks that an error is its class's sentinel and no other.
func checkClass(t *testing.T, err error, class string) {
	t.Helper()
	if _, ok := sentinels[class]; !ok && class != "ApiError" {
		t.Fatalf("there is no sentinel for %s", class)
	}
	for name, sentinel := range sentinels {
		if is := errors.Is(err, sentinel); is != (name == class) {
			t.Errorf("errors.Is with %s is %t for an error of %s", name, is, class)
		}
	}
}

func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// checkPart checks that a result has what a vector says of it, as JSON; null
// may be the empty string.
func checkPart(t *testing.T, result any, expected any) {
	t.Helper()
	encoded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var actual any
	if err := json.Unmarshal(encoded, &actual); err != nil {
		t.Fatal(err)
	}
	if !hasPart(actual, expected) {
		t.Errorf("the result %s does not have %v", encoded, expected)
	}
}

func hasPart(actual, expected any) bool {
	switch expected := expected.(type) {
	case map[string]any:
		fields, ok := actual.(map[string]any)
		for name, value := range expected {
			ok = ok && hasPart(fields[name], value)
		}
		return ok
	case nil:
		return actual == nil || actual == ""
	default:
		return reflect.DeepEqual(actual, expected)
	}
}
