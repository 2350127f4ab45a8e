import type { Actor, AuditLogRequest } from '@stablecoin/contracts';
import { eventId, rebuildReadModel, StreamCategory } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import type { EventMetadata, Json } from '@stablecoin/event-sourcing';
import { forEachDatabase } from '@stablecoin/stores/testing';
import type { Kysely } from 'kysely';
import { AuditLog } from './audit-log';
import { auditProjection } from './audit-projection';
import type { AuditTables } from './audit-projection';
import type { AuditTable } from './audited-events';

type Event =
  | { readonly type: 'Made'; readonly data: { readonly id: string; readonly url: string; readonly secret: string } }
  | { readonly type: 'Moved'; readonly data: { readonly url: string } }
  | { readonly type: 'Disabled'; readonly data: { readonly reason: string } }
  | { readonly type: 'Tested'; readonly data: { readonly times: number } }
  | { readonly type: 'Drafted'; readonly data: { readonly draft: string; readonly text: string } }
  | { readonly type: 'Refused'; readonly data: null }
  | { readonly type: 'Sent'; readonly data: null };

const events: AuditTable<Event> = {
  Made: { action: 'webhook_endpoint.created', id: ({ id }) => id, fields: ({ url }) => ({ url }) },
  Moved: { action: 'webhook_endpoint.updated', fields: ({ url }) => ({ url }) },
  Disabled: { action: 'webhook_endpoint.disabled', fields: () => ({ status: 'disabled' }), bySystem: true },
  Tested: { action: 'webhook_endpoint.tested', when: ({ times }) => times > 0, details: ({ times }) => ({ times }) },
  Drafted: {
    action: 'rules.draft_changed',
    part: ({ draft }) => draft,
    details: ({ draft }) => ({ draft }),
    fields: ({ text }) => ({ text }),
  },
  Refused: { action: 'api_key.refused', byPerson: 'member.refused' },
  Sent: null,
};

/** `undefined`: left out. */
type Changes = { readonly [Key in keyof EventMetadata]?: EventMetadata[Key] | undefined };

const T0 = Date.UTC(2026, 0, 31, 12);
const ada: Actor = { type: 'key', id: 'key_ada', name: 'Ada', ip: '192.0.2.1' };
const everything: AuditLogRequest = {
  ...{ account: 'acme', livemode: false, limit: 100, startingAfter: null },
  ...{ createdAfter: null, createdBefore: null, actor: null, action: null, object: null },
};

const projection = auditProjection('webhook', { streams: [new StreamCategory<Event>('endpoint')], events });
let store: MemoryEventStore;
let db: Kysely<AuditTables>;
let log: AuditLog;
const describeOnEach = forEachDatabase<AuditTables>((database) => {
  store = new MemoryEventStore();
  db = database.db;
  log = new AuditLog(db);
});

