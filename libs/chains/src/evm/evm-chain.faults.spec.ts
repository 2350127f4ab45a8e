import { getAddress } from 'viem';
import type { Deposit } from '../accounts';
import type { Authorization, Observation, Submission } from '../transfers';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { GWEI, VALIDITY_MS, newAuthorization, newRecipient, openOn } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import { FaultyTransport } from '../testing/faulty-transport';
import { LocalEvm } from '../local/local-evm';
import type { EvmChain } from './evm-chain';
import { httpTransport } from '../rpc/rpc-endpoint';
import { readTransaction } from './transaction';

/** Blocks until the safe one; twice as many until the final one. */
const EPOCH = 4;
const BLOCKED = '0x00000000000000000000000000000000000b10c4';

describeWithAnvil('the EVM adapter, when things go wrong', () => {
  let local: LocalEvm;
  let one: FaultyTransport;
  let other: FaultyTransport;
  let chain: EvmChain;
  let logged: Logged[];

  beforeAll(async () => {
    local = await LocalEvm.start('base', { epoch: EPOCH });
    await local.administer('USDC', 'blacklist', BLOCKED);
    await local.pass(1_000);
  });
  afterAll(() => local.stop());

  beforeEach(async () => {
    const http = httpTransport(local.anvil.url);
    [one, other] = [new FaultyTransport(http), new FaultyTransport(http)];
    logged = [];
    chain = await openOn(local, [one.transport, other.transport], { logged });
  });

  const sender = () => local.relayers[0].address;
  const authorization = (given: Partial<Authorization> = {}) =>
    newAuthorization(local, chain, { sender: sender(), ...given });
  const assemble = (authorizations: readonly Authorization[], live: readonly number[] = []) =>
    chain.assemble(authorizations, () => Promise.resolve(live));
  const observe = async (submission: Submission, authorizations: readonly Authorization[]) =>
    chain.observe(submission, authorizations, local.now());
  const received = ({ to, currency }: Authorization) => local.balanceOf(currency, to);
  const amountOf = ({ amount }: Authorization) => BigInt(amount);

  async function stateOf(submission: Submission, each: Authorization): Promise<Observation['state'] | undefined> {
    return (await observe(submission, [each]))[0]?.state;
  }

  /** With a third endpoint, so that one of them is not needed (protocol rule 29). */
  async function openWithThird(): Promise<void> {
    const third = httpTransport(local.anvil.url);
    chain = await openOn(local, [one.transport, other.transport, third], { logged });
  }

  /** So many blocks more. */
  async function blocks(count: number): Promise<void> {
    for (let block = 0; block < count; block++) await local.pass(1_000);
  }

  async function expectOneTransfer(submission: Submission, each: Authorization, hash = submission.hash): Promise<void> {
    await blocks(2 * EPOCH + 1);
    expect(await observe(submission, [each])).toMatchObject([{ state: 'final', hash }]);
    expect(await received(each)).toBe(amountOf(each));
  }

  describe('answers that are lost', () => {
    it('sending again after a lost request makes one transfer', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      one.where = other.where = 'eth_sendRawTransaction';
      one.fault = other.fault = 'lost_before';
      await expect(chain.broadcast(submission)).rejects.toThrow('gave no answer');
      await local.pass(1_000);
      expect(await stateOf(submission, each)).toBe('unknown');
      one.fault = other.fault = 'none';
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each);
    });

    it('sending again after a lost answer has no effect', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      one.where = other.where = 'eth_sendRawTransaction';
      one.fault = other.fault = 'lost_after';
      await expect(chain.broadcast(submission)).rejects.toThrow('gave no answer');
      await local.pass(1_000);
      expect(await stateOf(submission, each)).toBe('confirmed');
      one.fault = other.fault = 'none';
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each);
    });

    it('“already known” and “nonce too low” are no failures', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await chain.broadcast(submission);
      await local.pass(1_000);
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each);
    });

    it('bytes that no endpoint takes are a failure', async () => {
      await local.setGas(local.relayers[1].address, 0n);
      const each = authorization({ sender: local.relayers[1].address });
      await expect(chain.broadcast(await assemble([each]))).rejects.toThrow(/insufficient funds/i);
      await local.setGas(local.relayers[1].address, 10n ** 20n);
    });
  });

  describe('endpoints', () => {
    it.each(['lost_before', 'slow'] as const)('one that is dead (%s) keeps nothing from going on', async (fault) => {
      await openWithThird();
      one.fault = fault;
      const each = authorization();
      const [quote] = await chain.quote({ to: each.to, amount: '1', currency: 'USDC', candidates: ['base'] });
      expect(quote?.health).toEqual({ status: 'up' });
      expect(await chain.precheck(each, local.now())).toBeNull();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each);
    });

    it('one that failed is left alone for a while, and then asked again', async () => {
      await openWithThird();
      one.fault = 'lost_before';
      const each = authorization();
      const submission = await assemble([each]);
      const asked = one.requests.length;
      for (let look = 0; look < 5; look++) await observe(submission, [each]);
      expect(one.requests.length).toBe(asked);
      one.fault = 'none';
      await local.pass(2_000);
      await observe(submission, [each]);
      expect(one.requests.length).toBeGreaterThan(asked);
    });

    it('none that answers for a while: a quote says down, and an observation says nothing', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      one.fault = other.fault = 'lost_before';
      await local.pass(10_000);
      const [still] = await chain.quote({ to: each.to, amount: '1', currency: 'USDC', candidates: ['base'] });
      expect(still?.health).toEqual({ status: 'up' });
      await local.pass(10_000);
      const [quote] = await chain.quote({ to: each.to, amount: '1', currency: 'USDC', candidates: ['base'] });
      expect(quote?.health).toEqual({ status: 'down', reason: 'no endpoint answers' });
      await expect(observe(submission, [each])).rejects.toThrow('gave no answer');
    });

    it('two that hold different final blocks: nothing is concluded from either', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(3);
      one.lie = (method, result) =>
        method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : result;
      expect(await stateOf(submission, each)).toBe('unknown');
      await expect(chain.balances({ addresses: [each.to] })).rejects.toThrow('endpoints disagree');
      one.lie = (_method, result) => result;
      await expectOneTransfer(submission, each);
    });

    it('one that hides a transfer holds it back, and one that invents none is believed about nothing more', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(1);
      one.lie = (method, result) =>
        method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : result;
      expect(await stateOf(submission, each)).toBe('unknown');
      // Also when the validity is over: the other one says that it was used.
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      one.lie = (_method, result) => result;
      expect(await stateOf(submission, each)).toBe('final');
    });

    it('protocol rule 18: both hide it, and the token still says that it was used: not called expired', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(1);
      one.lie = other.lie = (method, result) =>
        method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : result;
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      expect(logged.map(({ level, message }) => `${level}: ${message}`)).toContain(
        'error: an authorization was used by an unknown transaction',
      );
    });

    it('protocol rule 17, as far as it is one of EVM: expired is believed of every configured endpoint only', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      one.fault = 'lost_before';
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      one.fault = 'none';
      await local.pass(60_000);
      expect(await stateOf(submission, each)).toBe('expired');
    });

    it('a transfer that a block takes after its validity has expired, and was not refused', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await local.pass(VALIDITY_MS + 10_000);
      await chain.broadcast(submission);
      await blocks(1);
      expect(await observe(submission, [each])).toMatchObject([{ state: 'reverted', final: false }]);
      await blocks(2 * EPOCH + 1);
      expect(await observe(submission, [each])).toEqual([{ state: 'expired' }]);
    });

    it('an endpoint that stands still holds up nobody, and proves nothing', async () => {
      await openWithThird();
      const frozen = new Map<unknown, unknown>();
      one.lie = (method, result, [tag]) => {
        if (method !== 'eth_getBlockByNumber') return result;
        if (!frozen.has(tag)) frozen.set(tag, result);
        return frozen.get(tag);
      };
      const each = authorization();
      const submission = await assemble([each]);
      await observe(submission, [each]);
      await local.pass(90_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      const paid = authorization();
      const second = await assemble([paid]);
      await chain.broadcast(second);
      await expectOneTransfer(second, paid);
    });
  });

  describe('reorganisations', () => {
    it.each([1, 2, 3, 4, 5])(
      'a reorganization of %i blocks leads to one transfer with the same bytes',
      async (depth) => {
        const each = authorization();
        const submission = await assemble([each]);
        await chain.broadcast(submission);
        await blocks(depth);
        expect(await stateOf(submission, each)).toBe('confirmed');
        await local.reorganise(depth);
        expect(await stateOf(submission, each)).toBe('unknown');
        expect(await received(each)).toBe(0n);
        await chain.broadcast(submission);
        await blocks(1);
        expect(await stateOf(submission, each)).toBe('confirmed');
        await expectOneTransfer(submission, each);
      },
    );
  });

  describe('batches', () => {
    it('100 with one blocked recipient settle 99, and replayed by another relayer they settle 0', async () => {
      const all = Array.from({ length: 100 }, (_, n) =>
        authorization(n === 50 ? { to: BLOCKED } : { memo: n % 2 === 0 ? `invoice ${n} – ${'ü'.repeat(40)}` : null }),
      );
      const submission = await assemble(all);
      await chain.broadcast(submission);
      await blocks(1);
      const seen = await observe(submission, all);
      expect(seen.filter(({ state }) => state === 'confirmed')).toHaveLength(99);
      expect(seen[50]).toMatchObject({ state: 'reverted', hash: submission.hash, final: false });

      const held = await local.balanceOf('USDC', local.treasury.address);
      const replayed = all.map((each) => ({ ...each, sender: local.relayers[1].address }));
      const replay = await assemble(replayed);
      await chain.broadcast(replay);
      await blocks(2 * EPOCH + 1);
      expect(await local.balanceOf('USDC', local.treasury.address)).toBe(held);
      const after = await observe(replay, replayed);
      for (const [n, each] of after.entries()) {
        if (n !== 50) expect(each).toMatchObject({ state: 'final', hash: submission.hash });
      }
      expect(await received(all[0]!)).toBe(amountOf(all[0]!));
    });

    it('one that somebody else has put on chain first is settled by that, and nothing is paid again', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      const stranger = await assemble([{ ...each, sender: local.relayers[1].address }]);
      await chain.broadcast(stranger);
      await blocks(1);
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each, stranger.hash);
    });

    it('a memo stands behind the call, for everybody to read', async () => {
      const each = authorization({ memo: 'Rechnung 4711 ✓' });
      const submission = await assemble([each]);
      expect(readTransaction(submission.bytes).data).toContain(Buffer.from('Rechnung 4711 ✓').toString('hex'));
      await chain.broadcast(submission);
      await expectOneTransfer(submission, each);
    });

    it('is refused when it needs more gas than a transaction may have', async () => {
      const all = Array.from({ length: 200 }, () => authorization());
      await expect(assemble(all)).rejects.toThrow('more than a transaction may have');
    });
  });

  describe('nonces and fees', () => {
    it('submissions go out side by side, each under a nonce of its own', async () => {
      const all = [authorization(), authorization(), authorization()];
      const live: number[] = [];
      const sent: Submission[] = [];
      for (const each of all) {
        const submission = await assemble([each], live);
        live.push(submission.nonce!);
        sent.push(submission);
      }
      expect(live).toEqual([live[0], live[0]! + 1, live[0]! + 2]);
      for (const submission of sent.toReversed()) await chain.broadcast(submission);
      await blocks(1);
      for (const [n, each] of all.entries()) expect(await stateOf(sent[n]!, each)).toBe('confirmed');
    });

    it('a gap that an expired submission has left is filled by the next one', async () => {
      const lost = await assemble([authorization()]);
      const waiting = authorization();
      const second = await assemble([waiting], [lost.nonce!]);
      await chain.broadcast(second);
      await blocks(1);
      expect(await stateOf(second, waiting)).toBe('unknown');
      const next = authorization();
      const filling = await assemble([next], [second.nonce!]);
      expect(filling.nonce).toBe(lost.nonce);
      await chain.broadcast(filling);
      await blocks(1);
      expect([await stateOf(filling, next), await stateOf(second, waiting)]).toEqual(['confirmed', 'confirmed']);
    });

    it('a stuck submission is sent with an eighth more under the same nonce, and makes one transfer', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      const { fees: before } = readTransaction(submission.bytes);
      const spike = async (): Promise<void> => {
        await local.anvil.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(before.maxFeePerGas * 3n).toString(16)}`);
        await blocks(1);
      };
      await spike();
      expect(await stateOf(submission, each)).toBe('unknown');
      // It is not stuck before some blocks have passed it by.
      expect(await chain.replacement(submission, [each], local.now())).toBeNull();
      for (let block = 0; block < 5; block++) await spike();
      const replacement = await chain.replacement(submission, [each], local.now());
      expect(replacement).toMatchObject({ nonce: submission.nonce, authorizations: [each.id] });
      const { fees: after, data } = readTransaction(replacement!.bytes);
      expect(data).toBe(readTransaction(submission.bytes).data);
      expect(after.maxFeePerGas * 8n >= before.maxFeePerGas * 9n).toBe(true);
      expect(after.maxPriorityFeePerGas * 8n >= before.maxPriorityFeePerGas * 9n).toBe(true);
      await chain.broadcast(replacement!);
      await blocks(1);
      await chain.broadcast(submission);
      await expectOneTransfer(replacement!, each);
    });

    it('the cheaper of two that is included after all counts as well', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.replacement(submission, [each], local.now());
      await blocks(6);
      const replacement = await chain.replacement(submission, [each], local.now());
      await chain.broadcast(submission);
      await blocks(1);
      await expectOneTransfer(replacement!, each, submission.hash);
    });

    it('does not replace a transaction that waits for another, or that would exceed the gas price limit', async () => {
      const poor = await openOn(local, undefined, { maxFeePerGas: GWEI / 1_000n });
      const [first, second] = [authorization(), authorization()];
      const blocking = await poor.assemble([first], () => Promise.resolve([]));
      const waiting = await poor.assemble([second], () => Promise.resolve([blocking.nonce!]));
      expect(readTransaction(blocking.bytes).fees.maxFeePerGas).toBeLessThanOrEqual(GWEI / 1_000n);
      for (let look = 0; look < 3; look++) {
        expect(await poor.replacement(blocking, [first], local.now())).toBeNull();
        expect(await poor.replacement(waiting, [second], local.now())).toBeNull();
        await blocks(6);
      }
    });
  });

  describe('deposits', () => {
    it('several in one block are told apart, also where a page ends between them', async () => {
      const to = newRecipient();
      const { cursor } = await chain.balances({ addresses: [to] });
      for (const amount of [1n, 2n, 3n, 4n, 5n]) await local.administer('USDC', 'mint', to, amount);
      await local.administer('EURC', 'mint', to, 6n);
      await blocks(2 * EPOCH + 1);
      const found: Deposit[] = [];
      let [after, more] = [cursor, true];
      while (more) {
        const page = await chain.deposits({ addresses: [to], after, limit: 2 });
        found.push(...page.deposits);
        ({ cursor: after, more } = page);
      }
      expect(found.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(
        ['1 USDC', '2 USDC', '3 USDC', '4 USDC', '5 USDC', '6 EURC'], // in the order of the chain
      );
      expect(new Set(found.map(({ block }) => block)).size).toBe(1);
      expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    });

    it('are not final before their block is, and those that are taken back before are never told', async () => {
      const to = newRecipient();
      const { cursor } = await chain.balances({ addresses: [to] });
      await local.administer('USDC', 'mint', to, 7n);
      await blocks(2);
      expect((await chain.deposits({ addresses: [to], after: cursor, limit: 9 })).deposits).toEqual([]);
      await local.reorganise(2);
      await blocks(2 * EPOCH + 2);
      expect((await chain.deposits({ addresses: [to], after: cursor, limit: 9 })).deposits).toEqual([]);
    });

    it('that one endpoint does not show are asked for again, not passed over', async () => {
      const to = newRecipient();
      const { cursor } = await chain.balances({ addresses: [to] });
      await local.administer('USDC', 'mint', to, 7n);
      await blocks(2 * EPOCH + 1);
      one.lie = (method, result) => (method === 'eth_getLogs' ? [] : result);
      const question = { addresses: [to], after: cursor, limit: 9 };
      await expect(chain.deposits(question)).rejects.toThrow('endpoints answer differently of what is final on base');
      one.lie = (_method, result) => result;
      expect((await chain.deposits(question)).deposits).toMatchObject([{ amount: '7', to: getAddress(to) }]);
    });

    it('a cursor of something else is refused', async () => {
      await expect(chain.deposits({ addresses: [BLOCKED], after: 'x', limit: 9 })).rejects.toThrow('no cursor');
    });
  });

  describe('before anything is sent', () => {
    const health = async () =>
      (await chain.quote({ to: BLOCKED, amount: '1', currency: 'USDC', candidates: ['base'] }))[0]?.health;

    it('many prechecks are one question', async () => {
      const all = Array.from({ length: 50 }, () => authorization());
      const asked = one.requests.length + other.requests.length;
      expect(await Promise.all(all.map((each) => chain.precheck(each, local.now())))).toEqual(all.map(() => null));
      expect(one.requests.length + other.requests.length).toBeLessThanOrEqual(asked + 2);
    });

    it('finds a blocked recipient, and what is not valid for long enough', async () => {
      expect(await chain.precheck(authorization({ to: BLOCKED }), local.now())).toBe('recipient_blocklisted');
      // The blocklist is each token's own.
      expect(await chain.precheck(authorization({ to: BLOCKED, currency: 'EURC' }), local.now())).toBeNull();
      const late = authorization({ validUntil: local.now() + 500 });
      expect(await chain.precheck(late, local.now())).toBe('transaction_expired');
    });

    it('finds that a token is paused, and says so in the quote', async () => {
      await local.administer('USDC', 'pause');
      await blocks(1);
      expect(await chain.precheck(authorization(), local.now())).toBe('chain_unavailable');
      expect(await chain.precheck(authorization({ currency: 'EURC' }), local.now())).toBeNull();
      expect(await health()).toEqual({ status: 'down', reason: 'USDC is paused there' });
      await local.administer('USDC', 'unpause');
      await blocks(1);
      expect(await health()).toEqual({ status: 'up' });
    });

    it('finds a relayer without gas, and gives authorizations to the other one', async () => {
      const [poor, rich] = local.relayers;
      await local.setGas(poor.address, 1n);
      await blocks(1);
      expect(await chain.precheck(authorization(), local.now())).toBe('insufficient_gas');
      expect(await health()).toEqual({ status: 'up' });
      for (let n = 0; n < 4; n++) {
        expect(chain.authorize({ chain: 'base', at: local.now() }).sender).toBe(rich.address);
      }
      await local.setGas(rich.address, 1n);
      await blocks(1);
      expect(await health()).toEqual({ status: 'down', reason: 'no relayer has gas there' });
      for (const { address } of local.relayers) await local.setGas(address, 10n ** 20n);
      await blocks(1);
      expect(await health()).toEqual({ status: 'up' });
      const senders = [1, 2].map(() => chain.authorize({ chain: 'base', at: local.now() }).sender);
      expect(new Set(senders)).toEqual(new Set([poor.address, rich.address]));
    });

    it('a chain that stands still is down', async () => {
      const late = await openOn(local, undefined, { now: () => local.now() + 50_000 });
      const [up] = await late.quote({ to: BLOCKED, amount: '1', currency: 'USDC', candidates: ['base'] });
      expect(up?.health.status).toBe('up');
      let skew = 0;
      const later = await openOn(local, undefined, { now: () => local.now() + skew });
      skew = 130_000;
      const [down] = await later.quote({ to: BLOCKED, amount: '1', currency: 'USDC', candidates: ['base'] });
      expect(down?.health).toEqual({ status: 'down', reason: 'its latest block is 130 s old' });
    });

    it('a chain on which gas costs more than may be spent is down', async () => {
      const thrifty = await openOn(local, undefined, { maxFeePerGas: 10n * GWEI });
      const quoted = () => thrifty.quote({ to: BLOCKED, amount: '1', currency: 'USDC', candidates: ['base'] });
      await local.setBaseFee(100n * GWEI);
      await blocks(1);
      expect(await quoted()).toMatchObject([
        { health: { status: 'down', reason: 'its gas costs more than may be spent' } },
      ]);
      await local.setBaseFee(1n);
      await blocks(1);
      expect(await quoted()).toMatchObject([{ health: { status: 'up' } }]);
    });

    it('a chain that it is not is not configured', async () => {
      const quotes = await chain.quote({ to: BLOCKED, amount: '1', currency: 'USDC', candidates: ['solana', 'base'] });
      expect(quotes.map((quote) => quote.health.status)).toEqual(['down', 'up']);
    });
  });
});
