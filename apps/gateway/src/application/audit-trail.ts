import { SERVICES, type AuditLogEntry, type AuditLogRequest, type Page, type QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { AuditLog } from '@stablecoin/service-host';

/** The audit log of all services as one. */
export class AuditTrail {
  constructor(
    private readonly own: Pick<AuditLog, 'list'>,
    private readonly queries: Queries<QueryMap>,
  ) {}

  /** A page of the entries of a tenant, the newest first: each service gives its own newest, and the newest of all are it. */
  async list(request: AuditLogRequest): Promise<Page<AuditLogEntry>> {
    const pages = await Promise.all(
      SERVICES.map((service) =>
        service === 'gateway' ? this.own.list(request) : this.queries.ask(`${service}.audit_log`, request),
      ),
    );
    const entries = pages.flatMap(({ data }) => data).sort((one, other) => (one.id < other.id ? 1 : -1));
    const data = entries.slice(0, request.limit);
    const hasMore = entries.length > data.length || pages.some(({ has_more }) => has_more);
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  }
}
