import type { Authorization, Observation, Submission } from '../transfers';
import { SLOT_MS } from '../local/solana-ledger';
import { LocalSolana, VALIDITY_MS, newOwner } from '../testing/solana-chain';
import type { SolanaFront } from '../local/solana-front';
import { readCarriers, writeCarriers } from './submission/carriers';
import type { SolanaChain } from './solana-chain';

/** Blocks that may hold a transaction, and those until a block is final. */
const LIFE_SLOTS = 150;
const FINALITY_SLOTS = 32;

let local: LocalSolana;
let chain: SolanaChain;
let one: SolanaFront;
let other: SolanaFront;

beforeEach(async () => {
  local = new LocalSolana(2, { finality: 'tower' });
  chain = await local.open();
  [one, other] = local.fronts as [SolanaFront, SolanaFront];
});

const now = (): number => local.ledger.now();
const advance = (slots: number): void => local.ledger.advance(slots);
const pay = (given: Partial<Authorization> = {}): Authorization => local.authorization(chain, given);

async function states(submission: Submission, authorizations: readonly Authorization[]): Promise<readonly string[]> {
  return (await chain.observe(submission, authorizations, now())).map(({ state }) => state);
}

/** Sends and looks as a service does, replacing what can be replaced, until nothing changes any more. */
async function carryOut(
  submission: Submission,
  authorizations: readonly Authorization[],
): Promise<{ readonly seen: readonly Observation[]; readonly replacements: number }> {
  let current = submission;
  let replacements = 0;
  for (let look = 0; look < 500; look++) {
    await chain.broadcast(current).catch(() => undefined);
    const seen = await chain.observe(current, authorizations, now()).catch(() => []);
    const isOver = ({ state, ...rest }: Observation): boolean =>
      state === 'final' || state === 'expired' || ('final' in rest && rest.final);
    if (seen.length > 0 && seen.every(isOver)) return { seen, replacements };
    const next = await chain.replacement(current, authorizations, now()).catch(() => null);
    if (next !== null) {
      current = JSON.parse(JSON.stringify(next)) as Submission;
      replacements += 1;
    }
    local.ledger.pass(chain.pollAfterMs(authorizations, now()));
  }
  throw new Error('it never came to an end');
}

function expectPaidOnce(authorizations: readonly Authorization[]): void {
  const held = authorizations.map(({ to, currency }) => local.held(to, currency));
  expect(held).toEqual(authorizations.map(({ amount }) => BigInt(amount)));
}

describe('an answer that is lost', () => {
  it.each(['before', 'after'] as const)('%s a broadcast had its effect: the payment is made once', async (when) => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    for (const front of local.fronts) front.lose('sendTransaction', when);
    await expect(chain.broadcast(submission)).rejects.toThrow('gave no answer');
    // Both rest after that; all that is left is to look, and to send the same bytes again.
    const { seen, replacements } = await carryOut(submission, [authorization]);
    expect(seen).toMatchObject([{ state: 'final', hash: submission.hash }]);
    expect(replacements).toBe(0);
    expectPaidOnce([authorization]);
  });

  it.each(['getSignatureStatuses', 'getEpochInfo', 'getLatestBlockhash', 'getMultipleAccounts', 'isBlockhashValid'])(
    'a lost answer of %s causes no second transfer',
    async (method) => {
      const authorization = pay();
      const submission = await chain.assemble([authorization]);
      for (const front of local.fronts) front.lose(method, 'after', 2);
      one.isDropping = true;
      other.isDropping = true;
      advance(LIFE_SLOTS + FINALITY_SLOTS);
      for (const front of local.fronts) front.isDropping = false;
      const { replacements } = await carryOut(submission, [authorization]);
      expect(replacements).toBe(1);
      expectPaidOnce([authorization]);
    },
  );
});

