import { pageFrom } from '@stablecoin/contracts';
import type { Member, MemberStatus, Page, PageRequest, Role, Tenant } from '@stablecoin/contracts';
import type { Projection, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { roleOf, type MemberEvent, memberStreams } from '../domain/member';
import type { SessionEvent } from '../domain/sessions';
import { sessionsStreams } from '../domain/sessions';
import type { AccessTables } from './tables';
import type { MemberRow } from './people-tables';

/** One row per session that has not ended, and one per member. */
export const peopleProjection: Projection<AccessTables, SessionEvent | MemberEvent> = {
  name: 'people',
  version: 1,
  streams: [sessionsStreams, memberStreams],
  tables: ['sessions', 'members'],

  async createTables({ schema }) {
    await schema
      .createTable('sessions')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'text')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('livemode', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('sessions_by_owner').ifNotExists().on('sessions').column('owner').execute();
    await schema
      .createTable('members')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('stream', 'text', (column) => column.notNull().unique())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('livemode', 'integer', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('email', 'text')
      .addColumn('claimed_role', 'text')
      .addColumn('assigned_role', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_signed_in_at', 'bigint')
      .execute();
    await schema
      .createIndex('members_by_tenant')
      .ifNotExists()
      .on('members')
      .columns(['account', 'livemode', 'id'])
      .execute();
  },

  // People sign in now and then, so that a statement per event is cheap enough.
  async apply(events, trx) {
    for (const event of events) await applyOne(event, trx);
  },
};

async function applyOne(event: StoredEvent<SessionEvent | MemberEvent>, trx: Transaction<AccessTables>): Promise<void> {
  const { account, livemode } = event.metadata;
  const tenant = { account, livemode: Number(livemode) };
  const owner = event.stream.slice(event.stream.indexOf('-') + 1);
  const member = trx.updateTable('members').where('stream', '=', event.stream);
  switch (event.type) {
    case 'SessionStarted': {
      const { sessionId: id, hash, keyHash, startedAt, expiresAt } = event.data;
      await trx.deleteFrom('sessions').where('owner', '=', owner).where('expires_at', '<=', startedAt).execute();
      await trx
        .insertInto('sessions')
        .values({
          id,
          hash,
          owner,
          ...tenant,
          key_hash: keyHash,
          created_at: startedAt,
          expires_at: expiresAt,
          last_used_at: startedAt,
        })
        .execute();
      await trx.updateTable('members').where('id', '=', owner).set({ last_signed_in_at: startedAt }).execute();
      return;
    }
    case 'SessionEnded':
      await trx.deleteFrom('sessions').where('id', '=', event.data.sessionId).execute();
      return;
    case 'SessionsEnded':
      await trx.deleteFrom('sessions').where('owner', '=', owner).execute();
      return;
    case 'SignInRefused':
    case 'CommandRefused':
      return;
    case 'MemberJoined': {
      const { memberId: id, name, email, claimedRole, joinedAt } = event.data;
      await trx
        .insertInto('members')
        .values({
          id,
          stream: event.stream,
          ...tenant,
          name,
          email,
          claimed_role: claimedRole,
          assigned_role: null,
          status: 'active',
          created_at: joinedAt,
          last_signed_in_at: null,
        })
        .execute();
      return;
    }
    case 'MemberDescribed': {
      const { name, email, claimedRole } = event.data;
      await member.set({ name, email, claimed_role: claimedRole }).execute();
      return;
    }
    case 'RoleAssigned':
      await member.set({ assigned_role: event.data.role }).execute();
      return;
    case 'MemberDisabled':
    case 'MemberEnabled':
      await member.set({ status: event.type === 'MemberDisabled' ? 'disabled' : 'active' }).execute();
  }
}

/** A session that has not ended, with whose it is. */
export interface StoredSession extends Tenant {
  readonly id: string;
  readonly owner: string;
  readonly keyHash: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
  /** Null: the session is of an API key. */
  readonly member: StoredMember | null;
}

/** A member as it is checked. */
export interface StoredMember {
  readonly stream: string;
  readonly name: string | null;
  readonly role: Role | null;
  readonly status: MemberStatus;
}

/** The questions on the tables. */
export class People {
  constructor(private readonly db: Kysely<AccessTables>) {}

  /** The session whose token has that hash, unless it was ended; it may have expired. */
  async sessionByHash(hash: string): Promise<StoredSession | undefined> {
    const row = await this.db
      .selectFrom('sessions')
      .leftJoin('members', 'members.id', 'sessions.owner')
      .selectAll('sessions')
      .select(['members.stream', 'members.name', 'members.claimed_role', 'members.assigned_role', 'members.status'])
      .where('sessions.hash', '=', hash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { id, owner, account, stream, name, status } = row;
    const role = roleOf({ claimedRole: row.claimed_role, assignedRole: row.assigned_role });
    return {
      id,
      owner,
      account,
      livemode: row.livemode === 1,
      keyHash: row.key_hash,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      member: stream === null || status === null ? null : { stream, name, role, status },
    };
  }

  /** Remembers that a session was used. */
  async touchSession(id: string, at: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .where('id', '=', id)
      .where('last_used_at', '<', at)
      .set({ last_used_at: at })
      .execute();
  }

  /** A member of a tenant. */
  async member(tenant: Tenant, id: string): Promise<(StoredMember & { readonly shown: Member }) | undefined> {
    const row = await this.#members(tenant).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const shown = toShown(row);
    return { stream: row.stream, name: row.name, role: shown.role, status: row.status, shown };
  }

  /** The newest first. */
  async members({ limit, startingAfter, ...tenant }: PageRequest): Promise<Page<Member>> {
    const rows = await this.#members(tenant)
      .$if(startingAfter !== null, (query) => query.where('id', '<', startingAfter))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, toShown);
  }

  #members({ account, livemode }: Tenant) {
    return this.db
      .selectFrom('members')
      .selectAll()
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode));
  }
}

function toShown(row: Selectable<MemberRow>): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: roleOf({ claimedRole: row.claimed_role, assignedRole: row.assigned_role }),
    claimed_role: row.claimed_role,
    assigned_role: row.assigned_role,
    status: row.status,
    livemode: row.livemode === 1,
    created_at: new Date(row.created_at).toISOString(),
    last_signed_in_at: row.last_signed_in_at === null ? null : new Date(row.last_signed_in_at).toISOString(),
  };
}
