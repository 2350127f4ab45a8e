/** @needs own-service */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil, heldOnChain } from '@stablecoin/chains/testing';
import { formatAmount, type Payment } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../e2e/support/api';
import { BuiltService } from '../e2e/support/built-service';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { recipientOn, untilBooksAreChains } from '../rig/audit/on-chain';
import { inTurns } from '../rig/load/in-turns';
import { LyingChains } from '../rig/start/lying-chains';

/** Payments that are lost. `npm run crash -- --lost-hour` sets it: the small version is payment.service.lost-hour.spec.ts. */
const PAYMENTS = Number(process.env['CRASH_LOST_HOUR'] ?? '0');
/** Payments that the backup has. */
const KEPT = 20;
const AT_ONCE = 16;
const KEY = 'svc_live_0000000000000000000000';
const ENVIRONMENT = {
  CHAINS: 'local',
  LOG_LEVEL: 'error',
  BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
  // So long an operator has to wait until nothing that was signed can take effect.
  EVM_VALIDITY_MS: '60000',
  SOLANA_VALIDITY_MS: '60000',
  BACKUP_PASSPHRASE: 'correct horse battery staple',
};
const UNITS = 1_000_000n;
const WITHIN_MS = 180_000;
const TEST_MS = 20 * 60_000;

interface Order {
  readonly chain: 'auto' | 'base' | 'ethereum' | 'solana';
  readonly to: string;
  readonly idempotency_key: string;
  readonly amount: string;
}

if (PAYMENTS === 0) process.stderr.write('A lost hour: skipped, `npm run crash -- --lost-hour` runs it\n');

(PAYMENTS > 0 ? describeWithAnvil : describe.skip)('A service whose disk is lost after its backup', () => {
  const place = mkdtempSync(join(tmpdir(), 'stablecoin-payments-lost-hour-'));
  const dataFolder = join(place, 'data');
  const backup = join(place, 'backup');
  const environment = { ...ENVIRONMENT, DATA_DIR: dataFolder };
  let chains: LyingChains;

  beforeAll(async () => {
    ensureBuilt();
    mkdirSync(dataFolder);
    chains = await LyingChains.start(dataFolder, 1);
  });
  afterAll(async () => {
    await chains.stop();
    rmSync(place, { recursive: true, force: true });
  });

  /** Runs a tool as an operator does. */
  async function tool(name: string, ...args: readonly string[]): Promise<string> {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [BuiltService.fileOf(`tools/${name}.js`), ...args], { env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += String(part)));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}: ${text}`);
    return text;
  }

  async function settled(api: Api, orders: readonly Order[]): Promise<readonly Payment[]> {
    return inTurns(orders, AT_ONCE, async (order) => {
      const { body } = await api.post('/payments', order, { prefer: 'respond-async' });
      const id = String(body['id']);
      return eventually(
        async () => {
          const read = (await api.get(`/payments/${id}`)).body as unknown as Payment;
          expect([read.status, read.error_code, read.error_message]).toEqual(['settled', null, null]);
          return read;
        },
        { withinMs: WITHIN_MS },
      );
    });
  }

  const ordersOf = (count: number): readonly Order[] =>
    Array.from({ length: count }, (_, index) => {
      const chain = (['auto', 'base', 'ethereum', 'solana'] as const)[index % 4] ?? 'auto';
      return { chain, to: recipientOn(chain), idempotency_key: randomUUID(), amount: formatAmount(UNITS) };
    });

  it(
    'pays no key twice after its restore, and answers each with the first transfer',
    async () => {
      const lost = ordersOf(PAYMENTS);
      let service = await BuiltService.start({ dataFolder, environment });
      const kept = await settled(new Api(service.url, KEY), ordersOf(KEPT));
      await tool('backup', backup);
      const first = await settled(new Api(service.url, KEY), lost);
      await service.end('SIGKILL');
      rmSync(dataFolder, { recursive: true, force: true });

      await tool('restore', backup);
      const ended = new Date().toISOString();
      await expect(BuiltService.start({ dataFolder, environment })).rejects.toThrow();
      const review = await tool('restore', 'review');
      process.stderr.write(`${review.split('\n').at(-2)}\n`);
      await eventually(() => tool('restore', 'accept', '--ended', ended, '--grants', 'all'), { withinMs: WITHIN_MS });

      service = await BuiltService.start({ dataFolder, environment });
      try {
        const api = new Api(service.url, KEY);
        const second = await settled(api, lost);
        const hashes = (payments: readonly Payment[]) => payments.map(({ chain, txHash }) => `${chain} ${txHash}`);
        expect(hashes(second)).toEqual(hashes(first));
        for (const { id } of kept) expect((await api.get(`/payments/${id}`)).body['status']).toBe('settled');
        for (const { chain, to } of second) {
          if (chain === null) throw new Error('a settled payment has a chain');
          expect([to, await heldOnChain(chains.description, chain, to)]).toEqual([to, UNITS]);
        }
        await untilBooksAreChains(api, chains.description, WITHIN_MS);
        process.stderr.write(`${second.length} payments lost and repeated, each recipient paid once\n`);
      } finally {
        await service.end();
      }
    },
    TEST_MS,
  );
});