describeOnEach('the audit log of a service', () => {
  let requests = 0;
  /** Appends an event, of a request of Ada's unless it says otherwise, and brings the read model up to date. */
  async function happened(event: Event, changes: Changes = {}, stream = 'endpoint-hash'): Promise<void> {
    const id = `req_${++requests}`;
    const metadata = {
      commandId: id,
      correlationId: id,
      at: T0 + requests,
      account: 'acme',
      livemode: false,
      actor: ada,
    };
    const data = event.data as Json;
    await store.append(stream, 'any', [
      {
        ...{ type: event.type, data, id: eventId(stream, id, 0, event.type, '') },
        metadata: { ...metadata, ...changes } as EventMetadata,
      },
    ]);
    await rebuildReadModel({ store, db, projection });
  }
  const list = async (filter: Partial<AuditLogRequest> = {}) => (await log.list({ ...everything, ...filter })).data;
  const made: Event = { type: 'Made', data: { id: 'whe_1', url: 'https://one.example', secret: 'whsec_1' } };

  it('compares the fields of each part of an object with those of the same part', async () => {
    const drafted = (draft: string, text: string): Event => ({ type: 'Drafted', data: { draft, text } });
    for (const event of [drafted('one', 'a'), drafted('two', 'b'), drafted('one', 'c'), drafted('one', 'c')]) {
      await happened(event);
    }
    expect(await list()).toMatchObject([
      { object: { id: 'hash' }, before: null, after: { draft: 'one' } },
      { before: { text: 'a' }, after: { draft: 'one', text: 'c' } },
      { before: null, after: { draft: 'two', text: 'b' } },
      { before: null, after: { draft: 'one', text: 'a' } },
    ]);
  });

  it('has who did what to which object, by which request, and what changed', async () => {
    await happened(made);
    await happened({ type: 'Moved', data: { url: 'https://two.example' } });
    expect(await list()).toEqual([
      expect.objectContaining({
        actor: ada,
        action: 'webhook_endpoint.updated',
        object: { type: 'webhook_endpoint', id: 'whe_1' },
        request_id: `req_${requests}`,
        before: { url: 'https://one.example' },
        after: { url: 'https://two.example' },
      }),
      expect.objectContaining({ before: null, after: { url: 'https://one.example' } }),
    ]);
    expect(JSON.stringify(await list())).not.toContain('whsec_1');
  });

  it('has no change where a request changed nothing, and a field that is told of first was null', async () => {
    await happened(made);
    await happened({ type: 'Moved', data: { url: 'https://one.example' } });
    await happened({ type: 'Disabled', data: { reason: 'it is gone' } });
    const [disabled, moved] = await list();
    expect([moved?.before, moved?.after]).toEqual([null, null]);
    expect([disabled?.before, disabled?.after]).toEqual([{ status: null }, { status: 'disabled' }]);
  });

  it('leaves out what no request caused, unless it is to be known of', async () => {
    const byJob = { commandId: 'job_1', correlationId: 'req_0', actor: undefined };
    await happened(made, byJob);
    await happened({ type: 'Sent', data: null });
    await happened({ type: 'Tested', data: { times: 0 } });
    expect(await list()).toEqual([]);
    await happened({ type: 'Disabled', data: { reason: 'it is gone' } }, byJob);
    expect(await list()).toEqual([
      expect.objectContaining({ actor: { type: 'system', id: 'system', name: null, ip: null }, request_id: 'req_0' }),
    ]);
    await happened({ type: 'Moved', data: { url: 'https://two.example' } });
    expect((await list())[0]?.before).toEqual({ url: 'https://one.example' });
  });

  it('names what was done by a person, and not by a key, after the person', async () => {
    await happened({ type: 'Refused', data: null }, {}, 'endpoint-key_ada');
    await happened({ type: 'Refused', data: null }, { actor: { ...ada, type: 'user' } }, 'endpoint-usr_ada');
    expect((await list()).map(({ action, object }) => [action, object])).toEqual([
      ['member.refused', { type: 'member', id: 'usr_ada' }],
      ['api_key.refused', { type: 'api_key', id: 'key_ada' }],
    ]);
  });

  it('has a request from before actors were recorded, whose actor is unknown', async () => {
    await happened(made, { actor: undefined });
    expect(await list()).toMatchObject([{ actor: { type: 'unknown', id: 'unknown' } }]);
  });

  it('is the same after a rebuild from nothing, whatever the batches were', async () => {
    for (const event of [made, { type: 'Moved', data: { url: 'https://two.example' } }] as const) await happened(event);
    await happened({ type: 'Tested', data: { times: 2 } }, { livemode: true }, 'endpoint-other');
    const rows = async () => [
      await db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
      await db.selectFrom('audited_streams').selectAll().orderBy('stream').execute(),
    ];
    const kept = await rows();
    expect(kept.flat()).toHaveLength(4);
    for (const batchSize of [1, 2, 100]) {
      await rebuildReadModel({ store, db, projection, batchSize });
      expect(await rows()).toEqual(kept);
    }
  });

  it('is filtered by time, actor, action and object, and is of one account and mode', async () => {
    await happened(made, { at: T0 + 1_000 });
    await happened({ type: 'Tested', data: { times: 1 } }, { at: T0 + 2_000, actor: { ...ada, id: 'key_bob' } });
    await happened(made, { at: T0 + 3_000, account: 'other' }, 'endpoint-2');
    await happened(made, { at: T0 + 4_000, livemode: true }, 'endpoint-3');
    expect(await list()).toHaveLength(2);
    expect(await list({ account: 'other' })).toHaveLength(1);
    expect(await list({ livemode: true })).toHaveLength(1);
    const [tested, created] = await list();
    expect(await list({ actor: 'key_bob' })).toEqual([tested]);
    expect(await list({ action: 'webhook_endpoint.created' })).toEqual([created]);
    expect(await list({ object: 'whe_1' })).toEqual([created]);
    // Both ends are exclusive, to the millisecond.
    expect(await list({ createdAfter: T0 + 1_000 })).toEqual([tested]);
    expect(await list({ createdAfter: T0 + 999 })).toEqual([tested, created]);
    expect(await list({ createdBefore: T0 + 2_000 })).toEqual([created]);
    expect(await list({ createdBefore: T0 + 2_001 })).toEqual([tested, created]);
    expect(await list({ createdAfter: -1, createdBefore: -1 })).toEqual([]);
  });
});
