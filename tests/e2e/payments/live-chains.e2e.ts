/**
 * @once
 * @slow 48
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LyingProxy,
  describeWithAnvil,
  gasOnChain,
  heldOnChain,
  newOwner,
  type LocalChainsDescription,
} from '@stablecoin/chains/testing';
import {
  evmAddressFromBytes,
  type Payment,
  type TreasuryBalance,
  coinOf,
  formatAmount,
  type ChainName,
} from '@stablecoin/contracts';
import { Random, eventually, freePort } from '@stablecoin/event-sourcing/testing';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { askDoctor } from '../support/doctor';
import { ensureBuilt } from '../support/ensure-built';
import { expectError } from '../support/payments';
import { ROOT, textOf } from '../support/repository';
import { Shell } from '../support/shell';

const CHAINS: readonly ChainName[] = ['base', 'ethereum', 'solana'];
const KEY = 'svc_live_0000000000000000000000';
const STRANGERS_KEY = 'svc_live_1111111111111111111111';
const WITHIN_MS = 45_000;

interface Paid {
  readonly chain: ChainName;
  readonly to: string;
  readonly id: string;
  readonly units: bigint;
}

/** Starts the built service itself, because it kills it; the local chains, which it has started, live on. */
describeWithAnvil('Live payments on local chains', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-live-'));
  const paid: Paid[] = [];
  const output: string[] = [];
  const wrongTimes: string[] = [];
  let service: BuiltService;
  let api: Api;
  let chains: LocalChainsDescription;
  let metrics: string;
  /** What those who send had for fees at first. */
  const gas = new Map<ChainName, bigint>();

  async function start(): Promise<void> {
    const metricsPort = await freePort();
    metrics = `http://127.0.0.1:${metricsPort}/metrics`;
    const environment = {
      CHAINS: 'local',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise,${STRANGERS_KEY}:globex:enterprise`,
    };
    service = await BuiltService.start({ dataFolder, environment, onOutput: (text) => output.push(text) });
    api = new Api(service.url, KEY);
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
  }

  beforeAll(async () => {
    ensureBuilt();
    await start();
    for (const chain of CHAINS) gas.set(chain, await gasOnChain(chains, chain));
  });
  afterAll(async () => {
    await service.end();
    // The chains end when their file is gone.
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function pay(chain: ChainName, units: bigint, idempotencyKey: string = randomUUID()): Promise<Paid> {
    const to = chain === 'solana' ? newOwner() : evmAddressFromBytes(randomBytes(20));
    const order = { to, chain, amount: formatAmount(units), memo: `${chain} ✓`, idempotency_key: idempotencyKey };
    const { status, body } = await api.post('/payments', order, { prefer: 'respond-async' });
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'pending', livemode: true } });
    const payment = { chain, to, units, id: String(body['id']) };
    paid.push(payment);
    return payment;
  }

  /** Reads a payment, and keeps what is wrong with its times: whoever waits for it would read it again. */
  async function get(id: string): Promise<Payment> {
    const payment = (await api.get(`/payments/${id}`)).body as unknown as Payment;
    const { created_at, settled_at, settlement_ms } = payment;
    if (settled_at === null) return payment;
    const [created, settled] = [Date.parse(created_at), Date.parse(settled_at)];
    const isRight = created <= settled && settled <= Date.now() && settlement_ms === settled - created;
    if (!isRight) wrongTimes.push(`${new Date().toISOString()}: ${JSON.stringify(payment)}`);
    return payment;
  }

  async function expectAllSettled(): Promise<void> {
    for (const { id, to, chain, units } of paid) {
      await eventually(async () => expect(await get(id)).toMatchObject({ status: 'settled', chain }), {
        withinMs: WITHIN_MS,
      });
      expect(await heldOnChain(chains, chain, to)).toBe(units);
    }
  }

  it('says what they are at the start', () => {
    expect(output.join('')).toContain("The sandbox's provider screens live payments too");
  });

  it('a payment on each settles, and its recipient has exactly its amount', async () => {
    for (const chain of CHAINS) await pay(chain, 12_500_000n);
    await expectAllSettled();
    for (const { id, chain } of paid) {
      const payment = await get(id);
      expect(payment.txHash).toMatch(chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ : /^0x[0-9a-f]{64}$/);
    }
  });

  it('no timeline goes backwards, or beyond now', async () => {
    for (const { id } of paid) {
      const { body } = await api.get(`/payments/${id}/timeline`);
      const times = (body['data'] as { readonly at: string }[]).map(({ at }) => Date.parse(at));
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const now = Date.now();
      expect(times.at(-1)).toBeLessThanOrEqual(now);
    }
  });

  it('the first step of going live: the receiver of the examples verifies what it gets, with the live key', async () => {
    const receiver = 'node examples/webhook-receiver/receiver.mjs';
    expect(textOf('docs/going-live.md')).toContain(`API_KEY=svc_live_… ${receiver}`);
    const shell = new Shell({
      folder: ROOT,
      environment: { BASE_URL: service.url, API_KEY: KEY, RECEIVER_PORT: '0' },
    });
    try {
      shell.start(receiver);
      await eventually(() => expect(shell.written()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/ as whe_/m), {
        withinMs: WITHIN_MS,
      });
      const { id } = await pay('base', 5_000_000n);
      await eventually(() => expect(shell.written()).toContain('verified payment.settled'), { withinMs: WITHIN_MS });
      expect(shell.written()).toContain(`"id":"${id}","status":"settled"`);
      expect(shell.written()).not.toContain('refused');
    } finally {
      await shell.close();
    }
    for (const url of ['http://10.0.0.1/', 'http://example.com/']) {
      expectError(await api.post('/webhook_endpoints', { url }), 400, 'invalid_request', { param: 'url' });
    }
  });

  it('an idempotency key that is used again pays nothing', async () => {
    const key = randomUUID();
    const { to, id } = await pay('base', 3_000_000n, key);
    const again = { to, chain: 'base', amount: '3', memo: 'base ✓', idempotency_key: key };
    const replays = await Promise.all([1, 2, 3].map(() => api.post('/payments', again)));
    for (const { status, body, headers } of replays) {
      expect([status, body['id'], headers.get('svc-idempotent-replayed')]).toEqual([200, id, 'true']);
    }
    await expectAllSettled();
  });

  it('what sending has cost is booked, and is what those who send have less', async () => {
    await eventually(
      async () => {
        const text = await (await fetch(metrics)).text();
        for (const chain of CHAINS) {
          const spent = (gas.get(chain) ?? 0n) - (await gasOnChain(chains, chain));
          const series = `stablecoin_network_fee_units_total{chain="${chain}",coin="${coinOf(chain)}"} `;
          const line = text.split('\n').find((each) => each.startsWith(series));
          expect([chain, Number(line?.slice(series.length))]).toEqual([chain, Number(spent)]);
        }
      },
      { withinMs: WITHIN_MS },
    );
  });

  it('a service that is killed after it has sent, and started again, has paid each once', async () => {
    for (const chain of CHAINS) {
      for (let n = 1n; n <= 3n; n++) await pay(chain, 1_000_000n + n);
    }
    const under = paid.slice(-9);
    await eventually(async () => {
      const stages = await Promise.all(under.map(async ({ id }) => (await get(id)).stage));
      expect(stages.some((stage) => stage === 'broadcast' || stage === 'confirming')).toBe(true);
    });
    await service.end('SIGKILL');
    await start();
    await expectAllSettled();
  });

  it('what the ledger says of the treasury is what it holds on each chain', async () => {
    await eventually(async () => {
      const balance = (await api.get('/treasury/balance')).body as unknown as TreasuryBalance;
      for (const chain of CHAINS) {
        const held = await heldOnChain(chains, chain, chains[chain].treasury);
        expect([chain, balance.chains[chain]]).toEqual([chain, formatAmount(held)]);
      }
    });
  });

  it('npm run doctor finds what the treasury holds on each chain, and gas of those who send', async () => {
    // It reads the balances at finality, which comes later.
    await eventually(
      async () => {
        const messagesOf = await askDoctor(service.url, { CHAINS: 'local', DATA_DIR: dataFolder });
        for (const chain of CHAINS) {
          const messages = messagesOf(chain);
          const { treasury } = chains[chain];
          const held = formatAmount(await heldOnChain(chains, chain, treasury));
          expect(messages.filter((message) => !message.startsWith('ok '))).toEqual([]);
          expect(messages[0]).toContain(`the treasury ${treasury} holds ${held} USDC`);
          expect(messages[1]).toMatch(/^ok the sender \w+ has gas for \d+ transfers$/);
        }
      },
      { withinMs: WITHIN_MS },
    );
  });

  it('npm run doctor says how few blocks of logs an endpoint takes, in its own words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-doctor-'));
    const proxy = await LyingProxy.before('evm', chains.base.rpc_url, new Random(1));
    proxy.limits = { blocks: 5 };
    try {
      // The number is halved until it is taken.
      const description = { ...chains, base: { ...chains.base, rpc_url: proxy.url } };
      writeFileSync(join(folder, 'local-chains.json'), JSON.stringify(description));
      const messagesOf = await askDoctor(service.url, { CHAINS: 'local', DATA_DIR: folder });
      const words = /^warn endpoint .* takes eth_getLogs for 5 blocks, and answers to more: ".+" \(-\d+\)/;
      expect(messagesOf('base').filter((message) => words.test(message))).toHaveLength(1);
      expect(messagesOf('ethereum').filter((message) => message.includes('eth_getLogs'))).toEqual([]);
    } finally {
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each<[string, () => { readonly chain: ChainName; readonly to: string }]>([
    ['the mint of a token', () => ({ chain: 'solana', to: chains.solana.eurc })],
    ['a program', () => ({ chain: 'solana', to: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' })],
    ['the contract of a token', () => ({ chain: 'base', to: chains.base.usdc })],
    ['the treasury itself', () => ({ chain: 'ethereum', to: chains.ethereum.treasury })],
  ])('%s is never paid: 400 says why', async (_, order) => {
    const response = await api.post('/payments', { ...order(), amount: '1.00' });
    expectError(response, 400, 'invalid_request', { param: 'to', message: expect.stringContaining('cannot be paid') });
  });

  it('a chain whose clock is ahead: a payment is not settled at a time that has not been', async () => {
    const { rpc_url: rpcUrl } = chains.base;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_increaseTime', params: [3] });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(rpcUrl, { method: 'POST', headers, body })).status).toBe(200);
    await pay('base', 7_000_000n);
    await expectAllSettled();
    expect(wrongTimes).toEqual([]);
  });

  it("live mode is one account's", async () => {
    const order = { to: evmAddressFromBytes(randomBytes(20)), amount: '1.00' };
    const stranger = await api.withKey(STRANGERS_KEY).post('/payments', order);
    expectError(stranger, 422, 'chain_unavailable', {
      param: 'chain',
      message: expect.stringContaining('one account'),
    });
  });

  it('the sandbox is the sandbox still', async () => {
    expect((await api.post('/sandbox/faucet', { chain: 'base', amount: '1.00' })).status).toBe(404);
  });
});
