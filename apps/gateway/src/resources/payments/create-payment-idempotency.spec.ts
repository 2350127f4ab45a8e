import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ENTERPRISE_KEY, OTHER_KEY, startGateway, type SendOptions, type TestGateway } from '../../testing/gateway';
import { SETTLED, failed } from '../../testing/fake-services';

const TO = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const OTHER_TO = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BODY = { to: TO, amount: '12.5' };

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.outcome = SETTLED;
  gateway.fakes.heldUntil = Promise.resolve();
  gateway.fakes.commands.length = 0;
});

const pay = (body: object, options: Omit<SendOptions, 'body'> = {}) =>
  gateway.send('POST', '/v1/payments', { ...options, body });

describe('Idempotency', () => {
  let count = 0;
  const newKey = (): string => `key ${++count}`;
  const initiated = () => gateway.fakes.commands.filter(({ type }) => type === 'payment.InitiatePayment').length;

  it('same key and same parameters: 200 with the original payment and svc-idempotent-replayed', async () => {
    const idempotency_key = newKey();
    const first = await pay({ ...BODY, idempotency_key });
    const second = await pay({ ...BODY, idempotency_key });
    expect(first.status).toBe(201);
    expect(first.headers['svc-idempotent-replayed']).toBeUndefined();
    expect(second.status).toBe(200);
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ idempotency_key });
    expect(initiated()).toBe(1);
  });

  it('parameters are compared after normalisation', async () => {
    const idempotency_key = newKey();
    const first = await pay({ to: TO, amount: '10', idempotency_key });
    const second = await pay({
      to: TO.toLowerCase(),
      amount: '10.00',
      currency: 'USDC',
      chain: 'auto',
      compliance: 'auto',
      memo: null,
      idempotency_key,
    });
    expect([second.status, second.body['id']]).toEqual([200, first.body['id']]);
  });

  it.each([
    ['to', OTHER_TO],
    ['amount', '12.51'],
    ['currency', 'EURC'],
    ['chain', 'base'],
    ['memo', 'another'],
    ['country_code', 'FR'],
  ])('another %s with the same key is 409 idempotency_conflict', async (field, value) => {
    const idempotency_key = newKey();
    await pay({ ...BODY, idempotency_key });
    const { status, body } = await pay({ ...BODY, [field]: value, idempotency_key });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'idempotency_conflict', retryable: false });
    expect(initiated()).toBe(1);
  });

  it('the key stands in the body or in the header; if both are given and differ: 400', async () => {
    const key = newKey();
    const first = await pay(BODY, { headers: { 'idempotency-key': key } });
    const second = await pay({ ...BODY, idempotency_key: key });
    const both = await pay({ ...BODY, idempotency_key: key }, { headers: { 'idempotency-key': key } });
    expect(second.body['id']).toBe(first.body['id']);
    expect(both.body['id']).toBe(first.body['id']);
    const differ = await pay({ ...BODY, idempotency_key: key }, { headers: { 'idempotency-key': 'another' } });
    expect([differ.status, differ.body['param']]).toEqual([400, 'idempotency_key']);
    const tooLong = await pay(BODY, { headers: { 'idempotency-key': 'x'.repeat(256) } });
    expect([tooLong.status, tooLong.body['param']]).toEqual([400, 'idempotency_key']);
  });

  it.each(['insufficient_balance', 'compliance_blocked', 'chain_unavailable'] as const)(
    'a replay of a payment refused with %s is the same refusal, whoever asks and however long they wait',
    async (code) => {
      gateway.fakes.outcome = failed(code);
      const idempotency_key = newKey();
      const send = (headers = {}) => pay({ ...BODY, idempotency_key }, { headers });
      const first = await send();
      for (const again of [await send(), await send({ prefer: 'respond-async' }), await send({ prefer: 'wait=30' })]) {
        expect(again.status).toBe(first.status);
        expect(again.body).toEqual({ ...first.body, request_id: again.body['request_id'] });
        expect(again.headers['svc-idempotent-replayed']).toBe('true');
      }
      expect(first.headers['svc-idempotent-replayed']).toBeUndefined();
      expect(initiated()).toBe(1);
    },
  );

  it.each(['transaction_reverted', 'internal_error'] as const)(
    'a replay of a payment that failed with %s, which is no refusal, is 200 with the payment',
    async (code) => {
      gateway.fakes.outcome = failed(code);
      const idempotency_key = newKey();
      const first = await pay({ ...BODY, idempotency_key });
      const second = await pay({ ...BODY, idempotency_key });
      expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
    },
  );

  it('duplicates that come while the first is under way get its refusal', async () => {
    gateway.fakes.outcome = failed('compliance_blocked');
    let open = (): void => undefined;
    gateway.fakes.heldUntil = new Promise((resolve) => (open = resolve));
    const idempotency_key = newKey();
    const answers = Promise.all(Array.from({ length: 5 }, () => pay({ ...BODY, idempotency_key })));
    await eventually(() => initiated() === 1);
    open();
    expect((await answers).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('a refused payment stays refused, also when another refusal would come first by now', async () => {
    gateway.fakes.outcome = failed('chain_unavailable');
    const body = { ...BODY, compliance: 'skip', idempotency_key: newKey() };
    const first = await pay(body, { key: ENTERPRISE_KEY });
    const replay = await pay(body);
    expect([first.status, replay.status, replay.body['payment_id']]).toEqual([422, 422, first.body['payment_id']]);
  });

  it('a replay answers with the current state', async () => {
    gateway.fakes.outcome = [];
    const idempotency_key = newKey();
    const first = await pay({ ...BODY, idempotency_key }, { headers: { prefer: 'respond-async' } });
    expect(first.status).toBe(202);
    await gateway.fakes.tell(String(first.body['id']), 'payment.settled', { status: 'settled', stage: 'done' });
    const second = await pay({ ...BODY, idempotency_key });
    expect([second.status, second.body['status']]).toEqual([200, 'settled']);
  });

  it('one of many concurrent requests with one key creates the payment, and all answer with it', async () => {
    let open = (): void => undefined;
    gateway.fakes.heldUntil = new Promise((resolve) => (open = resolve));
    const idempotency_key = newKey();
    const answers = Promise.all(Array.from({ length: 20 }, () => pay({ ...BODY, idempotency_key })));
    await eventually(() => initiated() === 1);
    open();
    const all = await answers;
    expect(all.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(all.map(({ body }) => body['id'])).size).toBe(1);
    expect(all.every(({ body }) => body['status'] === 'settled')).toBe(true);
    expect(initiated()).toBe(1);
  });

  it('scope: account, mode and operation', async () => {
    const key = newKey();
    const first = await pay({ ...BODY, idempotency_key: key });
    const other = await pay({ ...BODY, amount: '7', idempotency_key: key }, { key: OTHER_KEY });
    expect(other.status).toBe(201);
    expect(other.body['id']).not.toBe(first.body['id']);
    const wallet = await gateway.send('POST', '/v1/wallets', {
      body: { owner: 'agent:a', chain: 'base', idempotency_key: key },
    });
    expect(wallet.status).toBe(201);
  });

  it('a payment that was made is answered, also when it would be refused by now', async () => {
    const body = { ...BODY, compliance: 'skip', idempotency_key: newKey() };
    const first = await pay(body, { key: ENTERPRISE_KEY });
    const replay = await pay(body);
    expect([replay.status, replay.headers['svc-idempotent-replayed'], replay.body]).toEqual([200, 'true', first.body]);
    expect((await pay({ ...body, amount: '7' })).body['code']).toBe('plan_required');
    expect((await pay({ ...body, idempotency_key: newKey() })).body['code']).toBe('plan_required');
  });

  it('a replay answers the payment although the operator has lowered the largest payment since', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
    const onDisk = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: folder };
    const body = { ...BODY, amount: '500.00', idempotency_key: newKey() };
    const send = (to: TestGateway) => to.send('POST', '/v1/payments', { body });
    const before = await startGateway(onDisk);
    const first = await send(before);
    await before.stop();
    const after = await startGateway({ ...onDisk, PAYMENT_MAX: '100.00' });
    for (const [id, payment] of before.fakes.payments) after.fakes.payments.set(id, payment);
    const replay = await send(after);
    await after.stop();
    rmSync(folder, { recursive: true, force: true });
    expect([first.status, replay.status, replay.body]).toEqual([201, 200, first.body]);
    expect(after.fakes.commands).toEqual([]);
  });

  it('nothing is stored for 400 and 403 plan_required', async () => {
    const idempotency_key = newKey();
    expect((await pay({ ...BODY, amount: 'x', idempotency_key })).status).toBe(400);
    expect((await pay({ ...BODY, compliance: 'skip', idempotency_key })).status).toBe(403);
    expect((await pay({ ...BODY, from: 'wal_none', idempotency_key })).status).toBe(404);
    expect((await pay({ ...BODY, idempotency_key })).status).toBe(201);
  });
});
