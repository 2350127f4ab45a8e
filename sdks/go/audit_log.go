package stablecoin

import (
	"context"
	"iter"
)

// AuditLogService reads who did what, and from where.
type AuditLogService struct{ client *Client }

// List returns entries, the newest first, over all pages.
func (s *AuditLogService) List(
	ctx context.Context, params ListAuditLogParams, options ...RequestOption,
) iter.Seq2[*AuditLogEntry, error] {
	return list[AuditLogEntry](ctx, s.client, call{path: "/audit_log", params: params}, options)
}
