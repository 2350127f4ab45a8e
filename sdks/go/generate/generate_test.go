package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTheModelsAreThoseOfTheContract(t *testing.T) {
	document, err := os.ReadFile(contract)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := generate(document)
	if err != nil {
		t.Fatal(err)
	}
	actual, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(actual, expected) {
		t.Error("models.gen.go is not up to date: run \"go run .\" in sdks/go/generate")
	}
}
