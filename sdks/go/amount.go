package stablecoin

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// decimals is the number of decimals of USDC and EURC.
const decimals = 6

// Amount is an amount of money as a decimal string, such as "12.50". It is
// never a float: a constant like "12.50" or [ParseAmount] makes one. The empty
// Amount is none, and null in JSON.
type Amount string

var amountPattern = regexp.MustCompile(`^-?\d{1,15}(\.\d{1,6})?$`)

// ParseAmount checks a decimal string: up to 15 digits, a point with up to 6
// decimals, no exponent, no grouping. A minus sign is for postings of the
// ledger.
func ParseAmount(text string) (Amount, error) {
	if !amountPattern.MatchString(text) {
		return "", invalidArgument(fmt.Sprintf("amount %q is not a decimal string such as \"12.50\"", text))
	}
	return Amount(text), nil
}

// String returns the decimal string.
func (a Amount) String() string { return string(a) }

// anyAmountPattern is of the amounts of answers, which may be larger than those
// of requests.
var anyAmountPattern = regexp.MustCompile(`^(-?\d+)(?:\.(\d{1,6}))?$`)

// Units returns the amount in millionths, for exact arithmetic: 12500000 for
// "12.50".
func (a Amount) Units() (*big.Int, error) {
	parts := anyAmountPattern.FindStringSubmatch(string(a))
	if parts == nil {
		return nil, invalidArgument(fmt.Sprintf("amount %q is not a decimal string such as \"12.50\"", string(a)))
	}
	units, _ := new(big.Int).SetString(parts[1]+parts[2]+strings.Repeat("0", decimals-len(parts[2])), 10)
	return units, nil
}

// AmountOf returns the amount of a number of millionths, with at least two
// decimals.
func AmountOf(units *big.Int) Amount {
	sign := ""
	if units.Sign() < 0 {
		sign = "-"
	}
	digits := new(big.Int).Abs(units).String()
	digits = strings.Repeat("0", max(0, decimals+1-len(digits))) + digits
	whole, fraction := digits[:len(digits)-decimals], digits[len(digits)-decimals:]
	return Amount(sign + whole + "." + fraction[:2] + strings.TrimRight(fraction[2:], "0"))
}

// MarshalJSON writes a JSON string; null for no amount.
func (a Amount) MarshalJSON() ([]byte, error) {
	if a == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(a))
}

// UnmarshalJSON reads a JSON string or null. It refuses a number, which may
// have lost digits already.
func (a *Amount) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return errors.New("an amount of money has to be a JSON string")
	}
	*a = ""
	if text != nil {
		*a = Amount(*text)
	}
	return nil
}
