import type { AuditLogEntry, Page } from '@stablecoin/contracts';
import type { Api } from './api';

/** Every entry of an account's audit log that a query names, the newest first. */
export async function entriesOf(api: Api, query = ''): Promise<readonly AuditLogEntry[]> {
  const entries: AuditLogEntry[] = [];
  for (let cursor = ''; ;) {
    const { status, text, body } = await api.get(`/audit_log?limit=100&${query}${cursor}`);
    if (status !== 200) throw new Error(`the audit log answered ${status}: ${text}`);
    const { data, next_cursor: next } = body as unknown as Page<AuditLogEntry>;
    entries.push(...data);
    if (next === null) return entries;
    cursor = `&starting_after=${next}`;
  }
}
