import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DataFolder, type Client } from './testing/stopped-service';
import { diagnose } from './tools/doctor/diagnose';
import { manageKeys } from './tools/manage-keys';

const FORMER = join(__dirname, 'testing', 'data-of-2026-11-24');
/** As the version that made them answered. */
const PAYMENTS = {
  keyed: 'pay_01M8AHV4HW0W1PM0DFMBH6VMNH',
  eurc: 'pay_01M8AHV6DX8F7YJRHS9MNKQA99',
  solana: 'pay_01M8AHV7D9FVZCGBRG8TCKBZD0',
  approved: 'pay_01M8AHVAT3DZPJ064F46D1CJ3V',
};
const WALLET = 'wal_01M8AHV92C8ND3V0KDTX78SKR4';
const ENDPOINT = 'whe_01M8AHVGMP047HCDC9RH6C0Q26';
const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12.50', idempotency_key: 'order-1' };

interface Entry {
  readonly object: { readonly id: string };
  readonly actor: { readonly type: string };
}

describe('a start on the data of an earlier version', () => {
  const folder = new DataFolder();
  beforeAll(() => {
    mkdirSync(folder.path, { recursive: true });
    for (const name of readdirSync(FORMER).filter((each) => each.endsWith('.gz'))) {
      const file = join(folder.path, name.replace(/\.gz$/, ''));
      writeFileSync(file, gunzipSync(readFileSync(join(FORMER, name))), { mode: 0o600 });
    }
  });
  afterAll(() => folder.remove());

  const balanceOf = async (client: Client): Promise<unknown> => (await client.get('/treasury/balance'))['usdc'];

  it('is told beforehand to make read models anew, which loses nothing', async () => {
    const { code, text } = await folder.run(diagnose, []);
    expect(code).toBe(0);
    expect(text).toMatch(/^warn +migrations +the next start rebuilds read models: .*payment/m);
    expect(text).toMatch(/^ok +webhooks +the signing secrets of 1 endpoints can be opened$/m);
  });

  it('has every payment, wallet and endpoint, pays a key of then once, and pays on', async () => {
    await folder.whileRunning(async (client) => {
      for (const id of Object.values(PAYMENTS)) {
        expect(await client.get(`/payments/${id}`)).toMatchObject({ id, status: 'settled' });
      }
      expect(await client.get(`/payments/${PAYMENTS.keyed}`)).toMatchObject({
        ...{ amount: '12.50', memo: 'invoice 7', metadata: { order: '7' }, idempotency_key: 'order-1' },
      });
      expect(await client.get(`/payments/${PAYMENTS.keyed}/timeline`)).toHaveProperty('data.5.type', 'settled');
      expect(await client.get(`/wallets/${WALLET}`)).toMatchObject({ label: 'till', balances: { usdc: '899.99' } });
      expect(await client.get(`/webhook_endpoints/${ENDPOINT}`)).toMatchObject({ events: ['wallet.funded'] });
      expect(await balanceOf(client)).toBe('2999984.50');
      // What was credited then is available.
      expect(await client.get('/treasury/balance')).toMatchObject({ held: { base: { usdc: '0.00', eurc: '0.00' } } });

      const repeated = await client.post('/payments', { ...ORDER, memo: 'invoice 7', metadata: { order: '7' } });
      expect(repeated['id']).toBe(PAYMENTS.keyed);
      expect(await balanceOf(client)).toBe('2999984.50');
      expect(await client.post('/payments', { ...ORDER, idempotency_key: 'order-2' })).toMatchObject({
        status: 'settled',
      });
      expect(await balanceOf(client)).toBe('2999972.00');
    });
  });

  it('says in the audit log that nobody knows who did what was done then, and who did what is done now', async () => {
    // Keys of then may not read it.
    const [key = ''] = (await folder.run(manageKeys, ['create', '--account', 'acme'])).text.split('\n');
    await folder.whileRunning(async (client, { url }) => {
      const { id } = await client.post('/payments', { ...ORDER, idempotency_key: 'order-3' });
      const response = await fetch(`${url}/v1/audit_log?action=payment.created&limit=100`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { data } = (await response.json()) as { readonly data: readonly Entry[] };
      const actorOf = (payment: unknown) => data.find(({ object }) => object.id === payment)?.actor.type;
      expect(Object.values(PAYMENTS).map(actorOf)).toEqual(Object.values(PAYMENTS).map(() => 'unknown'));
      expect(actorOf(id)).toBe('key');
    });
  });
});
