// Command generate writes models.gen.go from the service's OpenAPI document.
//
//	cd sdks/go/generate && go run .
package main

import (
	"fmt"
	"os"
)

const (
	contract  = "../../../apps/gateway/openapi.json"
	generated = "../models.gen.go"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	document, err := os.ReadFile(contract)
	if err != nil {
		return err
	}
	models, err := generate(document)
	if err != nil {
		return err
	}
	return os.WriteFile(generated, models, 0o644)
}
