package stablecoin

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
)

type page[T any] struct {
	Data       []*T            `json:"data"`
	HasMore    bool            `json:"has_more"`
	NextCursor json.RawMessage `json:"next_cursor"`
}

// list returns the entries of all pages. It reads a page when its first entry
// is asked for, and ends after an error.
func list[T any](
	ctx context.Context, c *Client, path string, params any, options []RequestOption,
) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		query, err := fieldsOf(params)
		for err == nil {
			var read *page[T]
			read, err = send[page[T]](ctx, c, call{method: http.MethodGet, path: path, params: query}, options)
			if err != nil {
				break
			}
			for _, each := range read.Data {
				if !yield(each, nil) {
					return
				}
			}
			if !read.HasMore || textOf(read.NextCursor) == "" {
				return
			}
			query["starting_after"] = read.NextCursor
		}
		yield(nil, err)
	}
}
