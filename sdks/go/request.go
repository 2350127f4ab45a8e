package stablecoin

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	backoffMin = 500 * time.Millisecond
	backoffMax = 8 * time.Second
	// retryAfterMax is the longest Retry-After that is waited for.
	retryAfterMax = time.Minute
	answerMaxSize = 64 << 20
)

// RequestOption changes one call.
type RequestOption func(*requestOptions)

type requestOptions struct {
	idempotencyKey string
	wait           *time.Duration
	response       *http.Response
	// isPoll is of a request that is followed by another one in any case.
	isPoll bool
}

// WithIdempotencyKey sets the idempotency key of a POST. It takes precedence
// over the IdempotencyKey of the parameters. Without either, the client makes
// a key for the call.
func WithIdempotencyKey(key string) RequestOption {
	return func(o *requestOptions) { o.idempotencyKey = key }
}

// WaitFor sets how long a call waits for the outcome of a payment. In
// Payments.Create, where the service waits, it is at most 30 seconds and 10 by
// default; 0 does not wait at all. In Payments.Wait, which polls, it is 10
// minutes by default.
func WaitFor(wait time.Duration) RequestOption {
	return func(o *requestOptions) { o.wait = &wait }
}

// WithResponse stores the last HTTP answer, whose body has been read. Its
// headers have the request id and the rate limits.
func WithResponse(response *http.Response) RequestOption {
	return func(o *requestOptions) { o.response = response }
}

// call is one call of a method, whose attempts are all alike.
type call struct {
	method string
	// path below /v1, each of its parts either constant or checked by id.
	path string
	// params are a struct whose JSON is the query of a GET and the body of
	// everything else; nil: none.
	params any
	prefer string
}

// answer is a success.
type answer struct {
	body     []byte
	replayed bool
	// attemptAt is when the attempt that was answered began.
	attemptAt time.Time
}

// send makes a call and decodes its answer.
func send[T any](ctx context.Context, c *Client, request call, options []RequestOption) (*T, error) {
	result, _, err := sendForAnswer[T](ctx, c, request, options)
	return result, err
}

func sendForAnswer[T any](ctx context.Context, c *Client, request call, options []RequestOption) (*T, answer, error) {
	received, err := c.do(ctx, request, options)
	if err != nil {
		return nil, answer{}, err
	}
	result := new(T)
	if err := json.Unmarshal(received.body, result); err != nil {
		return nil, answer{}, &Error{
			Code:    CodeConnectionError,
			Message: "the answer is not of the form that the API describes: " + err.Error(),
			Err:     err,
		}
	}
	return result, received, nil
}

// do makes attempts until one succeeds, fails for good, or none is left.
func (c *Client) do(ctx context.Context, request call, options []RequestOption) (answer, error) {
	if c.invalid != nil {
		return answer{}, c.invalid
	}
	var settings requestOptions
	for _, option := range options {
		option(&settings)
	}
	target, body, key, err := c.encode(request, settings.idempotencyKey)
	if err != nil {
		return answer{}, err
	}
	for attempt := 0; ; attempt++ {
		received, failure := c.attempt(ctx, request, target, body, settings.response)
		if failure == nil {
			return received, nil
		}
		failure.IdempotencyKey = key
		isLast := settings.isPoll || attempt >= c.maxRetries
		if !failure.Retryable || isLast || failure.RetryAfter > retryAfterMax {
			return answer{}, failure
		}
		if err := c.clock.Sleep(ctx, failure.RetryAfter+c.backoff(attempt)); err != nil {
			ended := contextError(err)
			ended.IdempotencyKey = key
			return answer{}, ended
		}
	}
}

// backoff returns the jittered delay before a retry, of which the first is 0.
func (c *Client) backoff(retry int) time.Duration {
	return time.Duration(c.random() * float64(doubled(backoffMin, retry, backoffMax)))
}

// doubled doubles a duration a number of times, up to a maximum.
func doubled(duration time.Duration, times int, maximum time.Duration) time.Duration {
	for range times {
		if duration *= 2; duration >= maximum {
			return maximum
		}
	}
	return duration
}

