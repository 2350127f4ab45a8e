import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { entriesOf } from '../support/audit-log';
import { expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/audit_log', () => {
  const service = useService();
  const api = (): Api => service.api.as('list_audit_log');
  const ids: string[] = [];
  const made = (query = '') => entriesOf(api(), `action=webhook_endpoint.created${query}`);

  beforeAll(async () => {
    for (let n = 0; n < 3; n++) {
      const { body } = await api().post('/webhook_endpoints', { url: `http://127.0.0.1:9/${n}` });
      ids.unshift(String(body['id']));
    }
    await eventually(async () => (await made()).length >= 3);
  });

  it('shows who did what, with which request, and from where', async () => {
    const [entry] = await made(`&object=${ids[0]}`);
    expect(entry).toEqual({
      id: idOf('aud'),
      at: TIME,
      actor: { type: 'key', id: idOf('key'), name: null, ip: expect.stringMatching(/127\.0\.0\.1$/) as unknown },
      action: 'webhook_endpoint.created',
      object: { type: 'webhook_endpoint', id: ids[0] },
      request_id: idOf('req'),
      before: null,
      after: { url: 'http://127.0.0.1:9/2', events: null, description: null, status: 'enabled' },
    });
  });

  it('lists page by page, the newest first', async () => {
    const all = await made();
    expect(all.map(({ object }) => object.id)).toEqual(ids);
    const { body: first } = await api().get('/audit_log?action=webhook_endpoint.created&limit=2');
    expect(first).toEqual({ data: all.slice(0, 2), has_more: true, next_cursor: all[1]?.id });
    const cursor = String(first['next_cursor']);
    const { body: last } = await api().get(`/audit_log?action=webhook_endpoint.created&starting_after=${cursor}`);
    expect(last).toEqual({ data: all.slice(2), has_more: false, next_cursor: null });
  });

  it('puts what happened in different services in one order, without gap or repetition', async () => {
    await api().patch('/treasury/settings', { low_balance: { total: '1.00' } });
    await api().post('/wallets', { owner: 'agent:listed', chain: 'base', compliance: 'skip' });
    const all = await eventually(async () => {
      const entries = await entriesOf(api());
      const actions = entries.map(({ action }) => action);
      return actions.includes('treasury.settings_updated') && actions.includes('wallet.created') && entries;
    });
    expect(all.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))].toSorted().reverse());
    // The first use of a key may be recorded while pages are read.
    await eventually(async () => {
      const paged: unknown[] = [];
      for (let cursor = ''; cursor !== 'null';) {
        const { body } = await api().get(`/audit_log?limit=1${cursor === '' ? '' : `&starting_after=${cursor}`}`);
        paged.push(...(body['data'] as readonly unknown[]));
        cursor = String(body['next_cursor']);
      }
      expect(paged).toEqual(await entriesOf(api()));
      return true;
    });
  });

  it('filters by time, actor and object', async () => {
    const [newest, middle, oldest] = await made();
    expect(await made(`&created_before=${newest?.at}`)).toEqual([middle, oldest]);
    expect(await made(`&created_after=${oldest?.at}`)).toEqual([newest, middle]);
    expect(await made(`&created_after=${oldest?.at}&created_before=${newest?.at}`)).toEqual([middle]);
    expect(await made('&created_before=1969-01-01')).toEqual([]);
    expect(await made('&created_after=1969-01-01')).toHaveLength(3);
    expect(await made(`&actor=${newest?.actor.id}`)).toHaveLength(3);
    expect(await made('&actor=key_nobody')).toEqual([]);
    expect(await made(`&object=${ids[1]}`)).toEqual([middle]);
  });

  it('shows nothing of another account or the other mode', async () => {
    for (const stranger of [service.api.as('list_audit_log', 'live'), service.api.as('list_audit_log_other')]) {
      const objects = (await entriesOf(stranger)).map(({ object }) => object.id);
      expect(objects.filter((id) => ids.includes(id))).toEqual([]);
      expect(await entriesOf(stranger, `object=${ids[0]}`)).toEqual([]);
    }
  });

  it('answers 400 for an action that there is not, and for a cursor of something else', async () => {
    expectError(await api().get('/audit_log?action=payment.stolen'), 400, 'invalid_request', { param: 'action' });
    const cursor = '/audit_log?starting_after=pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
    expectError(await api().get(cursor), 400, 'invalid_request', { param: 'starting_after' });
  });

  it('answers 403 for a key without the scope audit:read', async () => {
    const { body } = await api().post('/api_keys', { scopes: ['payments:read'] });
    const answer = await api().withKey(String(body['key'])).get('/audit_log');
    expectError(answer, 403, 'insufficient_scope');
  });

  it('answers with CSV', async () => {
    const { body } = await api().post('/api_keys', { name: '=cmd' });
    const path = `/audit_log?object=${String(body['id'])}`;
    await eventually(async () => ((await api().get(path)).body['data'] as unknown[]).length > 0);
    const { text } = await api().get(path, { accept: 'text/csv' });
    const [header, row = ''] = text.split('\r\n');
    const columns =
      'id,at,actor_type,actor_id,actor_name,actor_ip,action,object_type,object_id,request_id,before,after';
    expect(header).toBe(columns);
    expect(row).toContain(`,api_key.created,api_key,${String(body['id'])},req_`);
  });
});
