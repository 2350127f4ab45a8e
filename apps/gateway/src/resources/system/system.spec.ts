import type { Message } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { LIVE_KEY, OTHER_KEY, startGateway, type TestGateway } from '../../testing/gateway';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

const LETTERS = '/v1/dead_letters';

/** A message of the account `acme` that its consumer could not handle. */
async function letter(id: string, time: number, changes: Partial<Message> = {}): Promise<void> {
  const message = {
    ...{ id, type: 'payment.settled', key: 'pay_1', time, account: 'acme', livemode: false, correlationId: 'req_1' },
    ...{ data: { secret: 'whsec_1' }, ...changes },
  } as unknown as Message;
  const given = {
    consumer: 'gateway',
    topic: 'payment.events.v1',
    cause: 'Error: no',
    attempts: 8,
    failedAt: time + 1,
  };
  await gateway.runtime.deadLetters.add({ ...given, message });
}

const listed = async (query = '', key?: string) =>
  (await gateway.send('GET', `${LETTERS}${query}`, key === undefined ? {} : { key })).body as {
    readonly data: readonly { readonly id: string; readonly message_id: string }[];
    readonly has_more: boolean;
    readonly next_cursor: string | null;
  };
const T0 = Date.UTC(2026, 0, 31);

describe('GET /v1/system', () => {
  it('is shown to live keys, and to sandbox keys of the account that has the live mode', async () => {
    const live = await startGateway({
      ...{ CHAIN_NETWORK: 'testnet', LIVE_ACCOUNT: 'acme', SCREENING_KYC: 'none', SCREENING_TRAVEL_RULE: 'none' },
      ...{ BASE_RPC_URLS: 'https://a.example', EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B' },
    });
    const statusOf = async (key?: string) =>
      (await live.send('GET', '/v1/system', key === undefined ? {} : { key })).status;
    expect([await statusOf(), await statusOf(LIVE_KEY)]).toEqual([200, 200]);
    const { status, body } = await live.send('GET', '/v1/system', { key: OTHER_KEY });
    await live.stop();
    expect([status, body['code'], body['chains']]).toEqual([403, 'insufficient_scope', undefined]);
  });

  it('is shown to every key where there is no live mode', async () => {
    // Of its own, because a report is given again for a second.
    const sandbox = await startGateway();
    const { status } = await sandbox.send('GET', '/v1/system', { key: OTHER_KEY });
    await sandbox.stop();
    expect(status).toBe(200);
  });
});

describe('dead letters', () => {
  afterEach(async () => {
    for (const { id } of await gateway.runtime.deadLetters.list()) await gateway.runtime.deadLetters.remove(id);
  });

  it('are listed newest first and page by page, without what is in them', async () => {
    for (const index of [0, 1, 2]) await letter(`msg_${index}`, T0 + index);
    const { data, has_more: more, next_cursor: cursor } = await listed('?limit=2');
    expect(data.map(({ message_id: id }) => id)).toEqual(['msg_2', 'msg_1']);
    expect(data[0]).toEqual({
      ...{ id: expect.stringMatching(/^dlt_/), consumer: 'gateway', type: 'payment.settled', object: 'pay_1' },
      ...{ message_id: 'msg_2', cause: 'Error', attempts: 8 },
      ...{ failed_at: '2026-01-31T00:00:00.003Z', created_at: '2026-01-31T00:00:00.002Z' },
    });
    expect({ more, cursor }).toEqual({ more: true, cursor: data[1]?.id });
    const rest = await listed(`?starting_after=${String(cursor)}`);
    expect(rest.data.map(({ message_id: id }) => id)).toEqual(['msg_0']);
    expect((await listed('?consumer=payment')).data).toEqual([]);
  });

  it('of another account or mode do not exist', async () => {
    await letter('msg_0', T0);
    const [{ id } = { id: '' }] = (await listed()).data;
    for (const key of [OTHER_KEY, LIVE_KEY]) {
      expect((await listed('', key)).data).toEqual([]);
      expect((await gateway.send('POST', `${LETTERS}/${id}/redrive`, { key, body: {} })).status).toBe(404);
    }
    expect((await listed()).data).toHaveLength(1);
  });

  it('are gone once a redrive has handled them; a replay is answered the same', async () => {
    await letter('msg_0', T0);
    const [{ id } = { id: '' }] = (await listed()).data;
    const body = { idempotency_key: 'redrive-1' };
    const first = await gateway.send('POST', `${LETTERS}/${id}/redrive`, { body });
    expect(first).toMatchObject({ status: 200, body: { id, outcome: 'handled', cause: null } });
    expect((await listed()).data).toEqual([]);
    const again = await gateway.send('POST', `${LETTERS}/${id}/redrive`, { body });
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'svc-idempotent-replayed': 'true' } });
    expect((await gateway.send('POST', `${LETTERS}/${id}/redrive`, { body: {} })).status).toBe(404);
    for (const service of ['payment', 'wallet', 'compliance', 'treasury', 'webhook'] as const) {
      const none = { data: [], has_more: false, next_cursor: null };
      gateway.fakes.answers.set(`${service}.audit_log`, () => none);
    }
    const audited = await eventually(async () => {
      const log = await gateway.send('GET', '/v1/audit_log?action=dead_letter.redriven');
      const entries = log.body['data'] as readonly object[];
      return entries.length > 0 && entries;
    });
    expect(audited).toMatchObject([
      {
        ...{ action: 'dead_letter.redriven', object: { type: 'dead_letter', id }, actor: { type: 'key' } },
        ...{ request_id: first.headers['svc-request-id'] },
        after: { consumer: 'gateway', type: 'payment.settled', message_id: 'msg_0' },
      },
    ]);
  });

  it('stay when they fail again, and no answer tells what the service says to itself', async () => {
    await letter('msg_0', T0, { type: 'payment.unknown' });
    const [{ id } = { id: '' }] = (await listed()).data;
    const { body } = await gateway.send('POST', `${LETTERS}/${id}/redrive`, { body: {} });
    expect(body).toEqual({ id, outcome: 'failed', cause: 'Error' });
    expect((await listed()).data).toHaveLength(1);
  });
});

