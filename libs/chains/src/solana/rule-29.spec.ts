import type { Authorization, Submission } from '../transfers';
import { guardedChain } from '../guarded-chain';
import type { SolanaFront } from '../local/solana-front';
import { FINALITY, SLOT_MS } from '../local/solana-ledger';
import { FaultyTransport } from '../testing/faulty-transport';
import { LocalSolana, VALIDITY_MS } from '../testing/solana-chain';
import { openSolanaChain } from './open-solana-chain';
import type { SolanaChain } from './solana-chain';

/** How far ahead a lying endpoint claims to be. */
const LEAD_SLOTS = 151;
const FINALITY_SLOTS = FINALITY.alpenglow.finalized;
const LIFE_SLOTS = 150;
const FAILED = { InstructionError: [0, { Custom: 1 }] };

type Lie = FaultyTransport['lie'];
interface InContext {
  readonly context: { readonly slot: number };
  readonly value: unknown;
}

let local: LocalSolana;
let chain: SolanaChain;
let liar: FaultyTransport;
let honest: readonly SolanaFront[];

beforeEach(async () => {
  local = new LocalSolana(3);
  chain = await open();
});

/** Three endpoints, of which the last one may lie. */
async function open(): Promise<SolanaChain> {
  const [one, other, third] = local.fronts as [SolanaFront, SolanaFront, SolanaFront];
  honest = [one, other];
  liar = new FaultyTransport(third.transport);
  const transports = [one.transport, other.transport, liar.transport];
  const { ledger, treasury, feePayer, logged } = local;
  return openSolanaChain({
    network: { genesisHash: null, tokens: ledger.mints, explorer: null, expected: null },
    endpoints: transports.map((transport, index) => ({ name: `endpoint ${index + 1}`, transport })),
    deadlineMs: 60_000,
    treasury,
    feePayer,
    wallets: null,
    validityMs: VALIDITY_MS,
    solPrice: 150_000_000n,
    priorityPriceMost: 100_000n,
    log: {
      warn: (fields, message) => void logged.push({ level: 'warn', fields, message }),
      error: (fields, message) => void logged.push({ level: 'error', fields, message }),
    },
    now: () => ledger.now(),
  });
}

const now = (): number => local.ledger.now();
const pay = (given: Partial<Authorization> = {}): Authorization => local.authorization(chain, given);
const held = (authorizations: readonly Authorization[]) => authorizations.map(({ to }) => local.held(to));

async function states(submission: Submission, authorizations: readonly Authorization[]): Promise<readonly string[]> {
  return (await chain.observe(submission, authorizations, now())).map(({ state }) => state);
}

/** Answers to a question for signatures, each of them changed. */
function statuses(change: (status: object | null, slot: number) => object | null, leadSlots = 0): Lie {
  return (method, result) => {
    if (method !== 'getSignatureStatuses') return result;
    const { context, value } = result as InContext;
    const slot = context.slot + leadSlots;
    const changed = (value as readonly (object | null)[]).map((each) => change(each, context.slot));
    return { context: { ...context, slot }, value: changed };
  };
}

const failed = (status: object | null, slot: number): object => ({
  ...{ slot, confirmations: null, confirmationStatus: 'finalized' },
  ...status,
  ...{ err: FAILED, confirmationStatus: 'finalized' },
});
const finalized = (status: object | null, slot: number): object => ({
  ...{ slot, confirmations: null, err: null },
  ...status,
  ...{ confirmationStatus: 'finalized' },
});

/** Sends, looks and replaces, as a service does, and returns what is sent last. */
async function goOn(submission: Submission, authorizations: readonly Authorization[]): Promise<Submission> {
  let current = submission;
  for (let look = 0; look < 12; look++) {
    await chain.broadcast(current).catch(() => undefined);
    await chain.observe(current, authorizations, now()).catch(() => []);
    current = (await chain.replacement(current, authorizations, now()).catch(() => null)) ?? current;
    local.ledger.pass(4_000);
  }
  return current;
}

