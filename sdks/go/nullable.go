package stablecoin

import "encoding/json"

// Nullable is a field of an update that null removes. A nil pointer leaves the
// field as it is.
type Nullable[T any] struct {
	value *T
}

// Value sets a field of an update.
func Value[T any](value T) *Nullable[T] { return &Nullable[T]{&value} }

// Null removes a field of an update.
func Null[T any]() *Nullable[T] { return &Nullable[T]{} }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &n.value) }
