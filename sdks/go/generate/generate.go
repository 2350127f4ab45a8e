package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
)

// header stands for the generator's own, which tells versions of this machine
// and would be the package's documentation.
const header = "// Code generated from apps/gateway/openapi.json by generate. DO NOT EDIT.\n\npackage stablecoin\n"

// generate returns the Go types of an OpenAPI document.
func generate(contract []byte) ([]byte, error) {
	schemas, err := prepare(contract)
	if err != nil {
		return nil, err
	}
	document, err := json.Marshal(object{
		"openapi":    "3.1.0",
		"info":       object{"title": "Models", "version": "1"},
		"paths":      object{},
		"components": object{"schemas": schemas},
	})
	if err != nil {
		return nil, err
	}
	spec, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, fmt.Errorf("the prepared document: %w", err)
	}
	code, err := codegen.Generate(spec, codegen.Configuration{
		PackageName:   "stablecoin",
		Generate:      codegen.GenerateOptions{Models: true},
		Compatibility: codegen.CompatibilityOptions{AlwaysPrefixEnumValues: true},
		OutputOptions: codegen.OutputOptions{
			SkipPrune:                 true,
			SkipEnumValidate:          true,
			PreferSkipOptionalPointer: true,
			NameNormalizer:            "ToCamelCaseWithInitialisms",
			AdditionalInitialisms:     []string{"KYC", "AML", "USDC", "EURC"},
		},
	})
	if err != nil {
		return nil, err
	}
	_, body, found := strings.Cut(code, "package stablecoin\n")
	if !found {
		return nil, errors.New("the generated code has no package clause")
	}
	return []byte(header + withColons(body)), nil
}

// named is a comment that begins with the name of what it describes.
var named = regexp.MustCompile("^(\\s*// [A-Z]\\w*) ([A-Z`])")

// withColons separates names from descriptions, which are sentences.
func withColons(code string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		if i > 0 && !strings.Contains(lines[i-1], "//") {
			lines[i] = named.ReplaceAllString(line, "$1: $2")
		}
	}
	return strings.Join(lines, "\n")
}
