import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quote, QuoteRequest } from './quotes';
import type { Chain } from './chain';
import { guardedChain } from './guarded-chain';
import { Journal, readJournal } from './simulated/journal';
import { SimulatedChain } from './simulated/simulated-chain';
import { simulatedAuthorization } from './testing/authorizations';
import { describeChain } from './testing/chain.contract';

const START = Date.UTC(2026, 0, 1);
const OPTIONS = { settlementMs: 50, validityMs: 5_000 };
const OUTCOMES = { settles: '12500000', reverts: '12500201', expires: '12500202' } as const;
const log = { warn: () => undefined, error: () => undefined };

describeChain('a guarded chain', async (chainName) => {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-chain-'));
  const file = join(folder, 'journal');
  let now = START;
  let made = 0;
  const chain = new SimulatedChain({ ...OPTIONS, journal: new Journal(file, () => now) });
  return {
    chain: guardedChain({ name: chainName, chain, log, now: () => now }),
    account: simulatedAuthorization(chainName, '1', { id: 'pay_0', authorizedAt: now }).to,
    now: () => now,
    pass: async (ms) => {
      now += ms;
    },
    authorization: (outcome) => {
      made += 1;
      return simulatedAuthorization(chainName, OUTCOMES[outcome], { id: `pay_${made}`, authorizedAt: now });
    },
    transfers: async ({ id }) =>
      new Set(
        readJournal(file)
          .filter(({ authorization }) => authorization === id)
          .map(({ hash }) => hash),
      ).size,
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

describe('guardedChain', () => {
  const request: QuoteRequest = { to: '0xto', amount: '12500000', currency: 'USDC', candidates: ['base', 'solana'] };
  let now: number;
  let sends: 'arrive' | 'fail';
  let quotes: () => Promise<readonly Quote[]>;
  let chain: Chain;

  beforeEach(() => {
    now = START;
    sends = 'arrive';
    const simulated = new SimulatedChain(OPTIONS);
    quotes = () => simulated.quote({ ...request, candidates: ['base'] });
    const faulty = Object.assign(new SimulatedChain(OPTIONS), {
      quote: () => quotes(),
      refusalOf: () => Promise.resolve('it is the mint of a token'),
      broadcast: () => (sends === 'fail' ? Promise.reject(new Error('503')) : Promise.resolve()),
    });
    chain = guardedChain({ name: 'base', chain: faulty, log, now: () => now, quoteDeadlineMs: 20 });
  });

  it('says of an address what the chain itself says', async () => {
    const asked = { chain: 'base', to: '0xto', currency: 'USDC' } as const;
    expect(await chain.refusalOf(asked)).toBe('it is the mint of a token');
    const willing = guardedChain({ name: 'base', chain: new SimulatedChain(OPTIONS), log, now: () => now });
    expect(await willing.refusalOf(asked)).toBeNull();
  });

  let made = 0;
  const send = async (submissions: number, times = 1): Promise<void> => {
    for (let each = 0; each < submissions; each++) {
      const authorization = simulatedAuthorization('base', '12500000', { id: `pay_${++made}`, authorizedAt: now });
      const submission = await chain.assemble([authorization], () => Promise.resolve([]));
      for (let time = 0; time < times; time++) {
        await chain.broadcast(submission, [authorization]).catch(() => undefined);
      }
    }
  };
  const healthOfBase = async () => (await chain.quote(request))[0]?.health;

  it('is down after five submissions in a row have failed, and is tried again after a while', async () => {
    sends = 'fail';
    await send(4);
    expect(await healthOfBase()).toEqual({ status: 'up' });
    await send(1);
    const reason = 'the last 5 submissions failed, it is tried again in 10 s';
    expect(await healthOfBase()).toEqual({ status: 'down', reason });
    now += 10_000;
    expect(await healthOfBase()).toEqual({ status: 'up' });
    await send(1);
    expect(await healthOfBase()).toMatchObject({ status: 'down' });
  });

  it('is up as soon as something arrives: what is authorized is sent also while it is down', async () => {
    sends = 'fail';
    await send(5);
    sends = 'arrive';
    await send(1);
    expect(await healthOfBase()).toEqual({ status: 'up' });
  });

  it('one submission that fails again and again is no reason', async () => {
    sends = 'fail';
    await send(1, 20);
    expect(await healthOfBase()).toEqual({ status: 'up' });
  });

  it('says of other chains that they are not configured', async () => {
    expect(await chain.quote(request)).toMatchObject([
      { chain: 'base', health: { status: 'up' } },
      { chain: 'solana', health: { status: 'down', reason: 'not configured' } },
    ]);
  });

  it.each([
    ['that does not come', () => new Promise<never>(() => undefined)],
    ['that fails', () => Promise.reject(new Error('503'))],
  ])('a quote %s is the last one, for a minute', async (_, none) => {
    const first = await chain.quote(request);
    quotes = none;
    now += 59_999;
    expect(await chain.quote(request)).toEqual(first);
    now += 1;
    expect(await healthOfBase()).toEqual({ status: 'down', reason: 'no answer in time' });
  });
});
