/**
 * @needs own-service
 * @slow 30
 */
import { rmSync } from 'node:fs';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { Api } from '../e2e/support/api';
import { readAll } from './answers';
import { HOUR_MS, KEYS, QUICK, SLOW, type Client } from './installation';
import { moveClockTo } from './moved-clock';
import { made, storedAnswers, unpackDataFolder } from './stored-folder';

jest.setTimeout(300_000);

/** What depends on the moment of the question, by the path that shows it. */
const OF_THE_MOMENT: readonly (readonly [path: RegExp, field: string])[] = [
  [/GET \/treasury\/(balance|reconciliation)$/, 'as_of'],
  [/GET \/api_keys/, 'last_used_at'],
];

/** An answer without what depends on the moment. */
function lasting(question: string, text: string): string {
  return OF_THE_MOMENT.filter(([path]) => path.test(question)).reduce(
    (rest, [, field]) => rest.replaceAll(new RegExp(`"${field}":("[^"]*"|null)`, 'g'), `"${field}":…`),
    text,
  );
}

/** An answer without the fields that a later version has added. */
function withoutNew(now: string, before: string): string {
  if (!now.startsWith('{') || !before.startsWith('{')) return now;
  return JSON.stringify(fieldsOf(JSON.parse(now), JSON.parse(before)));
}

function fieldsOf(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((each, index) => fieldsOf(each, before[index]));
  if (!isObject(now) || !isObject(before)) return now;
  const kept = Object.entries(now).filter(([field]) => field in before);
  return Object.fromEntries(kept.map(([field, value]) => [field, fieldsOf(value, before[field])]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('A data folder of version 0.1.0', () => {
  const folder = unpackDataFolder();
  const { unfinished, orders, identityProvider } = made;
  let service: Standalone | undefined;
  const api: Client = (key = 'main') => new Api(service?.url ?? '', KEYS[key]);

  const start = async (environment: object) => {
    service = await startStandalone({ ...environment, ...identityProvider, DATA_DIR: folder });
  };
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };

  // It is not put back: a timer of some milliseconds would then last for hours, and Jest would wait for it.
  beforeAll(() => moveClockTo(made.at));
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens, and every list and every object in it is answered as before', async () => {
    await start(SLOW);
    const expected = storedAnswers();
    const answers = await readAll(api, made);
    expect(Object.keys(answers).toSorted()).toEqual(Object.keys(expected).toSorted());
    expect(made.objects).toBeGreaterThan(1_000);
    const changed = Object.entries(answers).flatMap(([question, text]) => {
      const [now = '', before = ''] = [text, expected[question] ?? ''].map((each) => lasting(question, each));
      return now === before || withoutNew(now, before) === before ? [] : [{ question, now, before }];
    });
    expect(changed.slice(0, 3)).toEqual([]);
  });

  it('knows every idempotency key', async () => {
    for (const { order, payment } of orders) {
      const { status, body } = await api().post('/payments', order);
      expect([status, body['id']]).toEqual([200, payment]);
      const other = await api().post('/payments', { ...order, amount: '0.01' });
      expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    }
    expect(orders.length).toBeGreaterThan(10);
  });

  it('lets people decide what waits for them', async () => {
    const { inReview, check, wallet, ofTreasury, ofWallet, deposit, screening, deadLetter } = unfinished;
    const clear = { decision: 'clear' };
    const statuses = [
      await api().post(`/approvals/${ofTreasury.approval}/approve`),
      await api().post(`/approvals/${ofWallet.approval}/approve`, { approver: ofWallet.approver }),
      await api().post(`/compliance/checks/${inReview.ref}/decision`, clear),
      await api().post(`/compliance/checks/${check}/decision`, { decision: 'block' }),
      await api().post(`/compliance/checks/${wallet.ref}/decision`, clear),
      await api().post(`/deposits/${deposit}/decision`, clear),
      await api().post(`/payments/${screening}/cancel`),
      await api().post(`/dead_letters/${deadLetter.id}/redrive`),
    ].map(({ status, text }) => (status === 200 ? status : text));
    expect(statuses).toEqual(statuses.map(() => 200));
    await eventually(async () =>
      expect((await api().get(`/wallets/${wallet.id}`)).body).toMatchObject({ status: 'active' }),
    );
    expect((await api().get(`/deposits/${deposit}`)).body).toMatchObject({ status: 'released' });
    expect((await api().get(`/payments/${screening}`)).body).toMatchObject({ error_code: 'canceled' });
  });

  it('carries out what is under way after another start, hours later', async () => {
    await stop();
    moveClockTo(made.at + 3 * HOUR_MS);
    await start(QUICK);
    const { onChain, accepted, inReview, ofTreasury, ofWallet, deadLetter, delivery } = unfinished;
    const paid = [...onChain, inReview.payment, ofTreasury.payment, ofWallet.payment, deadLetter.payment];
    await eventually(
      async () => {
        for (const id of paid) {
          expect((await api().get(`/payments/${id}`)).body).toMatchObject({ id, status: 'settled' });
        }
        for (const id of accepted) {
          expect((await api('busy').get(`/payments/${id}`)).body).toMatchObject({ id, status: 'settled' });
        }
        expect((await api().get(`/webhook_deliveries/${delivery}`)).body).toMatchObject({ status: 'delivered' });
      },
      { withinMs: 120_000 },
    );
    const spent = (await api('busy').get('/treasury/balance')).body;
    expect(spent).toMatchObject({
      usdc: `${3_000_000 - 3 * accepted.length}.00`,
      reserved: { base: { usdc: '0.00' }, ethereum: { usdc: '0.00' }, solana: { usdc: '0.00' } },
    });
  });

  it('makes new payments', async () => {
    const { status, body } = await api().post('/payments', { ...orders[0]?.order, idempotency_key: 'new' });
    expect([status, body['status']]).toEqual([201, 'settled']);
    const { body: timeline } = await api().get(`/payments/${String(body['id'])}/timeline`);
    expect((timeline['data'] as readonly { readonly type: string }[]).at(-1)).toMatchObject({ type: 'settled' });
  });
});
