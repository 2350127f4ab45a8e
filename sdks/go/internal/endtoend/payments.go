package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"sync"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

func (p *program) pay(ctx context.Context) (err error) {
	p.payment, err = p.client.Payments.Create(ctx, order(evm, "12.50"))
	if err != nil {
		return err
	}
	isPaid := p.payment.Status == stablecoin.PaymentStatusSettled && p.payment.Amount == "12.50"
	return expect(isPaid && !p.payment.Livemode && !p.client.Livemode(), "a settled test payment", p.payment)
}

func (p *program) repeat(ctx context.Context) error {
	params := order(evm, "12.50")
	params.IdempotencyKey = "go-repeat"
	first, err := p.client.Payments.Create(ctx, params)
	if err != nil {
		return err
	}
	second, err := p.client.Payments.Create(ctx, params)
	if err != nil {
		return err
	}
	return expect(first.ID == second.ID, "the id "+first.ID, second)
}

func (p *program) conflict(ctx context.Context) error {
	params := order(evm, "13.50")
	params.IdempotencyKey = "go-repeat"
	_, err := p.client.Payments.Create(ctx, params)
	refused, err := refusal(err, stablecoin.ErrIdempotencyConflict, 409)
	if err != nil {
		return err
	}
	return expect(refused.Param == "idempotency_key", "the param", refused)
}

func (p *program) blocked(ctx context.Context) error {
	_, err := p.client.Payments.Create(ctx, order(blocked, "12.50"))
	refused, err := refusal(err, stablecoin.ErrComplianceBlocked, 403)
	if err != nil {
		return err
	}
	payment, err := p.client.Payments.Get(ctx, refused.PaymentID)
	if err != nil {
		return err
	}
	return expectFailed(payment, stablecoin.PaymentErrorCodeComplianceBlocked)
}

func (p *program) insufficient(ctx context.Context) error {
	wallet, err := p.client.Wallets.Create(ctx, stablecoin.CreateWalletParams{
		Owner: "agent:go-empty",
		Chain: stablecoin.ChainBase,
	})
	if err != nil {
		return err
	}
	params := order(evm, "10.00")
	params.From = wallet.ID
	_, err = p.client.Payments.Create(ctx, params)
	refused, err := refusal(err, stablecoin.ErrInsufficientBalance, 402)
	if err != nil {
		return err
	}
	return expect(refused.PaymentID != "", "a payment id", refused)
}

func (p *program) invalid(ctx context.Context) error {
	_, err := p.client.Payments.Create(ctx, order(evm, "0"))
	refused, err := refusal(err, stablecoin.ErrInvalidRequest, 400)
	if err != nil {
		return err
	}
	return expect(refused.Param == "amount" && refused.RequestID != "", "the param and a request id", refused)
}

func (p *program) notFound(ctx context.Context) error {
	_, err := p.client.Payments.Get(ctx, "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE")
	_, err = refusal(err, stablecoin.ErrNotFound, 404)
	return err
}

func (p *program) failed(ctx context.Context) error {
	payment, err := p.client.Payments.Create(ctx, order(evm, "10.000201"))
	if err != nil {
		return err
	}
	return expectFailed(payment, stablecoin.PaymentErrorCodeTransactionReverted)
}

func (p *program) list(ctx context.Context) error {
	var paid []string
	for range 7 {
		payment, err := p.client.Payments.Create(ctx, order(evmNew, "1.00"))
		if err != nil {
			return err
		}
		paid = append(paid, payment.ID)
	}
	slices.Reverse(paid)
	return eventually(ctx, func() error {
		payments, err := collect(p.client.Payments.List(ctx, stablecoin.ListPaymentsParams{To: evmNew, Limit: 2}))
		if err != nil {
			return err
		}
		var listed []string
		for _, payment := range payments {
			listed = append(listed, payment.ID)
		}
		return expect(slices.Equal(listed, paid), fmt.Sprint(paid), listed)
	})
}

func (p *program) filters(ctx context.Context) error {
	return eventually(ctx, func() error {
		params := stablecoin.ListPaymentsParams{Status: stablecoin.PaymentStatusFailed}
		payments, err := collect(p.client.Payments.List(ctx, params))
		if err != nil {
			return err
		}
		hasOther := slices.ContainsFunc(payments, func(each *stablecoin.Payment) bool {
			return each.Status != stablecoin.PaymentStatusFailed
		})
		return expect(len(payments) > 0 && !hasOther, "failed payments", payments)
	})
}

func (p *program) get(ctx context.Context) error {
	payment, err := p.client.Payments.Get(ctx, p.payment.ID)
	if err != nil {
		return err
	}
	return expect(reflect.DeepEqual(payment, p.payment), fmt.Sprintf("%+v", p.payment), payment)
}

func (p *program) timeline(ctx context.Context) error {
	timeline, err := p.client.Payments.Timeline(ctx, p.payment.ID)
	if err != nil {
		return err
	}
	last := timeline.Data[len(timeline.Data)-1]
	return expect(last.Type == "settled", "settled", last)
}

func (p *program) simulate(ctx context.Context) error {
	simulation, err := p.client.Payments.Simulate(ctx, order(evm, "12.50"))
	if err != nil {
		return err
	}
	isCandidate := slices.ContainsFunc(simulation.Candidates, func(each stablecoin.SimulationCandidate) bool {
		return each.Chain == simulation.Chosen
	})
	return expect(isCandidate, "a chosen candidate", simulation)
}

