import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import { CHAIN_NAMES, CURRENCIES, familyOf } from '@stablecoin/contracts';
import type { Deposit } from '../accounts';
import type { Chain } from '../chain';
import type { Authorization, Observation, Submission } from '../transfers';

/** What a test needs beside the chain: time that passes, transfers that end in a chosen way, and a witness. */
export interface ChainHarness {
  readonly chain: Chain;
  /** The time, in milliseconds since the epoch. */
  now(): number;
  /** Lets so much time pass, or more. */
  pass(ms: number): Promise<void>;
  /**
   * A new authorization as {@link Chain.authorize} grants it now. `settles`, `reverts`: included soon, but not within
   * the moment in which it is authorized. `expires`: no block ever holds it.
   */
  authorization(outcome: 'settles' | 'reverts' | 'expires'): Authorization | Promise<Authorization>;
  /** How often the chain has, or had it been real would have, transferred for an authorization. */
  transfers(authorization: Authorization): Promise<number>;
  /** An address that the service watches. */
  readonly account: string;
  /** Brings money to that address, in a transaction of its own. Left out where nothing ever comes in. */
  deposit?(currency: Currency, amount: Units): Promise<void>;
  dispose(): Promise<void>;
}

/** What a suite is told of an adapter before it is opened. */
export interface ChainTraits {
  /** Default: all. */
  readonly chains?: readonly ChainName[];
  /** Its harness brings money in. Default: not. */
  readonly deposits?: boolean;
}

/** So many looks at most: a transfer that takes longer is a failure of the test. */
const LOOKS_MAX = 500;

