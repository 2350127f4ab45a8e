package stablecoin

import (
	"encoding/json"
	"errors"
	"math/big"
	"testing"
)

func TestParseAmountTakesDecimalStringsOnly(t *testing.T) {
	for _, text := range []string{"0", "12", "12.5", "12.50", "0.000001", "999999999999999.999999", "-250.00"} {
		if amount, err := ParseAmount(text); err != nil || amount.String() != text {
			t.Errorf("%q is %q: %v", text, amount, err)
		}
	}
	for _, text := range []string{"", " 1", "1 ", "1e3", "1.", ".5", "1.0000001", "1,000.00", "+1", "0x10", "NaN", "1000000000000000", "१"} {
		if amount, err := ParseAmount(text); !errors.Is(err, ErrInvalidArgument) || amount != "" {
			t.Errorf("%q is %q: %v", text, amount, err)
		}
	}
}

func TestAmountsAndUnitsAreExact(t *testing.T) {
	for text, units := range map[Amount]string{
		"12.50":                           "12500000",
		"0.000001":                        "1",
		"-0.000001":                       "-1",
		"-250.00":                         "-250000000",
		"0.00":                            "0",
		"999999999999999999999999.999999": "999999999999999999999999999999",
	} {
		got, err := text.Units()
		if err != nil || got.String() != units {
			t.Errorf("%s is %v units: %v", text, got, err)
		} else if AmountOf(got) != text {
			t.Errorf("%s units are %s", units, AmountOf(got))
		}
	}
	if got := AmountOf(big.NewInt(12_500_100)); got != "12.5001" {
		t.Errorf("12500100 units are %s", got)
	}
	for _, text := range []Amount{"", "1e3", "1.0000001", "+1", "1_0", "-", "."} {
		if units, err := text.Units(); err == nil {
			t.Errorf("%q is %s units", text, units)
		}
	}
}

func TestAmountsAreStringsInJSON(t *testing.T) {
	var read struct{ Amount Amount }
	for text, expected := range map[string]Amount{
		`{"amount":"12.50"}`:                     "12.50",
		`{"amount":null}`:                        "",
		`{"amount":"1000000000000000.0000001"}`:  "1000000000000000.0000001",
		`{"amount":"a form of a later version"}`: "a form of a later version",
	} {
		if err := json.Unmarshal([]byte(text), &read); err != nil || read.Amount != expected {
			t.Errorf("%s is %q: %v", text, read.Amount, err)
		}
	}
	for _, text := range []string{`{"amount":12.5}`, `{"amount":12}`, `{"amount":true}`} {
		if err := json.Unmarshal([]byte(text), &read); err == nil {
			t.Errorf("%s is %q", text, read.Amount)
		}
	}
	written, err := json.Marshal(map[string]Amount{"none": "", "some": "12.50"})
	if err != nil || string(written) != `{"none":null,"some":"12.50"}` {
		t.Errorf("written as %s: %v", written, err)
	}
}
