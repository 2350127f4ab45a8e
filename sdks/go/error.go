package stablecoin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Codes of errors that this package finds itself. They have no Status.
const (
	// CodeConnectionError says that there was no answer, or no complete one.
	CodeConnectionError Code = "connection_error"
	// CodeTimeout says that no answer came in time. Where it was the context's
	// deadline, the error wraps [context.DeadlineExceeded].
	CodeTimeout Code = "timeout"
	// CodeCanceled says that the context was canceled. The error wraps
	// [context.Canceled].
	CodeCanceled Code = "canceled"
	// CodeWaitTimeout says that a payment is still pending after Wait.
	CodeWaitTimeout Code = "wait_timeout"
	// CodeInvalidArgument says that no request was made, because it would have
	// been malformed.
	CodeInvalidArgument Code = "invalid_argument"
)

// Errors to compare with by [errors.Is], one for each [Code].
var (
	ErrInvalidRequest      = &Error{Code: CodeInvalidRequest}
	ErrUnauthorized        = &Error{Code: CodeUnauthorized}
	ErrInsufficientBalance = &Error{Code: CodeInsufficientBalance}
	ErrComplianceBlocked   = &Error{Code: CodeComplianceBlocked}
	ErrRuleDenied          = &Error{Code: CodeRuleDenied}
	ErrPlanRequired        = &Error{Code: CodePlanRequired}
	ErrInsufficientScope   = &Error{Code: CodeInsufficientScope}
	ErrNotFound            = &Error{Code: CodeNotFound}
	ErrIdempotencyConflict = &Error{Code: CodeIdempotencyConflict}
	ErrPossibleDuplicate   = &Error{Code: CodePossibleDuplicate}
	ErrInvalidState        = &Error{Code: CodeInvalidState}
	ErrChainUnavailable    = &Error{Code: CodeChainUnavailable}
	ErrRateLimited         = &Error{Code: CodeRateLimited}
	ErrInternal            = &Error{Code: CodeInternalError}
	ErrConnection          = &Error{Code: CodeConnectionError}
	ErrTimeout             = &Error{Code: CodeTimeout}
	ErrCanceled            = &Error{Code: CodeCanceled}
	ErrWaitTimeout         = &Error{Code: CodeWaitTimeout}
	ErrInvalidArgument     = &Error{Code: CodeInvalidArgument}
)

// Error is why a call did not return what it was asked for.
type Error struct {
	// Code says which error it is. It is empty for an answer that is not the
	// service's, such as a proxy's 502. More codes may be added: fall back to
	// Status.
	Code Code
	// Message says the same for people. Its wording may change.
	Message string
	// Status of the HTTP answer; 0 without an answer.
	Status int
	// Param is the field at fault, as a path such as "wallets[3].chain".
	Param string
	// PaymentID names the payment that was refused, or waited for. A payment
	// that was refused exists, as failed, and has ended. With
	// [CodePossibleDuplicate] it is the earlier payment.
	PaymentID string
	// RequestID names the request in the service's log. Give it when you ask
	// for help.
	RequestID string
	// IdempotencyKey is the key that the request carried. When it is not known
	// what became of the request, call again with it.
	IdempotencyKey string
	// Retryable says whether the same request can end differently.
	Retryable bool
	// RetryAfter is how long the service asks to wait; 0 when it does not.
	RetryAfter time.Duration
	// Err is the cause, where there is one.
	Err error
}

// Error returns everything that helps to find the cause.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString("stablecoin: ")
	if e.Status != 0 {
		fmt.Fprintf(&text, "%d ", e.Status)
	}
	if e.Code != "" {
		fmt.Fprintf(&text, "%s: ", e.Code)
	}
	text.WriteString(e.Message)
	for _, detail := range []struct{ name, value string }{
		{"param", e.Param}, {"payment", e.PaymentID}, {"request", e.RequestID},
	} {
		if detail.value != "" {
			fmt.Fprintf(&text, " (%s %s)", detail.name, detail.value)
		}
	}
	return text.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether a target has the same code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code != "" && other.Code == e.Code
}

func invalidArgument(message string) *Error {
	return &Error{Code: CodeInvalidArgument, Message: message}
}

// readError makes an error of an answer. A field of another type than it
// should have counts as missing.
func readError(response *http.Response, body []byte, now time.Time) *Error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil {
		fields = nil
	}
	e := &Error{Status: response.StatusCode, RetryAfter: readRetryAfter(response.Header.Get("Retry-After"), now)}
	e.Code = Code(textOf(fields["code"]))
	e.Message = textOf(fields["message"])
	e.Param = textOf(fields["param"])
	e.PaymentID = textOf(fields["payment_id"])
	e.RequestID = textOf(fields["request_id"])
	if e.RequestID == "" {
		e.RequestID = response.Header.Get("svc-request-id")
	}
	if e.Message == "" {
		e.Message = http.StatusText(e.Status)
	}
	var retryable *bool
	if json.Unmarshal(fields["retryable"], &retryable) != nil || retryable == nil {
		byStatus := e.Status == http.StatusRequestTimeout || e.Status == http.StatusTooManyRequests || e.Status >= 500
		retryable = &byStatus
	}
	// A payment that was refused stays so.
	e.Retryable = *retryable && e.PaymentID == ""
	return e
}

func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// readRetryAfter reads seconds or a date; what is neither counts as missing.
func readRetryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
