import { SERVICES, type AuditLogEntry, type AuditLogRequest, type Page, type QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { AuditLog } from '@stablecoin/host';
import { mergePages } from '../../application/merge-pages';

/** The audit log of all services as one. */
export class AuditTrail {
  constructor(
    private readonly own: Pick<AuditLog, 'list'>,
    private readonly queries: Queries<QueryMap>,
  ) {}

  /** A page of the entries of a tenant, the newest first. */
  async list(request: AuditLogRequest): Promise<Page<AuditLogEntry>> {
    const pages = await Promise.all(
      SERVICES.map((service) =>
        service === 'gateway' ? this.own.list(request) : this.queries.ask(`${service}.audit_log`, request),
      ),
    );
    return mergePages(pages, request.limit);
  }
}