describe('protocol rule 16: the same bytes, as often as needed', () => {
  it('make one transfer, at whatever endpoints they arrive, before and after they are in a block', async () => {
    const authorizations = [pay(), pay({ memo: 'invoice 7 💶' })];
    const submission = await chain.assemble(authorizations);
    for (let round = 0; round < 4; round++) {
      await chain.broadcast(submission);
      advance(1);
    }
    const again = await local.open();
    advance(LIFE_SLOTS);
    await again.broadcast(submission);
    advance(FINALITY_SLOTS + 1);
    expect(await states(submission, authorizations)).toEqual(['final', 'final']);
    expectPaidOnce(authorizations);
  });

  it('payments alike in everything but their id are all made, however many', async () => {
    const to = newOwner();
    const authorizations = Array.from({ length: 15 }, () => pay({ to }));
    // One transaction each, all under one blockhash.
    const submissions = await Promise.all(authorizations.map((each) => chain.assemble([each])));
    expect(new Set(submissions.map(({ hash }) => hash)).size).toBe(15);
    await Promise.all(submissions.map((each) => chain.broadcast(each)));
    advance(1);
    expect(local.held(to)).toBe(15n * 12_500_000n);
  });
});

describe('protocol rule 17: a transaction is dead only when every endpoint can be sure of it', () => {
  let authorization: Authorization;
  let submission: Submission;
  beforeEach(async () => {
    authorization = pay();
    submission = await chain.assemble([authorization]);
  });

  const replacement = (): Promise<Submission | null> => chain.replacement(submission, [authorization], now());
  const lastValid = (): number => Math.max(...readCarriers(submission.bytes).map((each) => each.lastValidBlockHeight));

  it('it is dead when a finalized block is past its last valid height, and is signed again once', async () => {
    while (local.ledger.height - FINALITY_SLOTS < lastValid()) {
      expect(await replacement()).toBeNull();
      advance(Math.max(1, Math.floor((lastValid() + FINALITY_SLOTS - local.ledger.height) / 2)));
    }
    expect(await replacement()).toBeNull();
    // And what is final has to be younger than the transaction, by more than clocks are apart.
    advance(FINALITY_SLOTS + 4);
    const anew = await replacement();
    expect(anew).toMatchObject({ authorizations: [authorization.id] });
    expect(anew?.hash).not.toBe(submission.hash);

    // The bytes before it can do no harm, not even now.
    await chain.broadcast(submission);
    const { seen, replacements } = await carryOut(anew!, [authorization]);
    expect(seen).toMatchObject([{ state: 'final', hash: anew?.hash }]);
    expect(replacements).toBe(0);
    expectPaidOnce([authorization]);
  });

  it('it is not dead while one endpoint gives no answer', async () => {
    advance(LIFE_SLOTS + FINALITY_SLOTS + 5);
    other.isDead = true;
    expect(await replacement()).toBeNull();
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    expect(local.logged).toContainEqual({
      level: 'warn',
      fields: { answered: ['endpoint 1'], of: 2 },
      message: 'transactions wait for endpoints that do not answer',
    });
    other.isDead = false;
    local.ledger.pass(5_000);
    expect(await replacement()).not.toBeNull();
  });

  /** In the last block that may hold it. */
  async function includeLate(): Promise<void> {
    advance(lastValid() - local.ledger.height - 1);
    await chain.broadcast(submission);
    advance(1);
    expect(local.held(authorization.to)).toBe(12_500_000n);
  }

  it('it is not dead while one endpoint is behind the block that holds it', async () => {
    await includeLate();
    advance(FINALITY_SLOTS + 5);
    other.behind = FINALITY_SLOTS + 10;
    expect(await replacement()).toBeNull();
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    other.behind = 0;
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('it is not dead when nodes that are behind share the name of one that is not', async () => {
    await includeLate();
    for (const front of local.fronts) {
      front.behind = FINALITY_SLOTS + 10;
      front.hidesItsLag = true;
    }
    advance(FINALITY_SLOTS + 5);
    expect(await replacement()).toBeNull();
    for (const front of local.fronts) front.behind = 0;
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('it is not dead when the history of one endpoint begins after the transaction', async () => {
    await includeLate();
    advance(LIFE_SLOTS * 2);
    for (const front of local.fronts) front.firstSlot = local.ledger.slot - 100;
    expect(await replacement()).toBeNull();
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    // One that remembers is enough to prevent it, and all have to remember to allow it.
    one.firstSlot = 0;
    expect(await replacement()).toBeNull();
    other.firstSlot = 0;
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('it is not dead when it lands between the reading of its signature and of the height', async () => {
    await chain.broadcast(submission);
    local.ledger.isCongested = true;
    advance(lastValid() - local.ledger.height - 1);
    // Whatever is asked, by the time of the next question the block is there, and final.
    let isHeld = true;
    for (const front of local.fronts) {
      front.onAnswer = () => {
        if (!isHeld) return;
        isHeld = false;
        local.ledger.isCongested = false;
        advance(LIFE_SLOTS + FINALITY_SLOTS);
      };
    }
    expect(await replacement()).toBeNull();
    expect(local.held(authorization.to)).toBe(12_500_000n);
    expect(await states(submission, [authorization])).toEqual(['final']);
  });

  it('it is not dead while its blockhash is valid, whatever last valid height an endpoint gave', async () => {
    const [carrier] = readCarriers(submission.bytes);
    const told = JSON.stringify([{ ...carrier, lastValidBlockHeight: local.ledger.height }]);
    submission = { ...submission, bytes: told };
    advance(LIFE_SLOTS);
    expect(await replacement()).toBeNull();
    await chain.broadcast(submission);
    advance(FINALITY_SLOTS + 5);
    expect(await replacement()).not.toBeNull();
  });

  it('it is not dead while one endpoint has it on a fork, and dead when the fork is gone', async () => {
    other.fork.set(submission.hash, 'processed');
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    advance(LIFE_SLOTS + FINALITY_SLOTS + 5);
    expect(await replacement()).toBeNull();
    other.fork.clear();
    expect(await replacement()).not.toBeNull();
  });

  it('protocol rule 15: when the validity is over it is not signed anew, and expired', async () => {
    local.ledger.pass(VALIDITY_MS + 1);
    expect(await replacement()).toBeNull();
    expect(await states(submission, [authorization])).toEqual(['expired']);
  });
});

describe('of several transactions of a submission', () => {
  it('signs only the dead transactions again', async () => {
    const authorizations = Array.from({ length: 30 }, () => pay());
    const submission = await chain.assemble(authorizations);
    const carriers = readCarriers(submission.bytes);
    expect(carriers.length).toBeGreaterThan(2);
    const signatures = carriers.flatMap(({ signature, carries }) => carries.map(() => signature));
    expect(await chain.observe(submission, authorizations, now())).toEqual(
      signatures.map((hash) => (hash === submission.hash ? { state: 'unknown' } : { state: 'unknown', sentAs: hash })),
    );
    for (const front of local.fronts) front.drops.add(carriers[1]!.signature);
    await chain.broadcast(submission);
    advance(LIFE_SLOTS + FINALITY_SLOTS + 5);

    const anew = await chain.replacement(submission, authorizations, now());
    const kept = readCarriers(anew!.bytes).map(({ signature }) => signature);
    expect(kept.slice(1)).toEqual([carriers[0]!, ...carriers.slice(2)].map(({ signature }) => signature));
    expect(kept).not.toContain(carriers[1]!.signature);
    const { seen } = await carryOut(anew!, authorizations);
    expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['final']));
    expectPaidOnce(authorizations);
  });

  describe('one that is dead, and carries a payment whose validity is over and one whose validity is not', () => {
    let authorizations: readonly [Authorization, Authorization];
    let submission: Submission;
    let anew: Submission;

    beforeEach(async () => {
      authorizations = [pay({ validUntil: now() + LIFE_SLOTS * SLOT_MS }), pay()];
      submission = await chain.assemble(authorizations);
      expect(readCarriers(submission.bytes)).toHaveLength(1);
      for (const front of local.fronts) front.isDropping = true;
      await chain.broadcast(submission);
      advance(LIFE_SLOTS + FINALITY_SLOTS + 5);
      for (const front of local.fronts) front.isDropping = false;
      anew = (await chain.replacement(submission, authorizations, now()))!;
    });

    it('stays for the first, which has expired, while the second is signed again and paid', async () => {
      expect(anew).toMatchObject({ authorizations: submission.authorizations });
      expect(await states(anew, authorizations)).toEqual(['expired', 'unknown']);
      const { seen, replacements } = await carryOut(anew, authorizations);
      expect(seen).toMatchObject([{ state: 'expired' }, { state: 'final', hash: anew.hash }]);
      expect(replacements).toBe(0);
      expect(authorizations.map(({ to }) => local.held(to))).toEqual([0n, 12_500_000n]);
      // The dead one has cost nothing.
      const { costs } = chain;
      const [, { id, sender }] = authorizations;
      const ended = { ...anew, sender, replaced: [submission.hash], included: [id] };
      expect(await costs.fees(ended)).toMatchObject([{ hash: anew.hash }]);
    });

    it('is not sent again', async () => {
      const sent = jest.spyOn(local.ledger, 'submit');
      await chain.broadcast(anew);
      const wires = sent.mock.calls.map(([wire]) => Buffer.from(wire).toString('base64'));
      expect(new Set(wires)).toEqual(new Set([readCarriers(anew.bytes)[0]?.wire]));
    });

    it('the first has expired too where an earlier version has left it out of the bytes', async () => {
      const bytes = writeCarriers(readCarriers(anew.bytes).filter(({ signature }) => signature !== submission.hash));
      const told = { ...anew, bytes };
      expect(await states(told, authorizations)).toEqual(['expired', 'unknown']);
      const { seen } = await carryOut(told, authorizations);
      expect(seen).toMatchObject([{ state: 'expired' }, { state: 'final' }]);
      const valid = { ...authorizations[0], validUntil: now() };
      await expect(chain.observe(told, [valid, authorizations[1]], now())).rejects.toThrow('does not carry');
    });
  });

  it('one that has failed is taken apart, so that the one that is to blame fails alone', async () => {
    const [first, frozen, last] = [pay(), pay(), pay()] as [Authorization, Authorization, Authorization];
    const submission = await chain.assemble([first, frozen, last]);
    const mint = local.ledger.mints.USDC;
    const account = local.accountOf(frozen.to, mint);
    local.ledger.setTokens(account, { mint, owner: frozen.to, amount: 0n, isFrozen: true });
    await chain.broadcast(submission);
    advance(3);
    // That it has failed is not final yet, and of each of them nothing is known.
    expect(await states(submission, [first, frozen, last])).toEqual(['unknown', 'unknown', 'unknown']);
    expect(await chain.replacement(submission, [first, frozen, last], now())).toBeNull();

    const { seen, replacements } = await carryOut(submission, [first, frozen, last]);
    expect(seen).toMatchObject([{ state: 'final' }, { state: 'reverted', final: true }, { state: 'final' }]);
    expect(new Set(seen.map((each) => 'hash' in each && each.hash)).size).toBe(3);
    expect(replacements).toBe(1);
    expect([first, frozen, last].map(({ to }) => local.held(to))).toEqual([12_500_000n, 0n, 12_500_000n]);
  });
});

describe('endpoints', () => {
  it('are asked once for what many want to know at the same moment', async () => {
    const authorizations = Array.from({ length: 20 }, () => pay());
    const count = (method: string): number => one.calls.get(method) ?? 0;
    await Promise.all(authorizations.map((each) => chain.precheck(each, now())));
    expect(count('getMultipleAccounts')).toBe(2);
    const submissions = await Promise.all(authorizations.map((each) => chain.assemble([each])));
    await Promise.all(submissions.map((each, index) => states(each, authorizations.slice(index, index + 1))));
    expect(count('getSignatureStatuses')).toBe(1);
  });

  it('that are dead or slow are passed by as long as a majority answers', async () => {
    local = new LocalSolana(3, { finality: 'tower' });
    chain = await local.open();
    [one] = local.fronts as [SolanaFront];
    one.isDead = true;
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    const { seen } = await carryOut(submission, [authorization]);
    expect(seen).toMatchObject([{ state: 'final' }]);
    one.isDead = false;
    one.delayMs = 20;
    local.ledger.pass(60_000);
    expect(await chain.precheck(pay(), now())).toBeNull();
  });

  it('that lose an answer are no chain that is down: what was read last is good for some seconds', async () => {
    const known = pay();
    await chain.precheck(known, now());
    local.ledger.pass(3_000);
    for (const front of local.fronts) front.lose('getBalance', 'before');
    const request = { to: known.to, amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    expect(await chain.quote(request)).toMatchObject([{ health: { status: 'up' } }]);
    local.ledger.pass(20_000);
    for (const front of local.fronts) front.lose('getBalance', 'before');
    expect(await chain.quote(request)).toMatchObject([{ health: { status: 'down' } }]);
  });

  it('that all give no answer are a chain that is down', async () => {
    await chain.precheck(pay(), now());
    for (const front of local.fronts) front.isDead = true;
    const request = { to: newOwner(), amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    expect(await chain.quote(request)).toMatchObject([{ health: { status: 'down', reason: 'no endpoint answers' } }]);
  });

  it('that disagree on what became of a confirmed transaction are not believed, and it is said', async () => {
    const authorization = pay();
    const submission = await chain.assemble([authorization]);
    await chain.broadcast(submission);
    advance(5);
    other.fork.set(submission.hash, 'finalized');
    expect(await states(submission, [authorization])).toEqual(['unknown']);
    const fields = { chain: 'solana', kind: 'disagrees' };
    expect(local.logged).toMatchObject(
      [1, 2].map((index) => ({ fields: { ...fields, endpoint: `endpoint ${index}` } })),
    );
  });

  it('a chain whose blocks are old is down', async () => {
    const request = { to: newOwner(), amount: '1', currency: 'USDC', candidates: ['solana'] } as const;
    for (const front of local.fronts) front.behind = 121_000 / SLOT_MS;
    expect(await chain.quote(request)).toMatchObject([{ health: { status: 'down', reason: /block is \d+ s old/ } }]);
  });
});

it('protocol rule 17: whatever of all this happens in whatever order, each payment is made once', async () => {
  const authorizations: Authorization[] = [];
  const submissions: { submission: Submission; authorizations: readonly Authorization[] }[] = [];
  let seed = 7;
  const chance = (per100: number): boolean => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 100 < per100;
  };
  for (let round = 0; round < 70; round++) {
    for (const front of local.fronts) {
      front.isDead = chance(15);
      front.isDropping = chance(50);
      front.behind = chance(20) ? 40 : 0;
      if (chance(20)) front.lose('sendTransaction', chance(50) ? 'before' : 'after');
      if (chance(20)) front.lose('getSignatureStatuses', 'after');
    }
    local.ledger.isCongested = chance(40);
    if (chance(10)) local.ledger.dropPending();
    if (round < 10) {
      const batch = Array.from({ length: 8 }, () => pay());
      const submission = await chain.assemble(batch).catch(() => null);
      if (submission !== null) {
        authorizations.push(...batch);
        submissions.push({ submission, authorizations: batch });
      }
    }
    for (const each of submissions) {
      await chain.broadcast(each.submission).catch(() => undefined);
      const next = await chain.replacement(each.submission, each.authorizations, now()).catch(() => null);
      if (next !== null) each.submission = next;
    }
    local.ledger.pass(chance(10) ? 10_000 : 1_200);
  }
  for (const front of local.fronts) Object.assign(front, { isDead: false, isDropping: false, behind: 0 });
  local.ledger.isCongested = false;
  for (const each of submissions) {
    const { seen } = await carryOut(each.submission, each.authorizations);
    for (const [index, { state }] of seen.entries()) {
      const { to, amount } = each.authorizations[index]!;
      expect([state, local.held(to)]).toEqual(state === 'final' ? ['final', BigInt(amount)] : ['expired', 0n]);
    }
  }
  expect(authorizations.length).toBeGreaterThan(30);
});
