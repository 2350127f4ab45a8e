/** @needs own-service */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizationUses, describeWithAnvil, heldOnChain } from '@stablecoin/chains/testing';
import { CHAIN_NAMES, formatAmount, type ChainName, type Payment } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { LIVE_CRASH_POINTS, nameOf } from '../../apps/standalone/src/testing/faults/crash-points';
import { Api } from '../e2e/support/api';
import { BuiltService } from '../e2e/support/built-service';
import { onchainIdOf } from '../e2e/support/payments';
import { ensureBuilt } from '../e2e/support/ensure-built';
import { recipientOn, untilBooksAreChains } from '../rig/audit/on-chain';
import { LyingChains } from '../rig/start/lying-chains';

/** `npm run crash -- --live` sets it: a kill takes as long as a start and a few blocks. */
const isWanted = process.env['CRASH_LIVE'] === '1';
/** Of what the endpoints say that lie. */
const SEED = Number(process.env['CRASH_FIRST_SEED'] ?? '1');
const KEY = 'svc_live_0000000000000000000000';
const ENVIRONMENT = {
  CHAINS: 'local',
  LOG_LEVEL: 'error',
  BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
  // Of those that never answer.
  RPC_DEADLINE_MS: '1000',
  // No payment is to fail because its service was down.
  SCREENING_DEADLINE_MS: '300000',
};
const UNITS = 1_000_000n;
/** A payment is final on a local chain by then, also on a busy machine. */
const WITHIN_MS = 60_000;
const TEST_MS = 30 * 60_000;

interface Order {
  readonly chain: ChainName;
  readonly to: string;
  readonly key: string;
}

if (!isWanted) process.stderr.write('Live payments, killed at a point: skipped, `npm run crash -- --live` runs them\n');

(isWanted ? describeWithAnvil : describe.skip)('Live payments on local chains, killed at every point', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-crash-live-'));
  const orders: Order[] = [];
  let chains: LyingChains;

  beforeAll(async () => {
    ensureBuilt();
    chains = await LyingChains.start(dataFolder, SEED);
  });
  afterAll(async () => {
    await chains.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  /** As often as one likes: a payment is its key's. */
  async function send(url: string, { chain, to, key }: Order): Promise<string> {
    const order = { to, chain, amount: formatAmount(UNITS), idempotency_key: key };
    const { status, body } = await new Api(url, KEY).post('/payments', order, { prefer: 'respond-async' });
    expect([200, 201, 202]).toContain(status);
    return String(body['id']);
  }

  /** Starts the service, has it pay on each chain, and waits until it has killed itself. */
  async function killedAt(point: string): Promise<void> {
    const environment = { ...ENVIRONMENT, NODE_ENV: 'test', CRASH_AT: point };
    const service = await BuiltService.startOrCrash({ dataFolder, environment, entry: 'testing/main.js' });
    // What it was killed at before may have brought it here already.
    if (service === null) return;
    try {
      for (const chain of CHAIN_NAMES) {
        const order = { chain, to: recipientOn(chain), key: randomUUID() };
        orders.push(order);
        await send(service.url, order).catch(async (error: unknown) => {
          // A connection breaks a moment before the process is seen to have ended.
          await eventually(() => service.ended.aborted).catch(() => {
            throw error;
          });
        });
      }
      await eventually(() => service.ended.aborted, { withinMs: WITHIN_MS });
    } finally {
      await service.end('SIGKILL');
    }
  }

  it(
    'pays each payment once and loses none when killed from authorization to finality, and the books match the chain',
    async () => {
      const killed: string[] = [];
      for (const point of LIVE_CRASH_POINTS.map(nameOf)) {
        chains.lie();
        await killedAt(point);
        killed.push(point);
        process.stderr.write(`killed ${point}\n`);
      }
      expect(killed).toEqual(LIVE_CRASH_POINTS.map(nameOf));

      const service = await BuiltService.start({ dataFolder, environment: ENVIRONMENT });
      try {
        const api = new Api(service.url, KEY);
        const { description } = chains;
        for (const order of orders) {
          const id = await send(service.url, order);
          await eventually(
            async () => {
              const payment = (await api.get(`/payments/${id}`)).body as unknown as Payment;
              const { status, chain, error_code: code, error_message: message } = payment;
              expect([status, chain, code, message]).toEqual(['settled', order.chain, null, null]);
            },
            { withinMs: WITHIN_MS },
          );
          if (order.chain !== 'solana') {
            const onchainId = await onchainIdOf(api, id);
            expect(await authorizationUses(description, order.chain, { id, onchainId })).toBe(1);
          }
          expect(await heldOnChain(description, order.chain, order.to)).toBe(UNITS);
        }
        await untilBooksAreChains(api, description, WITHIN_MS);
        process.stderr.write(`${killed.length} kills, ${orders.length} payments, each made once\n`);
        process.stderr.write(`one endpoint of three lied on each chain: ${chains.told()}\n`);
      } finally {
        await service.end();
      }
    },
    TEST_MS,
  );
});
