package stablecoin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"time"
)

const (
	createWait  = 10 * time.Second
	pollWait    = 10 * time.Minute
	pollDelay   = 500 * time.Millisecond
	pollMaximum = 5 * time.Second
)

// PaymentsService makes payments and reads them.
type PaymentsService struct{ client *Client }

// Create makes a payment and waits for its outcome, by default for 10 seconds:
// see [WaitFor]. A payment that has not ended by then is returned as pending;
// [PaymentsService.Wait] waits on. A payment that failed is returned, too,
// unless it was refused: for its balance ([ErrInsufficientBalance]), its
// screening ([ErrComplianceBlocked]) or its chain ([ErrChainUnavailable]).
func (s *PaymentsService) Create(
	ctx context.Context, params CreatePaymentParams, options ...RequestOption,
) (*Payment, error) {
	request := call{method: http.MethodPost, path: "/payments", params: params}
	wait, given := waitOf(options, createWait)
	if given {
		request.prefer = prefer(wait)
	}
	payment, received, err := sendForAnswer[Payment](ctx, s.client, request, options)
	if err != nil || !received.replayed || isAnswered(payment) {
		return payment, err
	}
	// A retry found the payment. Wait as the first request would have.
	last, err := s.poll(ctx, payment, received.attemptAt.Add(wait), isAnswered, nil)
	if ctx.Err() != nil {
		return nil, err
	}
	return last, nil
}

// Get returns a payment.
func (s *PaymentsService) Get(ctx context.Context, id string, options ...RequestOption) (*Payment, error) {
	return withID[Payment](ctx, s.client, id, call{method: http.MethodGet, path: "/payments/{id}"}, options)
}

// List returns payments, the newest first. It reads page after page; Limit is
// the size of a page.
func (s *PaymentsService) List(
	ctx context.Context, params ListPaymentsParams, options ...RequestOption,
) iter.Seq2[*Payment, error] {
	return list[Payment](ctx, s.client, "/payments", params, options)
}

// Cancel ends a payment that is not authorized for the chain yet. Later, it is
// an [ErrInvalidState].
func (s *PaymentsService) Cancel(ctx context.Context, id string, options ...RequestOption) (*Payment, error) {
	return withID[Payment](ctx, s.client, id, call{method: http.MethodPost, path: "/payments/{id}/cancel"}, options)
}

// Simulate tells what would become of a payment now. It moves nothing.
func (s *PaymentsService) Simulate(
	ctx context.Context, params CreatePaymentParams, options ...RequestOption,
) (*Simulation, error) {
	request := call{method: http.MethodPost, path: "/payments/simulate", params: params}
	return send[Simulation](ctx, s.client, request, options)
}

// Timeline returns what has happened to a payment, the oldest entry first.
func (s *PaymentsService) Timeline(ctx context.Context, id string, options ...RequestOption) (*Timeline, error) {
	return withID[Timeline](ctx, s.client, id, call{method: http.MethodGet, path: "/payments/{id}/timeline"}, options)
}

// Wait polls a payment until it is settled or failed, and returns it. It waits
// through reviews and approvals. After 10 minutes, or what [WaitFor] says, it
// returns an [ErrWaitTimeout]; when the context ends before, an [ErrTimeout]
// or [ErrCanceled].
func (s *PaymentsService) Wait(ctx context.Context, id string, options ...RequestOption) (*Payment, error) {
	wait, _ := waitOf(options, pollWait)
	until := s.client.clock.Now().Add(wait)
	payment, err := s.read(ctx, id, options)
	switch {
	case err != nil && !isRetryable(err):
		return nil, err
	case err != nil:
		payment = &Payment{ID: id, Status: PaymentStatusPending}
	case hasEnded(payment):
		return payment, nil
	}
	payment, err = s.poll(ctx, payment, until, hasEnded, options)
	if err != nil {
		return nil, err
	}
	if !hasEnded(payment) {
		return nil, &Error{
			Code:      CodeWaitTimeout,
			Message:   fmt.Sprintf("the payment has not ended within %s", wait),
			PaymentID: id,
			Retryable: true,
		}
	}
	return payment, nil
}

// poll reads a payment again and again, with growing delays, the last time at
// the end of the time. It returns what it read last, with the error that ended
// it, if one did.
func (s *PaymentsService) poll(
	ctx context.Context, last *Payment, until time.Time, isOver func(*Payment) bool, options []RequestOption,
) (*Payment, error) {
	for polls := 0; ; polls++ {
		left := until.Sub(s.client.clock.Now())
		if left <= 0 {
			return last, nil
		}
		if err := s.client.clock.Sleep(ctx, min(left, doubled(pollDelay, polls, pollMaximum))); err != nil {
			ended := contextError(err)
			ended.PaymentID = last.ID
			return last, ended
		}
		payment, err := s.read(ctx, last.ID, options)
		switch {
		case err == nil:
			if last = payment; isOver(last) {
				return last, nil
			}
		case !isRetryable(err):
			return last, err
		}
	}
}

// read reads a payment for a poll, which is its own retry.
func (s *PaymentsService) read(ctx context.Context, id string, options []RequestOption) (*Payment, error) {
	asPoll := func(o *requestOptions) { o.isPoll = true }
	return s.Get(ctx, id, append(slices.Clone(options), asPoll)...)
}

func hasEnded(p *Payment) bool {
	return p.Status == PaymentStatusSettled || p.Status == PaymentStatusFailed
}

// isAnswered reports whether there is nothing to wait for: the payment has
// ended, or waits for a person.
func isAnswered(p *Payment) bool {
	isInReview := p.Stage == PaymentStageScreening && p.ComplianceRef != ""
	return hasEnded(p) || p.Stage == PaymentStageAwaitingApproval || isInReview
}

func isRetryable(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Retryable
}

// waitOf returns how long to wait and whether an option says so.
func waitOf(options []RequestOption, fallback time.Duration) (time.Duration, bool) {
	var settings requestOptions
	for _, option := range options {
		option(&settings)
	}
	if settings.wait == nil {
		return fallback, false
	}
	return max(0, *settings.wait), true
}

// prefer returns the header that makes the service wait so long.
func prefer(wait time.Duration) string {
	if wait == 0 {
		return "respond-async"
	}
	// The header counts whole seconds.
	return fmt.Sprintf("wait=%d", (wait+time.Second-1)/time.Second)
}
