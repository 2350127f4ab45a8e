/** @needs own-service */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '@stablecoin/chains';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { Api } from '../support/api';
import { EVM_RECIPIENT, paymentIdOf, SOLANA_RECIPIENT, untilEnded } from '../support/payments';
import { testEnvironment } from '../support/test-environment';

const RECIPIENTS = { EVM: EVM_RECIPIENT, Solana: SOLANA_RECIPIENT } as const;
/** What the sandbox's table says of an amount, and how many transfers are broadcast for it. */
const OUTCOMES = [
  ['0000', 'settled', 1],
  ['0101', 'settled', 1],
  ['0201', 'transaction_reverted', 1],
  ['0202', 'transaction_expired', 1],
  ['0203', 'recipient_blocklisted', 0],
  ['0204', 'insufficient_gas', 0],
  ['0302', 'chain_unavailable', 0],
  ['0401', 'settled', 1],
  ['0402', 'settled', 1],
] as const;
const FAMILIES = ['EVM', 'Solana'] as const;
const CASES = FAMILIES.flatMap((family) =>
  OUTCOMES.map(([ending, outcome, transfers]) => ({ family, ending, outcome, transfers })),
);

// Stops and starts a service of its own, so it does not run against BASE_URL.
describe('Sandbox: the same request gives the same outcome, before and after a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-restart-'));
  const journal = join(folder, 'journal');
  const environment = {
    ...testEnvironment(),
    ...{ PORT: '0', DATA_DIR: folder, SANDBOX_CHAIN_JOURNAL: journal },
    // Long enough that most of what is paid is on its way when the service stops.
    ...{ SANDBOX_SETTLEMENT_MS: '1500', SANDBOX_OPENING_BALANCE: '500' },
  };
  let service: Standalone;
  let api: Api;
  const payments = new Map<string, string>();
  const pendingAtStop = new Set<string>();

  const start = async (): Promise<void> => {
    service = await startStandalone(environment);
    api = new Api(service.url, null).as('sandbox');
  };
  const idOf = (family: string, ending: string): string => payments.get(`${family} ${ending}`) ?? '';

  beforeAll(async () => {
    await start();
    await Promise.all(
      CASES.map(async ({ family, ending }) => {
        const order = { to: RECIPIENTS[family], amount: `1.00${ending}` };
        const created = await api.post('/payments', order, { prefer: 'respond-async' });
        payments.set(`${family} ${ending}`, paymentIdOf(created));
        if (created.body['status'] === 'pending') pendingAtStop.add(paymentIdOf(created));
      }),
    );
    await service.stop();
    await start();
    await Promise.all([...payments.values()].map((id) => untilEnded(api, id)));
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('most of the payments were under way when it stopped', () => {
    expect(pendingAtStop.size).toBeGreaterThan(CASES.length / 2);
  });

  it.each(CASES)('$family, $ending: $outcome', async ({ family, ending, outcome, transfers }) => {
    const id = idOf(family, ending);
    const { body } = await api.get(`/payments/${id}`);
    expect(body['error_code'] ?? body['status']).toBe(outcome);
    const broadcasts = readJournal(journal).filter(({ authorization }) => authorization === id);
    expect(new Set(broadcasts.map(({ hash }) => hash)).size).toBe(transfers);
    expect(broadcasts.filter(({ conflict }) => conflict)).toEqual([]);
    if (transfers === 1) expect(body['txHash']).toBe(broadcasts[0]?.hash);
  });

  it('SANDBOX_SETTLEMENT_MS: an ordinary transfer takes so long', async () => {
    for (const family of FAMILIES) {
      const { body } = await api.get(`/payments/${idOf(family, '0000')}`);
      expect(body['settlement_ms']).toBeGreaterThanOrEqual(1_500);
    }
  });

  it('SANDBOX_OPENING_BALANCE: what the treasury opened with, less what was settled', async () => {
    const { body } = await api.get('/treasury/balance');
    const settled = (family: string) =>
      CASES.filter((each) => each.family === family && each.outcome === 'settled').reduce(
        (sum, { ending }) => sum + 1 + Number(ending) / 1_000_000,
        0,
      );
    expect(body['chains']).toEqual({
      base: (500 - settled('EVM')).toFixed(6),
      ethereum: '500.00',
      solana: (500 - settled('Solana')).toFixed(6),
    });
  });
});