func (p *program) wait(ctx context.Context) error {
	payment, err := p.client.Payments.Create(ctx, order(evm, "10.000101"), stablecoin.WaitFor(0))
	if err != nil {
		return err
	}
	if err := expect(payment.Status == stablecoin.PaymentStatusPending, "pending", payment); err != nil {
		return err
	}
	if payment, err = p.client.Payments.Wait(ctx, payment.ID); err != nil {
		return err
	}
	return expect(payment.Status == stablecoin.PaymentStatusSettled, "settled", payment)
}

func (p *program) cancel(ctx context.Context) error {
	payment, err := p.client.Payments.Create(ctx, order(review, "20.00"), stablecoin.WaitFor(0))
	if err != nil {
		return err
	}
	id := payment.ID
	err = eventually(ctx, func() error {
		payment, err := p.client.Payments.Get(ctx, id)
		if err != nil {
			return err
		}
		return expect(payment.ComplianceRef != "", "a review", payment)
	})
	if err != nil {
		return err
	}
	if payment, err = p.client.Payments.Cancel(ctx, id); err != nil {
		return err
	}
	if err := expectFailed(payment, stablecoin.PaymentErrorCodeCanceled); err != nil {
		return err
	}
	// Once more is the same; a payment that is settled cannot be canceled.
	if payment, err = p.client.Payments.Cancel(ctx, id); err != nil {
		return err
	}
	if err := expectFailed(payment, stablecoin.PaymentErrorCodeCanceled); err != nil {
		return err
	}
	_, err = p.client.Payments.Cancel(ctx, p.payment.ID)
	_, err = refusal(err, stablecoin.ErrInvalidState, 409)
	return err
}

func (p *program) approvals(ctx context.Context) error {
	approved, err := p.waiting(ctx)
	if err != nil {
		return err
	}
	if _, err := p.client.Approvals.Approve(ctx, approved.ID, stablecoin.ApprovePaymentParams{}); err != nil {
		return err
	}
	payment, err := p.client.Payments.Wait(ctx, approved.PaymentID)
	if err != nil {
		return err
	}
	if err := expect(payment.Status == stablecoin.PaymentStatusSettled, "settled", payment); err != nil {
		return err
	}
	rejected, err := p.waiting(ctx)
	if err != nil {
		return err
	}
	if _, err := p.client.Approvals.Reject(ctx, rejected.ID, stablecoin.DecideApprovalParams{}); err != nil {
		return err
	}
	if payment, err = p.client.Payments.Wait(ctx, rejected.PaymentID); err != nil {
		return err
	}
	return expectFailed(payment, stablecoin.PaymentErrorCodeApprovalRejected)
}

// waiting makes a payment that waits for an approval, and returns that.
func (p *program) waiting(ctx context.Context) (*stablecoin.Approval, error) {
	params := order(evm, "250.00")
	params.From = p.wallet.ID
	payment, err := p.client.Payments.Create(ctx, params)
	if err != nil {
		return nil, err
	}
	isWaiting := payment.Status == stablecoin.PaymentStatusPending &&
		payment.Stage == stablecoin.PaymentStageAwaitingApproval
	if err := expect(isWaiting, "a payment that awaits approval", payment); err != nil {
		return nil, err
	}
	list := func() iter.Seq2[*stablecoin.Approval, error] {
		return p.client.Approvals.List(ctx, stablecoin.ListApprovalsParams{
			Status: stablecoin.ApprovalStatusPending,
			Wallet: p.wallet.ID,
		})
	}
	listed, err := find(ctx, list, func(each *stablecoin.Approval) bool { return each.ID == payment.ApprovalID })
	if err != nil {
		return nil, err
	}
	approval, err := p.client.Approvals.Get(ctx, listed.ID)
	if err != nil {
		return nil, err
	}
	return approval, expect(approval.PaymentID == payment.ID, "the approval of "+payment.ID, approval)
}

func (p *program) concurrency(ctx context.Context) error {
	var group sync.WaitGroup
	var ids [2]string
	var failures [2]error
	for i := range ids {
		group.Add(1)
		go func() {
			defer group.Done()
			payment, err := p.client.Payments.Create(ctx, order(evm, "12.50"))
			if failures[i] = err; err == nil {
				ids[i] = payment.ID
			}
		}()
	}
	group.Wait()
	if err := errors.Join(failures[:]...); err != nil {
		return err
	}
	return expect(ids[0] != ids[1], "two payments", ids)
}

func (p *program) timeout(ctx context.Context) error {
	hasty := stablecoin.New("", stablecoin.WithTimeout(time.Millisecond), stablecoin.WithMaxRetries(0))
	if _, err := hasty.Payments.Create(ctx, order(evm, "10.000101")); !errors.Is(err, stablecoin.ErrTimeout) {
		return fmt.Errorf("expected a timeout, got %w", orNothing(err))
	}
	short, cancel := context.WithCancel(ctx)
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := p.client.Payments.Create(short, order(evm, "10.000101")); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("expected the end of the context, got %w", orNothing(err))
	}
	return nil
}

func order(to string, amount stablecoin.Amount) stablecoin.CreatePaymentParams {
	return stablecoin.CreatePaymentParams{To: to, Amount: amount}
}

func expectFailed(payment *stablecoin.Payment, code stablecoin.PaymentErrorCode) error {
	isSo := payment.Status == stablecoin.PaymentStatusFailed && payment.ErrorCode == code
	return expect(isSo, "failed with "+string(code), payment)
}
