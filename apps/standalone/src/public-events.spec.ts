import { PUBLIC_EVENT_TYPES, topicOf, type Message, type PublicEventType } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import Ajv2020 from 'ajv/dist/2020';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedSchema } from '../../gateway/src/asyncapi/event-schema';
import { startStandalone, type Standalone } from './standalone';

const KEY = 'svc_test_0123456789abcdef';
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const IN_REVIEW = '0x000000000000000000000000000000000000d005';
const BLOCKED = '0x000000000000000000000000000000000000d001';
/** What nobody may read from a topic: keys and signing secrets, open or sealed. */
const SECRETS = /svc_(test|live)_|whsec_|"(sealed)?secret"|"authorization"|"opening"/i;

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
ajv.addFormat('uri', (text) => URL.canParse(text));

/** Every public event that the service can be made to publish, as it goes to the bus. */
describe('a public event never carries a secret or an internal field', () => {
  const published: Message[] = [];
  let service: Standalone;
  /** A receiver that is gone for good: its endpoint is disabled. */
  const gone = createServer((_, response) => response.writeHead(410).end());

  async function call<T>(path: string, options: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/v1${path}`, { ...options, headers });
    // 403: a blocked recipient.
    if (!response.ok && response.status !== 403) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  const post = (path: string, body: object, method = 'POST') =>
    call<{ id: string; compliance_ref: string }>(path, { method, body: JSON.stringify(body) });

  /** Money that a listed sender has sent, and that a person releases. */
  async function releaseDeposits(): Promise<void> {
    const held = () => call<{ data: { id: string }[] }>('/deposits?status=held', {}).then(({ data }) => data);
    await eventually(async () => expect(await held()).toHaveLength(2));
    for (const { id } of await held()) await post(`/deposits/${id}/decision`, { decision: 'clear' });
  }

  beforeAll(async () => {
    service = await startStandalone({
      PORT: '0',
      EVENT_STORE_URL: 'memory:',
      LOG_LEVEL: 'silent',
      WAIT_MS: '2000',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
      // It changes more within a second than a plan admits.
      RATE_LIMITS: '{"enterprise":{"other":{"rate":10000}}}',
    });
    const { bus } = service.runtime;
    const publish = bus.publish.bind(bus);
    jest.spyOn(bus, 'publish').mockImplementation((messages) => {
      published.push(...messages);
      return publish(messages);
    });

    await post('/treasury/settings', { low_balance: { total: '2999999.00' } }, 'PATCH');
    await post('/payments', { to: RECIPIENT, amount: '250.00', memo: 'Invoice 1042', idempotency_key: 'order-1042' });
    await post('/payments', { to: RECIPIENT, amount: '10.000201' });
    await post('/payments', { to: BLOCKED, amount: '10.00' });
    await post('/payments', { to: IN_REVIEW, amount: '10.00' });
    const wallet = await post('/wallets', {
      owner: 'agent:tester',
      chain: 'base',
      spend_limit: '1.00',
      label: 'Tests',
    });
    await post('/sandbox/faucet', { chain: 'base', amount: '500.00', wallet: wallet.id });
    await post('/payments', { to: RECIPIENT, amount: '10.00', from: wallet.id });
    await post('/sandbox/faucet', { chain: 'base', amount: '5.00', from: BLOCKED });
    await post('/sandbox/faucet', { chain: 'base', amount: '5.00', from: BLOCKED, wallet: wallet.id });
    await releaseDeposits();
    const draft = await post('/rules/drafts', {});
    await post(`/rules/drafts/${draft.id}/publish`, {});
    const waiting = await post('/wallets', { owner: 'user:review', chain: 'base' });
    await post(`/compliance/checks/${waiting.compliance_ref}/decision`, { decision: 'clear' });
    const endpoint = await post('/webhook_endpoints', { url: 'http://127.0.0.1:9/' });
    await post(`/webhook_endpoints/${endpoint.id}/rotate_secret`, {});
    await post(`/webhook_endpoints/${endpoint.id}/test`, {});
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    const refusing = await post('/webhook_endpoints', { url: `http://127.0.0.1:${port}/` });
    await post(`/webhook_endpoints/${refusing.id}/test`, {});
    await post('/api_keys', { name: 'reader', scopes: ['payments:read'] });
    // Real sanctions lists are of live mode.
    const metadata = {
      ...{ commandId: 'c', correlationId: 'req_1', account: 'acme' },
      at: Date.now(),
      livemode: false,
    };
    const match = {
      ...{ ref: 'cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE', address: RECIPIENT, source: 'list', version: '1', matched: 'x' },
      at: Date.now(),
    };
    await service.runtime.store.append('screening-matched', 'none', [
      { id: '0b5e9d0e-9f6b-5d1a-8f4f-1d2c3b4a5968', type: 'MatchFound', data: match, metadata },
    ]);
    const seen = () => new Set(published.map(({ type }) => type));
    await eventually(() => expect(PUBLIC_EVENT_TYPES.filter((type) => !seen().has(type))).toEqual([]));
  });

  afterAll(async () => {
    await service.stop();
    await new Promise((resolve) => gone.close(resolve));
  });

  const of = (type: PublicEventType): readonly Message[] => published.filter((message) => message.type === type);

  it.each(PUBLIC_EVENT_TYPES)('%s has the keys of its schema, and no other', (type) => {
    const validate = ajv.compile(closedSchema(type));
    for (const { data } of of(type)) expect([validate(data), validate.errors]).toEqual([true, null]);
  });

  it.each(PUBLIC_EVENT_TYPES)('%s names its object, its place in the order and its owner', (type) => {
    for (const message of of(type)) {
      expect(message).toMatchObject({ account: 'acme', livemode: false, sequence: expect.any(Number) });
      expect(message.id).toMatch(/^evt_/);
      expect(message.key).not.toBe('');
    }
  });

  it('the other events on the same topics carry no secret and no internal field either', () => {
    const events = published.filter(({ type }) => topicOf(type).endsWith('.events.v1'));
    expect(events.length).toBeGreaterThan(PUBLIC_EVENT_TYPES.length);
    for (const event of events) expect(JSON.stringify(event)).not.toMatch(SECRETS);
  });
});