/** What every adapter of {@link Chain} has to do, whatever chain stands behind it. */
export function describeChain(
  name: string,
  open: (chain: ChainName) => Promise<ChainHarness>,
  { chains = CHAIN_NAMES, deposits = false }: ChainTraits = {},
): void {
  describe.each(chains)(`the Chain contract: ${name}, %s`, (chainName) => {
    let harness: ChainHarness;
    let chain: Chain;
    beforeEach(async () => {
      harness = await open(chainName);
      chain = harness.chain;
    });
    afterEach(() => harness.dispose());

    /** As for a sender that has nothing under way. */
    const assemble = (authorizations: readonly Authorization[]) =>
      chain.assemble(authorizations, () => Promise.resolve([]));

    const observe = (submission: Submission, authorizations: readonly Authorization[]) =>
      chain.observe(submission, authorizations, harness.now());

    /** Observes as a service does until every observation is of one of these states. */
    async function observeUntil(
      states: readonly Observation['state'][],
      submission: Submission,
      authorizations: readonly Authorization[],
    ): Promise<readonly Observation[]> {
      for (let look = 0; look < LOOKS_MAX; look++) {
        const seen = await observe(submission, authorizations);
        if (seen.every(({ state }) => states.includes(state))) return seen;
        await harness.pass(chain.pollAfterMs(authorizations, harness.now()));
      }
      throw new Error(`no ${states.join(' or ')} after ${LOOKS_MAX} looks`);
    }

    it('quotes every candidate, in the order given', async () => {
      const { to, amount, currency } = await harness.authorization('settles');
      const quotes = await chain.quote({ to, amount, currency, candidates: [chainName] });
      expect(quotes).toMatchObject([{ chain: chainName, health: { status: 'up' } }]);
      expect(BigInt(quotes[0]!.fee) >= 0n).toBe(true);
      expect(quotes[0]!.settlementMs).toBeGreaterThan(0);
      expect(await chain.quote({ to, amount, currency, candidates: [] })).toEqual([]);
    });

    it('authorizes for a time that is still to come', () => {
      const at = harness.now();
      const granted = chain.authorize({ chain: chainName, at });
      expect(granted.sender).not.toBe('');
      expect(granted.validUntil).toBeGreaterThan(at);
    });

    it('finds nothing against an ordinary transfer', async () => {
      expect(await chain.precheck(await harness.authorization('settles'), harness.now())).toBeNull();
    });

    it('knows the hash before anything is broadcast, in the form of the chain', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      expect(submission.authorizations).toEqual([authorization.id]);
      expect(submission.hash).toMatch(
        familyOf(chainName) === 'evm' ? /^0x[0-9a-f]{64}$/ : /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
      );
      expect(await harness.transfers(authorization)).toBe(0);
    });

    it('refuses to assemble nothing, and one authorization twice (protocol rule 14)', async () => {
      const authorization = await harness.authorization('settles');
      await expect(assemble([])).rejects.toThrow();
      await expect(assemble([authorization, authorization])).rejects.toThrow();
    });

    it('says unknown of what was not broadcast', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      expect(await observe(submission, [authorization])).toEqual([{ state: 'unknown' }]);
    });

    it('brings an ordinary transfer to finality, with the hash that was known before', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      await chain.broadcast(submission, [authorization]);
      const [seen] = await observeUntil(['final'], submission, [authorization]);
      expect(seen).toEqual({
        state: 'final',
        hash: submission.hash,
        block: expect.any(Number) as number,
        at: expect.any(Number) as number,
      });
      expect(await observe(submission, [authorization])).toEqual([seen]);
      expect(await harness.transfers(authorization)).toBe(1);
    });

    it('protocol rule 18: goes from included to confirmed to final, and never back', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      await chain.broadcast(submission, [authorization]);
      const order = ['unknown', 'included', 'confirmed', 'final'];
      const states: string[] = [];
      for (let look = 0; look < LOOKS_MAX && states.at(-1) !== 'final'; look++) {
        const [seen] = await observe(submission, [authorization]);
        states.push(String(seen?.state));
        await harness.pass(chain.pollAfterMs([authorization], harness.now()));
      }
      expect(states.at(-1)).toBe('final');
      expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    });

    it('makes one transfer of bytes that are broadcast again, before and after it (protocol rule 16)', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      // As it comes back from the sender's stream.
      const readBack = JSON.parse(JSON.stringify(submission)) as Submission;
      await chain.broadcast(submission, [authorization]);
      await chain.broadcast(readBack, [authorization]);
      const [seen] = await observeUntil(['final'], readBack, [authorization]);
      // A node may refuse what it has in a block already; either way nothing more happens.
      await chain.broadcast(readBack, [authorization]).catch(() => undefined);
      expect(await observe(readBack, [authorization])).toEqual([seen]);
      expect(await harness.transfers(authorization)).toBe(1);
    });

    it('carries several authorizations in one submission and answers for each, in the order asked', async () => {
      const authorizations = await Promise.all([1, 2, 3].map(async () => harness.authorization('settles')));
      const submission = await assemble(authorizations);
      expect(submission.authorizations).toEqual(authorizations.map(({ id }) => id));
      await chain.broadcast(submission, authorizations);
      const seen = await observeUntil(['final'], submission, authorizations);
      expect(seen).toHaveLength(3);
      for (const observation of seen) expect(observation).toMatchObject({ state: 'final', hash: submission.hash });
      expect(await observe(submission, [...authorizations].reverse())).toEqual([...seen].reverse());
      for (const authorization of authorizations) expect(await harness.transfers(authorization)).toBe(1);
    });

    it('protocol rule 18: reports a revert, and comes to say that it is final', async () => {
      const authorization = await harness.authorization('reverts');
      const submission = await assemble([authorization]);
      await chain.broadcast(submission, [authorization]);
      let [seen] = await observeUntil(['reverted'], submission, [authorization]);
      for (let look = 0; look < LOOKS_MAX && seen?.state === 'reverted' && !seen.final; look++) {
        await harness.pass(chain.pollAfterMs([authorization], harness.now()));
        [seen] = await observe(submission, [authorization]);
      }
      expect(seen).toMatchObject({ state: 'reverted', hash: submission.hash, final: true });
    });

    it('protocol rule 15: says expired only after the validity, and then for good', async () => {
      const authorization = await harness.authorization('expires');
      const submission = await assemble([authorization]);
      await chain.broadcast(submission, [authorization]);
      while (harness.now() <= authorization.validUntil) {
        const asked = harness.now();
        const [seen] = await chain.observe(submission, [authorization], asked);
        expect({ asked, seen }).toEqual({ asked, seen: { state: 'unknown' } });
        await harness.pass(Math.ceil((authorization.validUntil - asked + 1) / 4));
      }
      await observeUntil(['expired'], submission, [authorization]);
      expect(await observe(submission, [authorization])).toEqual([{ state: 'expired' }]);
    });

    it('protocol rule 38: shows what a sender has sent last, which its submission accounts for, and none before it', async () => {
      const [before, later] = [await harness.authorization('settles'), await harness.authorization('settles')];
      const submissions: Submission[] = [];
      for (const authorization of [before, { ...later, sender: before.sender }]) {
        const submission = await assemble([authorization]);
        submissions.push(submission);
        await chain.broadcast(submission, [authorization]);
        await observeUntil(['final'], submission, [authorization]);
      }
      const seen = (await chain.history?.lastSent())?.find(({ sender }) => sender === before.sender);
      // Of simulated chains nothing is left when their process ends.
      if (seen === undefined) return;
      const [said] = seen.said;
      expect(submissions.map((submission) => said?.isIn(submission))).toEqual([false, true]);
      expect(said?.isIn(said.mark)).toBe(true);
    });

    it('has nothing to send in the place of what is final', async () => {
      const authorization = await harness.authorization('settles');
      const submission = await assemble([authorization]);
      await chain.broadcast(submission, [authorization]);
      await observeUntil(['final'], submission, [authorization]);
      expect(await chain.replacement(submission, [authorization], harness.now())).toBeNull();
    });

    it('knows what an address holds, and of nothing that came in after that when nothing did', async () => {
      const { cursor, at, balances } = await chain.balances({ chain: chainName, addresses: [harness.account] });
      expect(at).toBeLessThanOrEqual(harness.now());
      expect(balances.map(({ address, currency }) => `${address} ${currency}`)).toEqual(
        CURRENCIES.map((currency) => `${harness.account} ${currency}`),
      );
      for (const { amount } of balances) expect(BigInt(amount) >= 0n).toBe(true);
      await harness.pass(1);
      const question = { chain: chainName, addresses: [harness.account], after: cursor, limit: 10 };
      expect(await chain.deposits(question)).toMatchObject({ deposits: [], more: false });
    });

    const itWhereMoneyComesIn = deposits ? it : it.skip;

    itWhereMoneyComesIn(
      'finds each deposit once, in order, page by page, and they are what the balance grew by',
      async () => {
        const held = async () => {
          const { balances } = await chain.balances({ chain: chainName, addresses: [harness.account] });
          return balances.find(({ currency }) => currency === 'EURC')?.amount ?? '0';
        };
        const { cursor } = await chain.balances({ chain: chainName, addresses: [harness.account] });
        const before = BigInt(await held());
        const amounts: readonly Units[] = ['1', '20', '300', '4000', '50000'];
        for (const amount of amounts) await harness.deposit?.('EURC', amount);

        const found: Deposit[] = [];
        let after = cursor;
        for (let look = 0; look < LOOKS_MAX && found.length < amounts.length; look++) {
          const question = { chain: chainName, addresses: [harness.account], after, limit: 2 };
          const answer = await chain.deposits(question);
          // The same question has the same answer, as long as nothing new is final.
          expect((await chain.deposits(question)).deposits).toEqual(answer.deposits);
          expect(answer.deposits.length).toBeLessThanOrEqual(2);
          found.push(...answer.deposits);
          after = answer.cursor;
          if (!answer.more) await harness.pass(1_000);
        }
        expect(found.map(({ amount }) => amount)).toEqual(amounts);
        expect(new Set(found.map(({ id }) => id)).size).toBe(amounts.length);
        for (const { to, currency } of found) expect([to, currency]).toEqual([harness.account, 'EURC']);
        expect(BigInt(await held()) - before).toBe(54_321n);
        expect(await chain.deposits({ chain: chainName, addresses: [harness.account], after, limit: 2 })).toMatchObject(
          {
            deposits: [],
            more: false,
          },
        );
      },
    );

    it('knows what the sender of an authorization has left for fees, where sending costs any', async () => {
      const left = (await chain.costs?.gas()) ?? [];
      if (left.length === 0) return;
      const { sender } = chain.authorize({ chain: chainName, at: harness.now() });
      expect(left.map((each) => each.sender)).toContain(sender);
      for (const { transfers } of left) expect(transfers).toBeGreaterThan(0);
    });

    it('asks for the next look in the time to come, not in the past', async () => {
      const authorization = await harness.authorization('settles');
      const wait = chain.pollAfterMs([authorization], harness.now());
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(wait)).toBe(true);
    });
  });
}
