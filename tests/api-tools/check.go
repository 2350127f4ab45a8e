// Checks of a client that a generator of Go has made: the same as check.mts. It is copied beside each client.
package main

import (
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

type payment struct{ id, status, amount string }

type page struct {
	ids  []string
	next string
}

// generated is a client that a tool has generated.
type generated struct {
	pay func(idempotencyKey, to, amount string) (payment, error)
	// refusal pays, and returns the code and the payment of the refusal.
	refusal func(idempotencyKey, to, amount string) (code, paymentID string, err error)
	list    func(limit int, createdAfter, startingAfter string) (page, error)
}

const (
	recipient = "0x52908400098527886E0F7030069857D2E4169EE7"
	// sanctioned is refused by the sandbox.
	sanctioned = "0x000000000000000000000000000000000000d001"
)

func check(client generated) {
	folder, err := os.Getwd()
	ok(err)
	run := fmt.Sprintf("%s %d", folder, os.Getpid())
	paid, err := client.pay(run+" first", recipient, "12.50")
	ok(err)
	must(paid.status == "settled" && paid.amount == "12.50", "it settles")
	again, err := client.pay(run+" first", recipient, "12.50")
	ok(err)
	must(again.id == paid.id, "the same key pays once")
	other, err := client.pay(run+" second", recipient, "12.50")
	ok(err)
	must(other.id != paid.id, "another key pays again")

	code, id, err := client.refusal(run+" third", sanctioned, "1.00")
	ok(err)
	must(code == "compliance_blocked" && strings.HasPrefix(id, "pay_"), "a refusal is read")

	var found []string
	for next := ""; !slices.Contains(found, paid.id); {
		read, err := client.list(1, "2026-01-01", next)
		ok(err)
		found = append(found, read.ids...)
		next = read.next
		must(next != "" || slices.Contains(found, paid.id), "the list ends after the payment")
	}
	must(slices.Contains(found, other.id), "the newest comes first")
	fmt.Println("It pays once per key, reads a refusal, and pages a list.")
}

func must(holds bool, what string) {
	if !holds {
		log.Fatalf("not so: %s", what)
	}
}

func ok(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
