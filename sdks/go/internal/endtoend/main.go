// Command endtoend takes the steps of ../../../vectors/end-to-end.json against
// a running service, and prints "ok <name>" after each.
package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	stablecoin "github.com/stablecoin-payments/stablecoin-payments/sdks/go"
)

// Recipients of the list.
const (
	evm     = "0x52908400098527886E0F7030069857D2E4169EE7"
	evmNew  = "0xde709f2102306220921060314715629080e2fb77"
	blocked = "0x000000000000000000000000000000000000d001"
	review  = "0x000000000000000000000000000000000000d005"
)

// program is what steps hand on to later ones.
type program struct {
	client  *stablecoin.Client
	payment *stablecoin.Payment
	wallet  *stablecoin.Wallet
}

func main() {
	p := &program{client: stablecoin.New("")}
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"pay", p.pay},
		{"repeat", p.repeat},
		{"conflict", p.conflict},
		{"blocked", p.blocked},
		{"insufficient", p.insufficient},
		{"invalid", p.invalid},
		{"not-found", p.notFound},
		{"failed", p.failed},
		{"list", p.list},
		{"filters", p.filters},
		{"get", p.get},
		{"timeline", p.timeline},
		{"simulate", p.simulate},
		{"wait", p.wait},
		{"cancel", p.cancel},
		{"wallets", p.wallets},
		{"faucet", p.faucet},
		{"approvals", p.approvals},
		{"treasury", p.treasury},
		{"compliance", p.compliance},
		{"attestations", p.attestations},
		{"webhooks", p.webhooks},
		{"events", p.events},
		{"api-keys", p.apiKeys},
		{"concurrency", p.concurrency},
		{"timeout", p.timeout},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := step.run(ctx); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", step.name, err)
			os.Exit(1)
		}
		cancel()
		fmt.Println("ok", step.name)
	}
}

// expect is an error that shows what there was when something is not so.
func expect(isSo bool, what string, actual any) error {
	if isSo {
		return nil
	}
	return fmt.Errorf("expected %s, got %+v", what, actual)
}

// refusal checks an error that the service has answered.
func refusal(err error, sentinel *stablecoin.Error, status int) (*stablecoin.Error, error) {
	var refused *stablecoin.Error
	if !errors.As(err, &refused) || !errors.Is(err, sentinel) || refused.Status != status {
		return nil, fmt.Errorf("expected %d %s, got %w", status, sentinel.Code, orNothing(err))
	}
	return refused, nil
}

func orNothing(err error) error {
	if err == nil {
		return errors.New("no error")
	}
	return err
}

// eventually repeats a check until it holds: lists may be a second late.
func eventually(ctx context.Context, check func() error) error {
	for {
		err := check()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it has not happened in time: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func collect[T any](items iter.Seq2[*T, error]) ([]*T, error) {
	var all []*T
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, nil
}

// find returns an item of a list once it is there.
func find[T any](ctx context.Context, list func() iter.Seq2[*T, error], is func(*T) bool) (found *T, err error) {
	err = eventually(ctx, func() error {
		for item, err := range list() {
			if err != nil {
				return err
			}
			if is(item) {
				found = item
				return nil
			}
		}
		return errors.New("the list does not have it")
	})
	return found, err
}