describe('the state of the service', () => {
  const report = {
    ...{ version: '0.1.0', started_at: '2026-01-31T00:00:00.000Z', checks: [{ name: 'event store', status: 'down' }] },
    ...{ read_models: [], outbox: null, jobs: [], alarms: [] },
    chains: [
      {
        ...{ chain: 'base', needed: 2, agreeing: 1 },
        endpoints: [{ name: 'rpc', status: 'faulty', height: 7, behind: 0, seen_at: null, last_fault: 'silent' }],
      },
    ],
  };

  it('has every service that answers, those that do not, and the alarms that follow', async () => {
    gateway.fakes.answers.set('payment.system', () => report);
    gateway.fakes.answers.set('treasury.system', () => ({ ...report, checks: [], chains: [] }));
    gateway.fakes.answers.set('webhook.system', () => {
      throw new Error('away');
    });
    const { status, body } = await gateway.send('GET', '/v1/system');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', dead_letters: 0, chains: report.chains });
    const services = body['services'] as readonly { readonly name: string; readonly status: string }[];
    expect(services.map(({ name, status: each }) => `${name} ${each}`)).toEqual([
      ...['gateway up', 'payment degraded', 'wallet unreachable', 'compliance unreachable'],
      ...['treasury up', 'webhook unreachable'],
    ]);
    const alarms = body['alarms'] as readonly { readonly name: string; readonly service: string }[];
    expect(alarms.map(({ name, service }) => `${service} ${name}`)).toEqual([
      ...['payment part_down', 'wallet service_unreachable', 'compliance service_unreachable'],
      ...['webhook service_unreachable', 'payment chain_endpoints_disagree'],
    ]);
  });
});
