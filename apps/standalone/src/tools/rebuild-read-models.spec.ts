import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { DataFolder, type Client } from '../testing/stopped-service';
import { openData } from './open-data';
import { readModels } from './read-models';
import { rebuildReadModels } from './rebuild-read-models';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const IN_REVIEW = '0x000000000000000000000000000000000000d005';
const SOLANA_RECIPIENT = 'So11111111111111111111111111111111111111112';
const UNREACHABLE = 'http://127.0.0.1:9/hooks';
/** One of each of the sandbox's outcomes that need not be waited for. */
const ENDINGS = ['0000', '0201', '0203', '0204', '0301', '0302', '0401', '0402'];

/** Something of everything that a read model shows, with work left to do in each list. */
async function makeTraffic(client: Client): Promise<void> {
  await client.post('/webhook_endpoints', { url: UNREACHABLE });
  const wallet = await client.post('/wallets', { owner: 'agent:alpha', chain: 'base', spend_limit: '10.00' });
  await client.post('/sandbox/faucet', { chain: 'base', amount: '100', wallet: wallet['id'] });
  // Side by side, so that events of many streams share the batches in which the live read models took them.
  const orders = ENDINGS.flatMap((ending) => [
    { to: RECIPIENT, amount: `2.50${ending}`, idempotency_key: `evm ${ending}` },
    { to: RECIPIENT, amount: `2.50${ending}`, currency: 'EURC', chain: 'ethereum' },
    { to: SOLANA_RECIPIENT, amount: `2.50${ending}` },
    { to: RECIPIENT, amount: `0.50${ending}`, from: wallet['id'] },
  ]);
  await Promise.all([
    ...orders.map((order) => client.post('/payments', order).catch(String)),
    client.patch('/treasury/settings', { low_balance: { total: '2999990.00', chains: { base: '999990.00' } } }),
    client.post('/compliance/check', { address: RECIPIENT, country_code: 'DE' }),
    client.post('/compliance/check', { address: SOLANA_RECIPIENT, country_code: 'KP' }),
    client.post('/wallets', { owner: 'user:blocked', chain: 'solana' }).catch(String),
    client.post('/sandbox/faucet', { chain: 'solana', currency: 'EURC', amount: '7' }),
  ]);
  await client.post('/payments', { to: IN_REVIEW, amount: '5.00' });
  const decided: string[] = [];
  for (const decision of ['approve', 'reject', 'nothing']) {
    const waiting = await client.post('/payments', { to: RECIPIENT, amount: '20.00', from: wallet['id'] });
    if (decision !== 'nothing') await client.post(`/approvals/${String(waiting['approval_id'])}/${decision}`, {});
    decided.push(String(waiting['id']));
  }
  const canceled = await client.post('/payments', { to: RECIPIENT, amount: '20.00', from: wallet['id'] });
  await client.post(`/payments/${String(canceled['id'])}/cancel`, {});
  const second = await client.post('/api_keys', { name: 'second' });
  await client.post(`/api_keys/${String(second['id'])}/rotate`, {});
  await eventually(async () => {
    const payments = await Promise.all(decided.map((id) => client.get(`/payments/${id}`)));
    expect(payments.map(({ status }) => status)).toEqual(['settled', 'failed', 'pending']);
  });
}

describe('npm run rebuild', () => {
  const folder = new DataFolder();

  beforeAll(() => folder.whileRunning(makeTraffic));
  afterAll(() => folder.remove());

  /** Every row of a service's read model, in an order that does not depend on how it was made. */
  async function rowsOf(service: ServiceName): Promise<Record<string, readonly string[]>> {
    const runtime = await openData(folder.environment);
    try {
      const db = runtime.database<Record<string, Record<string, unknown>>>(service);
      const rows: Record<string, readonly string[]> = {};
      for (const table of readModels(runtime.configuration)[service].tables) {
        const found = await db.selectFrom(table).selectAll().execute();
        rows[table] = found.map((row) => JSON.stringify(row)).sort();
      }
      return rows;
    } finally {
      await runtime.close();
    }
  }

  it.each(SERVICES)('makes the read model of %s exactly as it was, after a mixed load', async (service) => {
    const live = await rowsOf(service);
    expect(Object.values(live).flat().length).toBeGreaterThan(0);

    const { code, text } = await folder.run(rebuildReadModels, [service]);

    expect(code).toBe(0);
    expect(text).toMatch(new RegExp(`^${service}: rebuilt in [0-9.]+ s$`, 'm'));
    expect(await rowsOf(service)).toEqual(live);
  });

  it('leaves the service nothing to make at its next start', async () => {
    const shown = await folder.whileRunning((client) => client.get('/payments'));
    expect((await folder.run(rebuildReadModels, ['all'])).code).toBe(0);
    expect(await folder.whileRunning((client) => client.get('/payments'))).toEqual(shown);
  });

  it('says so when the service is running', async () => {
    await folder.whileRunning(async () => {
      await expect(folder.run(rebuildReadModels, ['all'])).rejects.toThrow(
        `the service is running on the data folder ${folder.path}: stop it first`,
      );
    });
  });

  it('says so when there is no data, and makes none', async () => {
    const environment = { DATA_DIR: `${folder.path}/nowhere` };
    await expect(openData(environment)).rejects.toThrow(`there is no data folder ${folder.path}/nowhere`);
    await expect(openData(environment)).rejects.toThrow('there is no data folder');
    await expect(openData({ EVENT_STORE_URL: 'memory:' })).rejects.toThrow('keeps nothing');
  });

  it('stops when it is told to, and the next start of the service goes on', async () => {
    const live = await rowsOf('gateway');
    const { code, text } = await folder.run(rebuildReadModels, ['all'], { signal: AbortSignal.abort() });
    expect({ code, text }).toEqual({
      code: 130,
      text: 'gateway: interrupted; the next start of the service continues\n',
    });
    expect(Object.values(await rowsOf('gateway')).flat()).toEqual([]);
    await folder.whileRunning((client) => client.get('/payments'));
    expect(await rowsOf('gateway')).toEqual(live);
  });

  it.each([[[]], [['nothing']], [['payment', 'wallet']]])('shows how it is used: %j', async (args) => {
    const { code, text } = await folder.run(rebuildReadModels, args);
    expect(code).toBe(2);
    expect(text).toContain('npm run rebuild -- <service>    one of gateway, payment, wallet');
  });
});