describe('protocol rule 29: failed for good is believed of every configured endpoint only', () => {
  let authorizations: readonly Authorization[];
  let submission: Submission;
  beforeEach(async () => {
    authorizations = [pay(), pay()];
    submission = await chain.assemble(authorizations);
    await chain.broadcast(submission);
    local.ledger.advance(2);
    expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
  });

  it.each([0, LEAD_SLOTS])('one says failed, %i slots ahead: nothing is signed anew', async (leadSlots) => {
    liar.lie = statuses(failed, leadSlots);
    expect(await chain.replacement(submission, authorizations, now())).toBeNull();
    expect(await goOn(submission, authorizations)).toBe(submission);
    expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
  });

  it.each([0, LEAD_SLOTS])(
    'one says failed, %i slots ahead, and the others give no answer: nothing is signed anew',
    async (leadSlots) => {
      liar.lie = statuses(failed, leadSlots);
      for (const front of honest) front.isDead = true;
      expect(await states(submission, authorizations)).toEqual(['unknown', 'unknown']);
      expect(await goOn(submission, authorizations)).toBe(submission);
      for (const front of honest) front.isDead = false;
      local.ledger.pass(40_000);
      expect(await states(submission, authorizations)).toEqual(['final', 'final']);
      expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
    },
  );

  it('one says failed and changes its mind: nothing is signed anew', async () => {
    let asked = 0;
    liar.lie = statuses(
      (status, slot) => [failed(status, slot), null, finalized(status, slot)][asked++ % 3] ?? null,
      200,
    );
    expect(await goOn(submission, authorizations)).toBe(submission);
    expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
  });

  it('two of three say failed: the payment waits, or is settled, and is never made twice', async () => {
    const other = new FaultyTransport(honest[1]!.transport);
    Object.assign(honest[1]!, { transport: other.transport });
    chain = await open();
    liar.lie = other.lie = statuses(failed, LEAD_SLOTS);
    expect(await goOn(submission, authorizations)).toBe(submission);
    expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
  });
});

it('protocol rule 29: a payment alone in its transaction does not fail by one endpoint', async () => {
  const authorization = pay();
  const submission = await chain.assemble([authorization]);
  await chain.broadcast(submission);
  local.ledger.advance(3);
  liar.lie = statuses(failed, LEAD_SLOTS);
  expect(await states(submission, [authorization])).toEqual(['final']);
  for (const front of honest) front.isDead = true;
  expect(await chain.observe(submission, [authorization], now())).not.toMatchObject([
    { state: 'reverted', final: true },
  ]);
  local.ledger.pass(VALIDITY_MS + 60_000);
  expect(await states(submission, [authorization])).toEqual(['unknown']);
});

it('protocol rule 29: what has failed for good by every endpoint is taken apart, also where one had to be waited for', async () => {
  const [first, frozen] = [pay(), pay()];
  const submission = await chain.assemble([first, frozen]);
  const mint = local.ledger.mints.USDC;
  local.ledger.setTokens(local.accountOf(frozen.to, mint), { mint, owner: frozen.to, amount: 0n, isFrozen: true });
  await chain.broadcast(submission);
  local.ledger.advance(FINALITY_SLOTS + 2);
  liar.fault = 'lost_before';
  expect(await chain.replacement(submission, [first, frozen], now())).toBeNull();
  liar.fault = 'none';
  // It failed a moment ago, and is asked all the same.
  expect(await chain.replacement(submission, [first, frozen], now())).toMatchObject({
    authorizations: [first.id, frozen.id],
  });
});