// encode returns the URL, the body and the idempotency key of a call.
func (c *Client) encode(request call, key string) (target string, body []byte, usedKey string, err error) {
	target = c.baseURL + request.path
	fields, err := fieldsOf(request.params)
	if err != nil {
		return "", nil, "", err
	}
	switch request.method {
	case http.MethodGet:
		if query := queryOf(fields); query != "" {
			target += "?" + query
		}
		return target, nil, "", nil
	case http.MethodDelete:
		return target, nil, "", nil
	case http.MethodPost:
		if usedKey = key; usedKey == "" {
			usedKey = textOf(fields["idempotency_key"])
		}
		if usedKey == "" {
			if usedKey, err = newIdempotencyKey(); err != nil {
				return "", nil, "", err
			}
		}
		if fields["idempotency_key"], err = json.Marshal(usedKey); err != nil {
			return "", nil, "", invalidArgument(err.Error())
		}
	}
	body, err = json.Marshal(fields)
	return target, body, usedKey, err
}

// fieldsOf returns the fields of a struct as they are in JSON.
func fieldsOf(params any) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if params == nil {
		return fields, nil
	}
	encoded, err := json.Marshal(params)
	if err == nil {
		err = json.Unmarshal(encoded, &fields)
	}
	if err != nil {
		return nil, invalidArgument(err.Error())
	}
	return fields, nil
}

// queryOf returns fields as a query. An object is one parameter for each of its
// keys, such as metadata[order].
func queryOf(fields map[string]json.RawMessage) string {
	query := url.Values{}
	for name, value := range fields {
		var text string
		var object map[string]string
		switch {
		case json.Unmarshal(value, &text) == nil:
			query.Set(name, text)
		case json.Unmarshal(value, &object) == nil:
			for key, each := range object {
				query.Set(name+"["+key+"]", each)
			}
		default:
			query.Set(name, string(value))
		}
	}
	return query.Encode()
}

func newIdempotencyKey() (string, error) {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return "", invalidArgument("no idempotency key can be made, so pass one: " + err.Error())
	}
	return "go-" + hex.EncodeToString(key), nil
}

// attempt sends a request once.
func (c *Client) attempt(
	ctx context.Context, request call, target string, body []byte, keep *http.Response,
) (answer, *Error) {
	startedAt := c.clock.Now()
	limited, cancel := ctx, func() {}
	if c.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, c.timeout)
	}
	defer cancel()
	httpRequest, err := http.NewRequestWithContext(limited, request.method, target, bytes.NewReader(body))
	if err != nil {
		return answer{}, invalidArgument(err.Error())
	}
	httpRequest.Header.Set("Authorization", c.authorization())
	httpRequest.Header.Set("Accept", "application/json")
	httpRequest.Header.Set("User-Agent", c.userAgent)
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	if request.prefer != "" {
		httpRequest.Header.Set("Prefer", request.prefer)
	}
	response, err := c.httpClient.Do(httpRequest)
	if err != nil {
		return answer{}, lostAnswer(ctx, err)
	}
	defer response.Body.Close()
	received, err := io.ReadAll(io.LimitReader(response.Body, answerMaxSize))
	if err != nil {
		return answer{}, lostAnswer(ctx, err)
	}
	if keep != nil {
		*keep = *response
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return answer{}, readError(response, received, c.clock.Now())
	}
	if !json.Valid(received) {
		return answer{}, lostAnswer(ctx, errors.New("the answer is not JSON, so it is not the service's"))
	}
	return answer{
		body:      received,
		replayed:  response.Header.Get("svc-idempotent-replayed") == "true",
		attemptAt: startedAt,
	}, nil
}

// lostAnswer is the error of an attempt after which nobody knows what the
// service has done.
func lostAnswer(ctx context.Context, cause error) *Error {
	if ctx.Err() != nil {
		return contextError(ctx.Err())
	}
	if slow := net.Error(nil); errors.As(cause, &slow) && slow.Timeout() {
		return &Error{Code: CodeTimeout, Message: "no answer came in time", Retryable: true, Err: cause}
	}
	return &Error{Code: CodeConnectionError, Message: cause.Error(), Retryable: true, Err: cause}
}

// contextError is the error of a call whose context has ended.
func contextError(cause error) *Error {
	if errors.Is(cause, context.DeadlineExceeded) {
		return &Error{Code: CodeTimeout, Message: "the context's deadline has passed", Err: cause}
	}
	return &Error{Code: CodeCanceled, Message: "the context was canceled", Err: cause}
}

var idPattern = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// withID replaces {id} in the path of a call and sends it. An id of
// other characters could name another path.
func withID[T any](
	ctx context.Context, c *Client, id string, request call, options []RequestOption,
) (*T, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	request.path = strings.Replace(request.path, "{id}", id, 1)
	return send[T](ctx, c, request, options)
}

func checkID(id string) error {
	if !idPattern.MatchString(id) {
		return invalidArgument(fmt.Sprintf("%q is not an id: it has letters, digits, _ and - only", id))
	}
	return nil
}
