import { CHECK_NAMES } from '@stablecoin/contracts';
import type { ById, ComplianceResult, Tenant } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { Insertable, Kysely, Transaction } from 'kysely';
import { toResource } from '../application/compliance-result';
import { recipientOf, screeningStream } from '../application/screening-stream';
import type { ScreeningEvent, ScreeningRequest, ScreeningResult } from '../domain/screening';

export interface ComplianceTables {
  screenings: {
    readonly ref: string;
    readonly stream: string;
    readonly account: string;
    readonly livemode: number;
    readonly status: 'pending' | ScreeningResult['status'];
    /** JSON of {@link ScreeningResult}; null while the checks are running. */
    readonly result: string | null;
    /** Epoch milliseconds; null while the checks are running. */
    readonly expires_at: number | null;
  };
}

type Row = Insertable<ComplianceTables['screenings']>;

export async function createScreeningsTable(db: Kysely<ComplianceTables>): Promise<void> {
  await db.schema
    .createTable('screenings')
    .ifNotExists()
    .addColumn('ref', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('stream', 'varchar(80)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('status', 'varchar(10)', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('expires_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('screenings_by_stream')
    .ifNotExists()
    .on('screenings')
    .columns(['stream', 'ref'])
    .execute();
}

/** One row for each ref. Every event that changes it tells all of it, so nothing has to be read. */
export async function projectScreenings(
  events: readonly RecordedEvent[],
  trx: Transaction<ComplianceTables>,
): Promise<void> {
  const rows = new Map<string, Row | 'abandoned'>();
  for (const event of events) {
    const { type, data } = event as unknown as ScreeningEvent;
    if (type === 'ScreeningRequested') rows.set(data.ref, rowOf(event, data.ref, null));
    else if (type === 'ScreeningCompleted' || type === 'ReviewDecided') {
      rows.set(data.result.ref, rowOf(event, data.result.ref, data.result));
    } else if (type === 'ScreeningAbandoned') rows.set(data.ref, 'abandoned');
  }
  const abandoned = [...rows].filter(([, row]) => row === 'abandoned').map(([ref]) => ref);
  if (abandoned.length > 0) await trx.deleteFrom('screenings').where('ref', 'in', abandoned).execute();
  const written = [...rows.values()].filter((row) => row !== 'abandoned');
  if (written.length === 0) return;
  await trx
    .insertInto('screenings')
    .values(written)
    .onConflict((conflict) =>
      conflict.column('ref').doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        result: row.ref('excluded.result'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

function rowOf({ stream, metadata }: RecordedEvent, ref: string, result: ScreeningResult | null): Row {
  return {
    ref,
    stream,
    account: metadata.account,
    livemode: Number(metadata.livemode),
    status: result?.status ?? 'pending',
    result: result === null ? null : JSON.stringify(result),
    expires_at: result?.expiresAt ?? null,
  };
}

/** Answers from the read model. Another account's or mode's screening does not exist. */
export class Screenings {
  constructor(private readonly db: Kysely<ComplianceTables>) {}

  /** Null also while its checks are running: it has no result yet. */
  async get(query: ById): Promise<ComplianceResult | null> {
    const row = await this.#byRef(query);
    const result = row === undefined ? null : resultOf(row.result);
    return result === null ? null : toResource(result);
  }

  /** What the cache holds for exactly this request: an unexpired result, one in review, or that it is being screened. */
  async find(
    tenant: Tenant,
    request: ScreeningRequest,
    now: number,
  ): Promise<ComplianceResult | { readonly status: 'pending' } | null> {
    const row = await this.db
      .selectFrom('screenings')
      .select(['status', 'result'])
      .where('stream', '=', screeningStream(tenant, request))
      .where('account', '=', tenant.account)
      .where('livemode', '=', Number(tenant.livemode))
      .where((row) => row.or([row('status', 'in', ['pending', 'review']), row('expires_at', '>', now)]))
      .orderBy('ref', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    const result = resultOf(row.result);
    return result === null ? { status: 'pending' } : toResource(result);
  }

  /** The stream that a ref is of. */
  async streamOf(query: ById): Promise<string | null> {
    return (await this.#byRef(query))?.stream ?? null;
  }

  /**
   * The stream on which a payment's recipient is screened, and what for: that of a result which the client names, when
   * it counts (API decisions, Screening inside a payment), otherwise the recipient's own.
   */
  async forPayment(
    tenant: Tenant,
    payment: {
      readonly address: string;
      readonly countryCode: string | null;
      readonly complianceRef: string | null;
    },
    now: number,
  ): Promise<{ readonly stream: string; readonly request: ScreeningRequest }> {
    const { address, countryCode, complianceRef } = payment;
    const own = recipientOf(address, countryCode);
    const row = complianceRef === null ? undefined : await this.#byRef({ ...tenant, id: complianceRef });
    const named = row === undefined ? null : resultOf(row.result);
    if (row !== undefined && named !== null && counts(named, own, now)) {
      return { stream: row.stream, request: { ...own, country: named.country } };
    }
    return { stream: screeningStream(tenant, own), request: own };
  }

  #byRef({ id, account, livemode }: ById) {
    return this.db
      .selectFrom('screenings')
      .select(['stream', 'result'])
      .where('ref', '=', id)
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode))
      .executeTakeFirst();
  }
}

/** Whether a result answers for a payment's recipient: the same address, every check, no other country, unexpired. */
function counts(named: ScreeningResult, own: ScreeningRequest, now: number): boolean {
  return (
    named.subject.kind === own.subject.kind &&
    named.subject.value === own.subject.value &&
    CHECK_NAMES.every((name) => named.findings.some((finding) => finding.name === name)) &&
    (own.country === null || own.country === named.country) &&
    (named.status === 'review' || named.expiresAt > now)
  );
}

function resultOf(json: string | null): ScreeningResult | null {
  return json === null ? null : (JSON.parse(json) as ScreeningResult);
}