describe('protocol rule 29: settled and final is what a majority of the configured endpoints says alike', () => {
  it.each([0, LEAD_SLOTS])(
    'one endpoint, %i slots ahead, is not believed about a transaction that was never sent',
    async (leadSlots) => {
      const authorization = pay();
      const submission = await chain.assemble([authorization]);
      liar.lie = statuses(finalized, leadSlots);
      expect(await states(submission, [authorization])).toEqual(['unknown']);
      for (const front of honest) front.isDead = true;
      expect(await states(submission, [authorization])).toEqual(['unknown']);
    },
  );

  it.each<[string, Lie]>([
    ['says that it is missing', statuses(() => null)],
    ['says that it is missing, and is ahead', statuses(() => null, LEAD_SLOTS)],
    ['says that it has failed', statuses(failed)],
    ['has it in another block', statuses((status) => status && { ...status, slot: 7 })],
    [
      'answers with a list of another length',
      (method, result) => (method === 'getSignatureStatuses' ? { ...(result as InContext), value: [] } : result),
    ],
    ['answers with nonsense', (method, result) => (method === 'getSignatureStatuses' ? 'yes' : result)],
  ])('although one %s', async (_, lie) => {
    const authorizations = [pay(), pay()];
    const submission = await chain.assemble(authorizations);
    liar.lie = lie;
    await chain.broadcast(submission);
    local.ledger.advance(3);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
    local.ledger.advance(FINALITY_SLOTS);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
  });

  it.each(['lost_before', 'slow'] as const)('although one gives no answer (%s)', async (fault) => {
    liar.fault = fault;
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    local.ledger.advance(3);
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('settles and finalizes nothing while two of three endpoints do not answer', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    local.ledger.advance(3);
    for (const front of honest) front.isDead = true;
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    honest[0]!.isDead = false;
    // It rests, and is asked all the same.
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('the time of the block is what a majority says', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    local.ledger.advance(3);
    liar.lie = (method, result) => (method === 'getBlockTime' ? Number(result) + 3_600 : result);
    const [seen] = await chain.observe(submission, [authorization], now());
    expect(seen).toMatchObject({ state: 'final' });
    expect(Math.abs((seen as { readonly at: number }).at - now())).toBeLessThan(10_000);
  });
});

describe('protocol rules 17 and 29: what one endpoint tells of a blockhash kills nothing too early, and keeps nothing alive', () => {
  const lifetime = (change: (value: Readonly<Record<string, unknown>>, slot: number) => object): Lie => {
    return (method, result) => {
      if (method !== 'getLatestBlockhash') return result;
      const { context, value } = result as InContext;
      return { context, value: change(value as Readonly<Record<string, unknown>>, context.slot) };
    };
  };

  it.each<[string, Lie]>([
    ['a last valid height that is over', lifetime((value) => ({ ...value, lastValidBlockHeight: 1 }))],
    ['one that never comes', lifetime((value) => ({ ...value, lastValidBlockHeight: 1e12 }))],
    [
      'a blockhash that is none',
      lifetime((value) => ({ ...value, blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' })),
    ],
  ])('%s', async (_, lie) => {
    liar.lie = lie;
    // The liar is the fastest, and the others have had their troubles.
    for (const front of honest) front.delayMs = 5;
    const authorizations = [pay(), pay()];
    const submission = await chain.assemble(authorizations);
    expect(await chain.replacement(submission, authorizations, now())).toBeNull();
    // A node knows nothing of a blockhash that is younger than what it has finalized.
    local.ledger.advance(1);
    expect(await chain.replacement(submission, authorizations, now())).toBeNull();
    await chain.broadcast(submission);
    local.ledger.advance(3);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
    expect(held(authorizations)).toEqual([12_500_000n, 12_500_000n]);
  });

  it('a transaction whose blockhash is younger than what is final is not dead, although its last valid height is told to be over', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    const [carrier] = JSON.parse(submission.bytes) as readonly object[];
    const told = { ...submission, bytes: JSON.stringify([{ ...carrier, lastValidBlockHeight: 1, sinceSlot: 1 }]) };
    for (let slots = 0; slots < LIFE_SLOTS; slots += 10) {
      expect(await chain.replacement(told, [authorization], now())).toBeNull();
      local.ledger.advance(10);
    }
    local.ledger.advance(FINALITY_SLOTS + 5);
    expect(await chain.replacement(told, [authorization], now())).not.toBeNull();
  });

  it('a transaction with a last valid height that never comes is dead all the same when its blockhash is over for long', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    const [carrier] = JSON.parse(submission.bytes) as readonly object[];
    const told = { ...submission, bytes: JSON.stringify([{ ...carrier, lastValidBlockHeight: 1e12 }]) };
    local.ledger.advance(LIFE_SLOTS + FINALITY_SLOTS + 5);
    expect(await states(told, [authorization])).toEqual(['unknown']);
    for (let lives = 0; lives < 24; lives++) local.ledger.advance(LIFE_SLOTS);
    expect(now()).toBeGreaterThan(authorization.validUntil);
    expect(await states(told, [authorization])).toEqual(['expired']);
  });
});

describe('protocol rule 29: balances, deposits and fees are what a majority says alike', () => {
  const addresses = (): readonly string[] => [local.treasury.address];
  const deposits = (after: string) => chain.deposits({ addresses: addresses(), after, limit: 9 });
  const usdc = async (): Promise<string | undefined> =>
    (await chain.balances({ addresses: addresses() })).balances.find(({ currency }) => currency === 'USDC')?.amount;

  /** Every token account holds so much. */
  const holding = (amount: bigint): Lie => {
    return (method, result) => {
      if (method !== 'getMultipleAccounts') return result;
      const { context, value } = result as InContext;
      const changed = (value as readonly ({ readonly data: readonly [string, string] } | null)[]).map((each) => {
        const data = Buffer.from(each?.data[0] ?? '', 'base64');
        if (data.length === 165) data.writeBigUInt64LE(amount, 64);
        return each && { ...each, data: [data.toString('base64'), 'base64'] };
      });
      return { context, value: changed };
    };
  };
  const slots = (change: (slot: number) => number): Lie => {
    return (method, result) => {
      if (method === 'getSlot') return change(Number(result));
      if (typeof result !== 'object' || result === null || !('context' in result)) return result;
      const { context } = result as InContext;
      return { ...result, context: { ...context, slot: change(context.slot) } };
    };
  };
  const onlyWithNewSignature: Lie = (method, result) =>
    method === 'getSignaturesForAddress'
      ? [{ signature: '5'.repeat(88), slot: local.ledger.slot - 40, err: null }, ...(result as object[])]
      : result;

  it.each<[string, Lie]>([
    ['tells other balances', holding(10n ** 18n)],
    ['is far ahead', slots((slot) => slot + 1_000_000)],
    ['is far behind', slots((slot) => slot - 100)],
    ['tells another time', (method, result) => (method === 'getBlockTime' ? Number(result) + 3_600 : result)],
    ['answers with nonsense', () => ({ context: { slot: 'x' } })],
  ])('books open although one %s', async (_, lie) => {
    liar.lie = lie;
    const { balances, cursor, at } = await chain.balances({ addresses: addresses() });
    expect(balances.map(({ amount }) => amount)).toEqual(['1000000000000', '1000000000000']);
    expect(Number(cursor)).toBe(local.ledger.slot - FINALITY_SLOTS);
    expect(now() - at).toBeLessThan(FINALITY_SLOTS * SLOT_MS + 1_000);
  });

  it('balances are of the slot that they name, also where endpoints are at different slots', async () => {
    const { cursor } = await chain.balances({ addresses: addresses() });
    for (let round = 0; round < 8; round++) {
      honest[round % 2]!.behind = round % 4;
      await local.deposit('USDC', '5');
      local.ledger.advance(2);
      const { balances, cursor: at } = await chain.balances({ addresses: addresses() });
      const before = (await deposits(cursor)).deposits.filter(({ block }) => block <= Number(at));
      expect(BigInt(balances[0]!.amount)).toBe(10n ** 12n + 5n * BigInt(before.length));
    }
  });

  it.each<[string, Lie]>([
    ['hides it', (method, result) => (method === 'getSignaturesForAddress' ? [] : result)],
    ['tells of another one that nobody has', onlyWithNewSignature],
    ['is far ahead', slots((slot) => slot + 1_000_000)],
    [
      'answers with another transaction',
      (method, result) =>
        method === 'getTransaction' ? { ...(result as object), transaction: { signatures: ['5'.repeat(88)] } } : result,
    ],
    [
      'tells another amount',
      (_method, result) =>
        JSON.parse(
          JSON.stringify(result).replaceAll('"amount":"1000000000007"', '"amount":"9000000000007"'),
        ) as unknown,
    ],
  ])('a deposit is credited once although one %s', async (_, lie) => {
    const { cursor } = await chain.balances({ addresses: addresses() });
    await local.deposit('USDC', '7');
    local.ledger.advance(40);
    liar.lie = lie;
    const { deposits: found, cursor: after } = await deposits(cursor);
    expect(found).toMatchObject([{ amount: '7' }]);
    expect((await deposits(after)).deposits).toEqual([]);
  });

  it('one endpoint alone decides none of them', async () => {
    const { cursor } = await chain.balances({ addresses: addresses() });
    for (const front of honest) front.isDead = true;
    liar.lie = holding(10n ** 18n);
    await expect(usdc()).rejects.toThrow('1 of 3 endpoints answer, 2 are needed');
    await expect(deposits(cursor)).rejects.toThrow('1 of 3 endpoints answer, 2 are needed');
  });

  it('fees are not what one endpoint says', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    local.ledger.advance(FINALITY_SLOTS + 2);
    const { id, sender } = authorization;
    const ended = { ...submission, sender, replaced: [], included: [id] };
    const fees = await chain.costs.fees(ended);
    liar.lie = (method, result) =>
      method === 'getTransaction'
        ? { ...(result as object), meta: { preBalances: [9e12], postBalances: [0] } }
        : result;
    expect(await chain.costs.fees(ended)).toEqual(fees);
  });
});

describe('protocol rule 29: what one endpoint says fails no payment, and holds none up', () => {
  const quote = async () => {
    const request = { to: pay().to, amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    const guarded = guardedChain({
      name: 'solana',
      chain,
      log: { warn: () => undefined, error: () => undefined },
      now,
    });
    return (await guarded.quote(request))[0]?.health.status;
  };

  it.each<[string, Lie]>([
    [
      'that everything is frozen, or a program',
      (method, result) => {
        if (method !== 'getMultipleAccounts') return result;
        const { context, value } = result as InContext;
        const program = {
          owner: 'NativeLoader1111111111111111111111111111111',
          lamports: 1,
          executable: true,
          data: ['', 'base64'],
        };
        return { context, value: (value as readonly unknown[]).map(() => program) };
      },
    ],
    [
      'that the fee payer has nothing',
      (method, result) => (method === 'getBalance' ? { ...(result as InContext), value: 0 } : result),
    ],
    ['that blocks are old', (method, result) => (method === 'getBlockTime' ? Number(result) - 3_600 : result)],
    [
      'that blocks are of the future',
      (method, result) => (method === 'getBlockTime' ? Number(result) + 3_600 : result),
    ],
  ])('%s', async (_, lie) => {
    liar.lie = lie;
    local.ledger.pass(20_000);
    const authorization = pay();
    expect(await chain.precheck(authorization, now())).toBeNull();
    expect(await chain.refusalOf(authorization)).toBeNull();
    expect(await quote()).toBe('up');
  });

  it('does not delay a quote while one endpoint hangs', async () => {
    const [first] = local.fronts as [SolanaFront];
    first.isSlow = 'there';
    local.ledger.pass(20_000);
    expect(await quote()).toBe('up');
    first.release();
  });
});
