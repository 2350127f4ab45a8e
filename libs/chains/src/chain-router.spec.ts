import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAIN_NAMES } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { Chain } from './chain';
import type { ChainWallets } from './chain-wallets';
import { ChainsByName, oneForAll } from './chain-router';
import { guardedChain } from './guarded-chain';
import { Journal, readJournal } from './simulated/journal';
import { SimulatedChain } from './simulated/simulated-chain';
import { simulatedAuthorization } from './testing/authorizations';
import { describeChain } from './testing/chain.contract';

const START = Date.UTC(2026, 0, 1);
const OPTIONS = { settlementMs: 50, validityMs: 5_000 };
const OUTCOMES = { settles: '12500000', reverts: '12500201', expires: '12500202' } as const;

describeChain('one of several chains', async (chainName) => {
  const folder = mkdtempSync(join(tmpdir(), 'chain-by-name-'));
  const fileOf = (name: string) => join(folder, name);
  let now = START;
  let made = 0;
  const chains = CHAIN_NAMES.map(
    (name) => [name, new SimulatedChain({ ...OPTIONS, journal: new Journal(fileOf(name), () => now) })] as const,
  );
  return {
    chain: new ChainsByName(new Map(chains)).on(chainName),
    account: simulatedAuthorization(chainName, '1', { id: 'pay_0', authorizedAt: now }).to,
    now: () => now,
    pass: async (ms) => {
      now += ms;
    },
    authorization: (outcome) => {
      made += 1;
      return simulatedAuthorization(chainName, OUTCOMES[outcome], { id: `pay_${made}`, authorizedAt: now });
    },
    // On its own chain, and on no other.
    transfers: async ({ id }) =>
      new Set(
        CHAIN_NAMES.flatMap((name) => readJournal(fileOf(name)).map((entry) => ({ ...entry, name })))
          .filter(({ authorization, name }) => authorization === id && name === chainName)
          .map(({ hash }) => hash),
      ).size,
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

describe('ChainsByName', () => {
  const base = new SimulatedChain(OPTIONS);
  const failing = Object.assign(new SimulatedChain(OPTIONS), { quote: () => Promise.reject(new Error('503')) });
  const router = new ChainsByName(
    new Map([
      ['base', base],
      ['ethereum', failing],
    ]),
  );

  it('one that fails takes no other with it, and one that is not there is not configured', async () => {
    const quotes = await router.quote({
      to: 'x',
      amount: '1',
      currency: 'USDC',
      candidates: ['solana', 'base', 'ethereum'],
    });
    expect(quotes.map((quote) => [quote.chain, quote.health])).toEqual([
      ['solana', { status: 'down', reason: 'not configured' }],
      ['base', { status: 'up' }],
      ['ethereum', { status: 'down', reason: 'no answer' }],
    ]);
  });

  it('wallets, and what fits into a submission, are those of the chain itself; without any, there are none', () => {
    const wallets = {} as ChainWallets;
    const base = Object.assign(new SimulatedChain(OPTIONS), { wallets, capacity: () => 7 });
    const log = { warn: () => undefined, error: () => undefined };
    const guarded = guardedChain({ name: 'base', chain: base, log, now: () => START });
    const all = new ChainsByName(
      new Map<ChainName, Chain>([
        ['base', guarded],
        ['ethereum', new SimulatedChain(OPTIONS)],
      ]),
    );
    const of = (chain: ChainName) => simulatedAuthorization(chain, '1', { id: 'pay_1', authorizedAt: START });
    const found = (['base', 'ethereum', 'solana'] as const).map((name) => all.find(name)?.wallets);
    expect(found).toEqual([wallets, null, undefined]);
    expect(all.on('base').capacity([of('base'), of('base')])).toBe(7);
    expect(all.on('ethereum').capacity([of('ethereum'), of('ethereum')])).toBe(2);
  });

  it('what is on a chain that is not there is an error, which waits', () => {
    expect(() => router.on('solana')).toThrow('solana is not configured');
    expect(router.find('solana')).toBeUndefined();
  });
});

describe('oneForAll', () => {
  it('hands out the same adapter for every chain, which quotes all candidates at once', async () => {
    const sandbox = new SimulatedChain(OPTIONS);
    const router = oneForAll(sandbox);
    for (const name of CHAIN_NAMES) expect([router.on(name), router.find(name)]).toEqual([sandbox, sandbox]);
    const request = { to: 'x', amount: '12500208', currency: 'USDC', candidates: CHAIN_NAMES } as const;
    expect(await router.quote(request)).toEqual(await sandbox.quote(request));
  });
});
