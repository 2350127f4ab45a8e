package stablecoin

import (
	"context"
	"net/http"
)

// StatsService reads what happened to payments, by time.
type StatsService struct{ client *Client }

// Get returns counts, volumes, fees and settlement times of payments, by hour
// or day.
func (s *StatsService) Get(
	ctx context.Context, params GetStatsParams, options ...RequestOption,
) (*PaymentStats, error) {
	return send[PaymentStats](ctx, s.client, call{method: http.MethodGet, path: "/stats", params: params}, options)
}
