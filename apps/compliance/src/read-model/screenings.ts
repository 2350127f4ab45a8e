import type { ById, ComplianceResult, Page, QueryMap, Tenant, Currency } from '@stablecoin/contracts';
import type { CommandRefused, RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import type { Insertable, Kysely, Transaction } from 'kysely';
import { toResource } from '../application/compliance-result';
import { askedFor } from '../application/screening-sources';
import type { ScreeningSources } from '../application/screening-sources';
import { recipientOf, screeningStream } from '../application/screening-stream';
import { answers } from '../domain/reuse';
import type { CurrentFacts } from '../domain/reuse';
import { counts } from '../domain/reuse';
import type { ComplianceServiceEvent } from '../domain/streams';
import type { ScreeningRequest, ScreeningResult, Waiter } from '../domain/screening';
import type { ComplianceTables } from './tables';

type Row = Insertable<ComplianceTables['screenings']>;

/** One row for each ref. Every event that changes it tells all of it, so nothing has to be read. */
export async function projectScreenings(
  events: readonly StoredEvent<ComplianceServiceEvent>[],
  trx: Transaction<ComplianceTables>,
): Promise<void> {
  const rows = new Map<string, Row | 'abandoned'>();
  const paid = new Map<string, number | null>();
  for (const event of events) {
    const { type, data } = event;
    const cleared = event.metadata.livemode ? clearsPayment(event) : null;
    if (cleared !== null) paid.set(cleared, event.metadata.at);
    if (type === 'MatchFound') paid.set(data.ref, null);
    if (type === 'ScreeningRequested') rows.set(data.ref, rowOf(event, data.ref, data.subject.value, null));
    else if (type === 'ScreeningCompleted' || type === 'ReviewDecided') {
      rows.set(data.result.ref, rowOf(event, data.result.ref, data.result.subject.value, data.result));
    } else if (type === 'ScreeningAbandoned') rows.set(data.ref, 'abandoned');
  }
  const abandoned = [...rows].filter(([, row]) => row === 'abandoned').map(([ref]) => ref);
  if (abandoned.length > 0) await trx.deleteFrom('screenings').where('ref', 'in', abandoned).execute();
  const written = [...rows.values()].filter((row) => row !== 'abandoned');
  if (written.length > 0) await write(written, trx);
  for (const [ref, at] of paid) {
    await trx.updateTable('screenings').set({ paid_at: at }).where('ref', '=', ref).execute();
  }
}

/** The result by which an event lets a payment go on; null: it lets none. */
export function clearsPayment({ type, data }: ComplianceServiceEvent | CommandRefused): string | null {
  const isPayment = ({ kind }: Waiter): boolean => kind === 'payment';
  if (type === 'ScreeningReused') return data.status === 'cleared' && isPayment(data.waiter) ? data.ref : null;
  if (type !== 'ScreeningCompleted' && type !== 'ReviewDecided') return null;
  return data.result.status === 'cleared' && data.waiters.some(isPayment) ? data.result.ref : null;
}

async function write(written: readonly Row[], trx: Transaction<ComplianceTables>): Promise<void> {
  await trx
    .insertInto('screenings')
    .values(written)
    .onConflict((conflict) =>
      conflict.column('ref').doUpdateSet((row) => ({
        owner: row.ref('excluded.owner'),
        names: row.ref('excluded.names'),
        status: row.ref('excluded.status'),
        result: row.ref('excluded.result'),
        completed_at: row.ref('excluded.completed_at'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

function rowOf({ stream, metadata }: RecordedEvent, ref: string, subject: string, result: ScreeningResult | null): Row {
  const { owner = null, accounts = [] } = result?.names ?? {};
  const names = [...(owner === null ? [] : [owner]), ...accounts];
  return {
    ref,
    stream,
    account: metadata.account,
    livemode: Number(metadata.livemode),
    subject,
    owner,
    names: names.length === 0 ? null : JSON.stringify(names),
    status: result?.status ?? 'pending',
    result: result === null ? null : JSON.stringify(result),
    created_at: result?.createdAt ?? metadata.at,
    completed_at: result === null ? null : metadata.at,
    expires_at: result?.expiresAt ?? null,
    paid_at: null,
  };
}

/** Rows that are read at once. */
const PAGE = 1_000;

type LiveScreening = Pick<ComplianceTables['screenings'], 'stream' | 'ref' | 'account' | 'subject' | 'status'> & {
  readonly names: readonly string[];
};

/** Answers from the read model. Another account's or mode's screening does not exist. */
export class Screenings {
  constructor(private readonly db: Kysely<ComplianceTables>) {}

  /** Null also while its checks are running: it has no result yet. */
  async get(query: ById): Promise<ComplianceResult | null> {
    const row = await this.#byRef(query);
    const result = row === undefined ? null : resultOf(row.result);
    return result === null ? null : toResource(result);
  }

  /**
   * What there is for exactly this request: a result that may be used again, one in review, one that was made since a
   * time, or that it is being screened.
   *
   * @param since - epoch milliseconds
   * @param facts - reads what the sources know now; a result that contradicts them is none
   */
  async find(
    tenant: Tenant,
    request: ScreeningRequest,
    {
      now,
      since = now,
      facts,
    }: { readonly now: number; readonly since?: number; readonly facts: () => Promise<CurrentFacts | undefined> },
  ): Promise<ComplianceResult | { readonly status: 'pending' } | null> {
    const row = await this.db
      .selectFrom('screenings')
      .select(['status', 'result', 'completed_at'])
      .where('stream', '=', screeningStream(tenant, request))
      .where('account', '=', tenant.account)
      .where('livemode', '=', Number(tenant.livemode))
      .orderBy('ref', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    const result = resultOf(row.result);
    if (result === null) return { status: 'pending' };
    const isNew = row.completed_at !== null && row.completed_at >= since;
    if (result.status === 'review' || isNew) return toResource(result);
    return answers(result, now) && answers(result, now, await facts()) ? toResource(result) : null;
  }

  /** Those that have a result, the newest first. */
  async list({
    limit,
    startingAfter,
    status,
    subject,
    createdAfter,
    createdBefore,
    ...tenant
  }: QueryMap['compliance.list']['params']): Promise<Page<ComplianceResult>> {
    let query = this.db
      .selectFrom('screenings')
      .select(['ref', 'result'])
      .where('account', '=', tenant.account)
      .where('livemode', '=', Number(tenant.livemode))
      .where('result', 'is not', null);
    if (startingAfter !== null) query = query.where('ref', '<', startingAfter);
    if (status !== null) query = query.where('status', '=', status);
    if (subject !== null) query = query.where('subject', '=', subject);
    if (createdAfter !== null) query = query.where('created_at', '>', createdAfter);
    if (createdBefore !== null) query = query.where('created_at', '<', createdBefore);
    const rows = await query
      .orderBy('ref', 'desc')
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit).flatMap(({ result }) => {
      const found = resultOf(result);
      return found === null ? [] : [toResource(found)];
    });
    const hasMore = rows.length > limit;
    return { data: shown, has_more: hasMore, next_cursor: hasMore ? (shown.at(-1)?.ref ?? null) : null };
  }

  /** The streams and refs of the reviews of a subject, and of token accounts that it owns. */
  reviewsOf({ account, livemode }: Tenant, subject: string) {
    return this.db
      .selectFrom('screenings')
      .select(['stream', 'ref'])
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode))
      .where((row) => row.or([row('subject', '=', subject), row('owner', '=', subject)]))
      .where('status', '=', 'review')
      .execute();
  }

  /**
   * A result that has let a payment to an address go on, made while the address had this owner.
   *
   * @param owner - of the token account that the address is; null: it was none
   * @returns its ref; null: there is none
   */
  async clearedFor({ account, livemode }: Tenant, address: string, owner: string | null): Promise<string | null> {
    const row = await this.db
      .selectFrom('screenings')
      .select('ref')
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode))
      .where('subject', '=', address)
      .where('owner', owner === null ? 'is' : '=', owner)
      .where('paid_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row?.ref ?? null;
  }

  /** The stream that a ref is of. */
  async streamOf(query: ById): Promise<string | null> {
    return (await this.#byRef(query))?.stream ?? null;
  }

  /**
   * The stream on which a payment's recipient is screened, and what for: that of a result which the client names, when
   * it counts (API decisions, Screening inside a payment), otherwise the recipient's own. A named result that has to be
   * made again is made for its own request: others may use it after this payment.
   *
   * @param facts - what the sources know now; a named result that contradicts them does not count
   */
  async forPayment(
    tenant: Tenant,
    payment: {
      readonly address: string;
      readonly countryCode: string | null;
      readonly complianceRef: string | null;
      readonly amount?: { readonly value: string; readonly currency: Currency };
    },
    sources: Pick<ScreeningSources, 'providers' | 'travelRuleThreshold'>,
    { now, facts }: { readonly now: number; readonly facts?: CurrentFacts },
  ): Promise<{ readonly stream: string; readonly request: ScreeningRequest }> {
    const { address, countryCode, complianceRef, amount } = payment;
    const recipient = recipientOf(address, countryCode);
    const own = amount === undefined ? recipient : askedFor(recipient, amount, sources);
    const row = complianceRef === null ? undefined : await this.#byRef({ ...tenant, id: complianceRef });
    const named = row === undefined ? null : resultOf(row.result);
    if (row !== undefined && named !== null && counts(named, own, now, facts)) {
      const { country, amount: decided, belowThreshold } = named;
      const paid = {
        ...(decided === undefined ? {} : { amount: decided }),
        ...(belowThreshold === undefined ? {} : { belowThreshold }),
      };
      return { stream: row.stream, request: { ...recipient, country, ...paid } };
    }
    return { stream: screeningStream(tenant, own), request: own };
  }

  /** Live screenings that let a payment go on since a time, and those that still keep one waiting. */
  async *ofLivePayments(since: number): AsyncIterable<LiveScreening> {
    for (let after = ''; ;) {
      const rows = await this.db
        .selectFrom('screenings')
        .select(['stream', 'ref', 'account', 'subject', 'names', 'status'])
        .where('livemode', '=', 1)
        .where((row) => row.or([row('status', '=', 'review'), row('paid_at', '>', since)]))
        .where('ref', '>', after)
        .orderBy('ref')
        .limit(PAGE)
        .execute();
      for (const row of rows) yield { ...row, names: row.names === null ? [] : (JSON.parse(row.names) as string[]) };
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.ref;
    }
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

function resultOf(json: string | null): ScreeningResult | null {
  return json === null ? null : (JSON.parse(json) as ScreeningResult);
}
