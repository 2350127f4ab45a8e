import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainName, Units } from '@stablecoin/contracts';
import { CHAIN_NAMES } from '@stablecoin/contracts';
import type { EarlierUseRequest } from '../past-transfers';
import type { Quote } from '../quotes';
import type { Authorization, Observation } from '../transfers';
import { simulatedAuthorization } from '../testing/authorizations';
import { describeChain } from '../testing/chain.contract';
import { Journal, readJournal } from './journal';
import { SimulatedChain } from './simulated-chain';

const START = Date.UTC(2026, 0, 1);
const OUTCOMES = { settles: '12500000', reverts: '12500201', expires: '12500202' } as const;

describeChain('simulated', async (chainName) => {
  const folder = mkdtempSync(join(tmpdir(), 'simulated-chain-'));
  const file = join(folder, 'journal');
  let now = START;
  let made = 0;
  const chain = new SimulatedChain({ settlementMs: 50, validityMs: 5_000, journal: new Journal(file, () => now) });
  return {
    chain,
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
      new Set(readJournal(file).flatMap(({ authorization, hash }) => (authorization === id ? [hash] : []))).size,
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

/** Everything that happens to a transfer, looked for at, just before and just after every 50 ms. */
async function lifeOf(chain: SimulatedChain, authorization: Authorization, until: number) {
  const submission = await chain.assemble([authorization]);
  const life: { after: number; seen: Observation }[] = [];
  const start = authorization.authorizedAt;
  const moments = Array.from({ length: (until - start) / 50 }, (_, i) =>
    [0, 1, 49].map((ms) => start + 50 * i + ms),
  ).flat();
  for (const now of moments) {
    const [seen] = await chain.observe(submission, [authorization], now);
    if (JSON.stringify(seen) === JSON.stringify(life.at(-1)?.seen)) continue;
    life.push({ after: now - start, seen: seen! });
  }
  return { hash: submission.hash, life };
}

describe.each(CHAIN_NAMES)('sandbox, by amount: what the chain does, on %s', (chainName) => {
  const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
  const authorization = (amount: Units) =>
    simulatedAuthorization(chainName, amount, { id: 'pay_1', authorizedAt: START });
  const quote = (amount: Units, candidates: readonly ChainName[]): Promise<readonly Quote[]> =>
    chain.quote({ to: 'anybody', amount, currency: 'USDC', candidates });
  const healthOf = (quotes: readonly Quote[]) => quotes.map(({ health }) => health.status);
  const blockMs = { base: 2_000, ethereum: 12_000, solana: 400 }[chainName];

  async function expectFinalAfter(amount: Units, ms: number): Promise<void> {
    const { hash, life } = await lifeOf(chain, authorization(amount), START + 25_000);
    const includedAt = START + ms / 2;
    const block = Math.floor(includedAt / blockMs);
    const final = { after: ms, seen: { state: 'final', hash, block, at: START + ms } };
    const included = { after: ms / 2, seen: { state: 'included', hash, block, at: includedAt } };
    expect(life).toEqual(ms === 0 ? [final] : [{ after: 0, seen: { state: 'unknown' } }, included, final]);
  }

  it.each<Units>(['12500000', '12500', '1', '99', '1010000', '1019999', '12501000'])(
    'any other ending (%s): an ordinary transfer, as fast as the pipeline runs',
    async (amount) => {
      await expectFinalAfter(amount, 0);
      expect(await chain.precheck(authorization(amount))).toBeNull();
      expect(healthOf(await quote(amount, [chainName]))).toEqual(['up']);
    },
  );

  it('an ordinary transfer takes the configured settlement time', async () => {
    const slow = new SimulatedChain({ settlementMs: 700, validityMs: 5_000 });
    const { life } = await lifeOf(slow, authorization('12500000'), START + 1_000);
    expect(life.map(({ after, seen }) => [after, seen.state])).toEqual([
      [0, 'unknown'],
      [350, 'included'],
      [700, 'final'],
    ]);
  });

  it.each<Units>(['12500101', '101'])('0101: settles after 3 s (%s)', (amount) => expectFinalAfter(amount, 3_000));

  it('0102: settles after 20 s, past the validity', () => expectFinalAfter('12500102', 20_000));

  it('0201: broadcast, then reverts, final at once', async () => {
    await chain.broadcast(await chain.assemble([authorization('12500201')]));
    const { hash, life } = await lifeOf(chain, authorization('12500201'), START + 6_000);
    expect(life).toEqual([{ after: 0, seen: { state: 'reverted', hash, final: true } }]);
  });

  it('0202: never included, expired when the validity has run out', async () => {
    await chain.broadcast(await chain.assemble([authorization('12500202')]));
    const { life } = await lifeOf(chain, authorization('12500202'), START + 25_000);
    expect(life).toEqual([
      { after: 0, seen: { state: 'unknown' } },
      { after: 5_001, seen: { state: 'expired' } },
    ]);
  });

  it('0203: the recipient is on the blocklist, seen before broadcast', async () => {
    expect(await chain.precheck(authorization('12500203'))).toBe('recipient_blocklisted');
  });

  it('0204: the relayer has no gas, seen before broadcast', async () => {
    expect(await chain.precheck(authorization('12500204'))).toBe('insufficient_gas');
  });

  it.each<[Units, string]>([
    ['12500205', 'spend_limit_onchain'],
    ['12500206', 'wallet_policy_changed'],
    ['12500208', 'wallet_blocklisted'],
  ])('%s: the chain would refuse it as %s, seen before broadcast', async (amount, refusal) => {
    expect(await chain.precheck(authorization(amount))).toBe(refusal);
  });

  it.each<Units>(['12500203', '12500204', '12500205', '12500206', '12500208'])(
    '%s: is never included should it be sent all the same',
    async (amount) => {
      const { life } = await lifeOf(chain, authorization(amount), START + 6_000);
      expect(life.map(({ seen }) => seen.state)).toEqual(['unknown', 'expired']);
    },
  );

  it('0301: the chain that is asked for is down, the first candidate with auto; the next one is up', async () => {
    const others = CHAIN_NAMES.filter((name) => name !== chainName);
    expect(healthOf(await quote('12500301', [chainName]))).toEqual(['down']);
    const quotes = await quote('12500301', [chainName, ...others]);
    expect(quotes.map(({ chain: name }) => name)).toEqual([chainName, ...others]);
    expect(healthOf(quotes)).toEqual(['down', 'up', 'up']);
    expect(quotes[0]!.health).toMatchObject({ reason: expect.stringContaining(`${chainName} is down`) as string });
    await expectFinalAfter('12500301', 0);
  });

  it('0302: every chain is down', async () => {
    expect(healthOf(await quote('12500302', CHAIN_NAMES))).toEqual(['down', 'down', 'down']);
  });

  it('0401: the answer to every broadcast is lost, the transfer is included', async () => {
    const submission = await chain.assemble([authorization('12500401')]);
    await expect(chain.broadcast(submission)).rejects.toThrow('was lost');
    await expect(chain.broadcast(submission)).rejects.toThrow('was lost');
    await expectFinalAfter('12500401', 0);
  });

  it('0402: included, reorganised away, included again in another block', async () => {
    const { hash, life } = await lifeOf(chain, authorization('12500402'), START + 25_000);
    const block = Math.floor((START + 100) / blockMs);
    const again = { hash, block: block + 1, at: START + 700 };
    expect(life).toEqual([
      { after: 0, seen: { state: 'unknown' } },
      { after: 100, seen: { state: 'confirmed', hash, block, at: START + 100 } },
      { after: 400, seen: { state: 'unknown' } },
      { after: 700, seen: { state: 'confirmed', ...again } },
      { after: 1_000, seen: { state: 'final', ...again } },
    ]);
  });

  it.each(['look, then wait', 'wait, then look'])('0402: a service sees all of it when it does %s', async (habit) => {
    const transfer = authorization('12500402');
    const submission = await chain.assemble([transfer]);
    const seen: string[] = [];
    let now = START;
    const look = async () => {
      seen.push((await chain.observe(submission, [transfer], now))[0]!.state);
    };
    if (habit === 'look, then wait') await look();
    for (let looks = 0; looks < 10 && seen.at(-1) !== 'final'; looks++) {
      now += chain.pollAfterMs([transfer], now);
      await look();
    }
    expect(seen.filter((state) => state !== 'unknown')).toEqual(['confirmed', 'confirmed', 'final']);
    expect(seen.slice(-4)).toEqual(['confirmed', 'unknown', 'confirmed', 'final']);
  });

  it('costs no fee', async () => {
    for (const amount of ['12500000', '12500301'] as const) {
      expect(await quote(amount, [chainName])).toMatchObject([{ fee: '0', settlementMs: blockMs }]);
    }
  });

  it('has no explorer', () => {
    expect(chain.explorerUrl()).toBeNull();
  });
});

describe('a submission with different outcomes', () => {
  const amounts: readonly Units[] = ['12500000', '12500101', '12500201', '12500202', '12500402'];
  const authorizations = amounts.map((amount, i) =>
    simulatedAuthorization('base', amount, { id: `pay_${i}`, authorizedAt: START }),
  );
  const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });

  it('has one hash, and an answer for each authorization', async () => {
    const submission = await chain.assemble(authorizations);
    const states = async (now: number) =>
      (await chain.observe(submission, authorizations, now)).map((observation) => observation.state);
    expect(await states(START)).toEqual(['final', 'unknown', 'reverted', 'unknown', 'unknown']);
    expect(await states(START + 100)).toEqual(['final', 'unknown', 'reverted', 'unknown', 'confirmed']);
    expect(await states(START + 1_500)).toEqual(['final', 'included', 'reverted', 'unknown', 'final']);
    expect(await states(START + 3_000)).toEqual(['final', 'final', 'reverted', 'unknown', 'final']);
    expect(await states(START + 5_001)).toEqual(['final', 'final', 'reverted', 'expired', 'final']);
  });

  it('is worth a look whenever something happens to one of them', () => {
    const looks = [0];
    while (looks.length < 9) looks.push(looks.at(-1)! + chain.pollAfterMs(authorizations, START + looks.at(-1)!));
    expect(looks).toEqual([0, 100, 400, 700, 1_000, 1_500, 3_000, 5_001, 5_001]);
  });

  it('is of one chain and one sender', async () => {
    const [first] = authorizations;
    await expect(chain.assemble([first!, { ...first!, id: 'pay_9', sender: 'other' }])).rejects.toThrow('one sender');
    await expect(chain.assemble([first!, { ...first!, id: 'pay_9', chain: 'ethereum' }])).rejects.toThrow('one chain');
  });

  it('answers only for what it carries', async () => {
    const [first, second] = authorizations;
    const submission = await chain.assemble([first!]);
    await expect(chain.observe(submission, [second!], START)).rejects.toThrow('does not carry authorization pay_1');
  });
});

describe('sandbox: the same before and after a restart, in one process or in many', () => {
  const options = { settlementMs: 30, validityMs: 5_000 };

  it.each(CHAIN_NAMES)('hash, bytes, block and outcome of a transfer on %s', async (chainName) => {
    const authorization = simulatedAuthorization(chainName, '12500402', { id: 'pay_1', authorizedAt: START });
    const readBack = Object.fromEntries(Object.entries(authorization).reverse()) as unknown as Authorization;
    const before = new SimulatedChain(options);
    const after = new SimulatedChain(options);
    const submission = await before.assemble([authorization]);
    expect(await after.assemble([readBack])).toEqual(submission);
    await before.broadcast(submission);
    for (const ms of [0, 130, 430, 730, 1_030]) {
      const now = START + ms;
      expect(await after.observe(submission, [readBack], now)).toEqual(
        await before.observe(submission, [authorization], now),
      );
    }
  });

  it('an ordinary transfer settles though the service was down while its validity ran out', async () => {
    const authorization = simulatedAuthorization('base', '12500000', { id: 'pay_1', authorizedAt: START });
    const chain = new SimulatedChain(options);
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    const seen = await chain.observe(submission, [authorization], START + 3_600_000);
    expect(seen).toMatchObject([{ state: 'final', at: START + 30 }]);
  });

  it('other authorizations have other hashes', async () => {
    const chain = new SimulatedChain(options);
    const given = { id: 'pay_1', authorizedAt: START };
    const different = await Promise.all([
      chain.assemble([simulatedAuthorization('base', '12500000', given)]),
      chain.assemble([simulatedAuthorization('ethereum', '12500000', given)]),
      chain.assemble([simulatedAuthorization('base', '12500001', given)]),
      chain.assemble([simulatedAuthorization('base', '12500000', { ...given, id: 'pay_2' })]),
      chain.assemble([simulatedAuthorization('base', '12500000', { ...given, memo: 'a memo' })]),
      chain.assemble([simulatedAuthorization('base', '12500000', { ...given, authorizedAt: START + 1 })]),
    ]);
    expect(new Set(different.map(({ hash }) => hash)).size).toBe(different.length);
  });
});

describe('sandbox: what an on-chain id was used for before', () => {
  const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
  const request: Omit<EarlierUseRequest, 'amount'> = {
    ...{ chain: 'base', onchainId: '0x1', to: '0x2', currency: 'USDC', wallet: null, areRecordsMissing: false },
  };

  it('is nothing, but for 0207: another transfer', async () => {
    expect(await chain.earlierUse({ ...request, amount: '12500000' })).toBeNull();
    expect(await chain.earlierUse({ ...request, amount: '12500207' })).toMatchObject({
      state: 'final',
      transfer: { amount: '1' },
    });
  });
});

describe('protocol rule 16: only the bytes that were persisted are broadcast', () => {
  it('refuses bytes that do not have the hash of their submission', async () => {
    const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
    const given = { id: 'pay_1', authorizedAt: START };
    const submission = await chain.assemble([simulatedAuthorization('base', '12500000', given)]);
    const other = await chain.assemble([simulatedAuthorization('base', '99500000', given)]);
    await expect(chain.broadcast({ ...submission, bytes: other.bytes })).rejects.toThrow('do not have that hash');
    await expect(chain.broadcast({ ...submission, bytes: '' })).rejects.toThrow();
  });
});
