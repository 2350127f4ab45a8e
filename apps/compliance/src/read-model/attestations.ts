import { pageFrom } from '@stablecoin/contracts';
import type { Attestation, AttestedCheck, ById, Page, PageRequest, Tenant } from '@stablecoin/contracts';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { Subject } from '../domain/screening';
import type { ComplianceServiceEvent } from '../domain/streams';
import type { ComplianceTables } from './tables';
import type { AttestationRow } from './tables';

export async function createAttestationsTable(db: Kysely<ComplianceTables>): Promise<void> {
  await db.schema
    .createTable('attestations')
    .ifNotExists()
    .addColumn('id', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('subject_kind', 'varchar(7)', (column) => column.notNull())
    .addColumn('subject', 'varchar(200)', (column) => column.notNull())
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('country', 'varchar(2)')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'varchar(64)', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_by', 'varchar(64)')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('attestations_by_subject')
    .ifNotExists()
    .on('attestations')
    .columns(['account', 'livemode', 'subject'])
    .execute();
}

/** One row for each attestation; revoked ones stay. */
export async function projectAttestations(
  events: readonly StoredEvent<ComplianceServiceEvent>[],
  trx: Transaction<ComplianceTables>,
): Promise<void> {
  for (const event of events) {
    const { type, data } = event;
    if (type === 'AttestationCreated') {
      const row: AttestationRow = {
        id: data.attestationId,
        account: event.metadata.account,
        livemode: Number(event.metadata.livemode),
        subject_kind: data.subject.kind,
        subject: data.subject.value,
        checks: JSON.stringify(data.checks),
        country: data.country,
        reference: data.reference,
        expires_at: data.expiresAt,
        created_by: data.createdBy,
        created_at: data.createdAt,
        revoked_by: null,
        revoked_at: null,
      };
      await trx
        .insertInto('attestations')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    } else if (type === 'AttestationRevoked') {
      const { attestationId, revokedBy, revokedAt } = data;
      await trx
        .updateTable('attestations')
        .set({ revoked_by: revokedBy, revoked_at: revokedAt })
        .where('id', '=', attestationId)
        .execute();
    }
  }
}

/** Answers from the read model. Another account's or mode's attestation does not exist. */
export class Attestations {
  /** @param held - ids of attestations that nobody has confirmed since a restore: they are in force for nobody */
  constructor(
    private readonly db: Kysely<ComplianceTables>,
    private readonly held: ReadonlySet<string> = new Set(),
  ) {}

  async get({ id, ...tenant }: ById, now: number): Promise<Attestation | null> {
    const row = await this.#rows(tenant).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toResource(row, now);
  }

  async list(
    { limit, startingAfter, subject, ...tenant }: PageRequest & { readonly subject: string | null },
    now: number,
  ): Promise<Page<Attestation>> {
    let query = this.#rows(tenant);
    if (startingAfter !== null) query = query.where('id', '<', startingAfter);
    if (subject !== null) query = query.where('subject', '=', subject);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, (row) => toResource(row, now));
  }

  /** The attestations that are in force for a subject, the one that lasts longest first. */
  async inForce(tenant: Tenant, { kind, value }: Subject, now: number): Promise<readonly AttestationInForce[]> {
    const rows = await this.#rows(tenant)
      .where('subject', '=', value)
      .where('subject_kind', '=', kind)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('expires_at', 'desc')
      .execute();
    return rows
      .filter(({ id }) => !this.held.has(id))
      .map((row) => ({
        id: row.id,
        checks: checksOf(row),
        reference: row.reference,
        expiresAt: row.expires_at,
      }));
  }

  #rows({ account, livemode }: Tenant) {
    return this.db
      .selectFrom('attestations')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode));
  }
}

/** As much of an attestation as a check needs. */
export interface AttestationInForce {
  readonly id: string;
  readonly checks: readonly AttestedCheck[];
  readonly reference: string;
  readonly expiresAt: number;
}

function checksOf({ checks }: AttestationRow): readonly AttestedCheck[] {
  return JSON.parse(checks) as AttestedCheck[];
}

function toResource(row: AttestationRow, now: number): Attestation {
  const expiresAt = row.expires_at;
  return {
    id: row.id,
    status: row.revoked_at !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    address: row.subject_kind === 'address' ? row.subject : null,
    owner: row.subject_kind === 'owner' ? row.subject : null,
    checks: checksOf(row),
    country_code: row.country,
    reference: row.reference,
    livemode: row.livemode === 1,
    expires_at: new Date(expiresAt).toISOString(),
    created_by: row.created_by,
    created_at: new Date(row.created_at).toISOString(),
    revoked_by: row.revoked_by,
    revoked_at: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  };
}
