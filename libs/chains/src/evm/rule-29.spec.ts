import { encodeAbiParameters, encodeEventTopics, pad, toHex } from 'viem';
import type { Hex } from 'viem';
import type { Authorization, Observation, Submission } from '../transfers';
import type { WalletContract } from '../chain-wallets';
import { guardedChain } from '../guarded-chain';
import { LocalEvm } from '../local/local-evm';
import { toQuantity } from '../rpc/values';
import { httpTransport } from '../rpc/rpc-endpoint';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { VALIDITY_MS, newAuthorization, newRecipient, openOn } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import { FaultyTransport } from '../testing/faulty-transport';
import { fundedWallet } from '../testing/wallets';
import { TOKEN_ABI } from './abi';
import type { EvmChain } from './evm-chain';
import { authorizationNonce, guardOf } from './transfer';

type Lie = FaultyTransport['lie'];
type Json = Readonly<Record<string, unknown>>;

/** Blocks until the safe one; twice as many until the final one. */
const EPOCH = 4;
const FALSE_HASH: Hex = `0x${'ab'.repeat(32)}`;
const FALSE_DEPOSIT = 1_000_000_000_000n;

/** @param payer - who pays what is settled or not */
const rule29 = (payer: 'treasury' | 'wallet') => (): void => {
  let local: LocalEvm;
  let wallet: WalletContract;
  let honest: readonly FaultyTransport[];
  let liar: FaultyTransport;
  let chain: EvmChain;
  let logged: Logged[];

  beforeAll(async () => {
    local = await LocalEvm.start('base', { epoch: EPOCH });
    wallet = await fundedWallet(local, { spendLimit: null });
    await local.pass(1_000);
  });
  afterAll(() => local.stop());

  beforeEach(async () => {
    const http = httpTransport(local.anvil.url);
    honest = [new FaultyTransport(http), new FaultyTransport(http)];
    liar = new FaultyTransport(http);
    logged = [];
    chain = await openOn(
      local,
      [...honest, liar].map(({ transport }) => transport),
      { logged },
    );
  });

  const authorization = (given: Partial<Authorization> = {}) =>
    newAuthorization(local, chain, {
      sender: local.relayers[0].address,
      ...(payer === 'wallet' ? { payer: { wallet, approval: null } } : {}),
      ...given,
    });
  const assemble = (authorizations: readonly Authorization[]) =>
    chain.assemble(authorizations, () => Promise.resolve([]));
  const stateOf = async (submission: Submission, each: Authorization): Promise<Observation['state'] | undefined> =>
    (await chain.observe(submission, [each], local.now()))[0]?.state;
  const blocks = async (count: number): Promise<void> => {
    for (let block = 0; block < count; block++) await local.pass(1_000);
  };
  const silence = (isSilent: boolean): void => {
    for (const each of honest) each.fault = isSilent ? 'lost_before' : 'none';
  };
  const deposits = (to: string, after: string) => chain.deposits({ addresses: [to], after, limit: 9 });

  /** All blocks have come so much later, and everything is final. */
  function ahead(seconds: number): Lie {
    return (method, result) => {
      if (method !== 'eth_getBlockByNumber' || result === null) return result;
      const { timestamp } = result as { readonly timestamp: string };
      return { ...(result as Json), timestamp: toQuantity(BigInt(timestamp) + BigInt(seconds)) };
    };
  }

  /** The latest block is final. */
  function everythingIsFinal(latest: () => unknown): Lie {
    return (method, result, [tag]) =>
      method === 'eth_getBlockByNumber' && (tag === 'safe' || tag === 'finalized') ? latest() : result;
  }

  const both =
    (...lies: readonly Lie[]): Lie =>
    (method, result, params) =>
      lies.reduce((told, lie) => lie(method, told, params), result);

  function log(address: string, topics: readonly unknown[], data: Hex, block: number): object {
    const place = {
      blockNumber: toQuantity(block),
      blockHash: FALSE_HASH,
      transactionHash: FALSE_HASH,
      logIndex: '0x0',
    };
    return { address, topics, data, ...place, transactionIndex: '0x0', removed: false };
  }

  /** A transfer that never happened. */
  function used(each: Authorization, block: number): Lie {
    const { contract, authorizer } = guardOf(each, local.network, local.treasury.address);
    const topics = encodeEventTopics({
      abi: TOKEN_ABI,
      eventName: 'AuthorizationUsed',
      args: { authorizer: authorizer as Hex, nonce: authorizationNonce(each) },
    });
    const told = log(contract, topics, '0x', block);
    return (method, result) => (method === 'eth_getLogs' ? [...(result as object[]), told] : result);
  }

  function deposited(to: string, amount: bigint, block: number): Lie {
    const [event] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' });
    const data = encodeAbiParameters([{ type: 'uint256' }], [amount]);
    const topics = [event, pad(toHex(7)), pad(to.toLowerCase() as Hex)];
    const told = log(local.network.tokens.USDC, topics, data, block);
    return (method, result) => (method === 'eth_getLogs' ? [...(result as object[]), told] : result);
  }

  const latestBlock = () => local.anvil.rpc('eth_getBlockByNumber', 'latest', false);

  describe('settled and final is what a majority of the configured endpoints says alike', () => {
    it.each([0, 61])(
      'one endpoint, %i s ahead, is not believed about a transfer that never happened',
      async (seconds) => {
        const each = authorization();
        const submission = await assemble([each]);
        await blocks(2);
        const latest = await latestBlock();
        const number = Number((latest as { readonly number: string }).number);
        liar.lie = both(
          everythingIsFinal(() => latest),
          used(each, number),
          ahead(seconds),
        );
        expect(await stateOf(submission, each)).toBe('unknown');
        silence(true);
        // Nobody whose word counts is left when it is ahead.
        expect(await stateOf(submission, each).catch(() => 'unknown')).toBe('unknown');
        silence(false);
        expect(await stateOf(submission, each)).toBe('unknown');
      },
    );

    it.each<[string, () => Promise<Lie> | Lie]>([
      [
        'hides it',
        () => (method, result) =>
          method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : result,
      ],
      ['is ahead', () => ahead(61)],
      [
        'is behind',
        async () => {
          const block = await latestBlock();
          return (method, result) =>
            method === 'eth_getBlockByNumber' ? block : method === 'eth_getLogs' ? [] : result;
        },
      ],
      [
        'follows another chain',
        () => (method, result) =>
          method === 'eth_getBlockByNumber' ? { ...(result as Json), hash: FALSE_HASH } : result,
      ],
      [
        'calls everything final',
        async () => {
          const latest = await latestBlock();
          return everythingIsFinal(() => latest);
        },
      ],
      [
        'has it in another block',
        () => (method, result) =>
          method === 'eth_getLogs' ? (result as Json[]).map((each) => ({ ...each, blockHash: FALSE_HASH })) : result,
      ],
      [
        'answers with the logs of something else',
        () => (method, result) =>
          method === 'eth_getLogs' ? (result as Json[]).map((each) => ({ ...each, address: newRecipient() })) : result,
      ],
      [
        'answers with another block than was asked for',
        () =>
          (method, result, [tag]) =>
            method === 'eth_getBlockByNumber' && String(tag).startsWith('0x')
              ? { ...(result as Json), number: '0x1' }
              : result,
      ],
      ['answers with nonsense', () => () => 'yes'],
    ])('although one %s', async (_, lie) => {
      const each = authorization();
      const submission = await assemble([each]);
      liar.lie = await lie();
      await chain.broadcast(submission);
      await blocks(1);
      expect(await stateOf(submission, each)).toBe('confirmed');
      await blocks(2 * EPOCH + 1);
      const [seen] = await chain.observe(submission, [each], local.now());
      expect(seen).toMatchObject({ state: 'final', hash: submission.hash });
      expect(Math.abs((seen as { readonly at: number }).at - local.now())).toBeLessThan(30_000);
    });

    it.each(['lost_before', 'slow'] as const)('although one gives no answer (%s)', async (fault) => {
      liar.fault = fault;
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(1);
      expect(await stateOf(submission, each)).toBe('confirmed');
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('final');
    });

    it('settles and finalizes nothing while two of three endpoints do not answer', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(2 * EPOCH + 1);
      silence(true);
      expect(await stateOf(submission, each)).toBe('unknown');
      honest[0]!.fault = 'none';
      // It rests, and is asked all the same.
      expect(await stateOf(submission, each)).toBe('final');
    });
  });

  describe('impossible is what all of them say', () => {
    it('two of three are not believed while the third gives no answer, or another one', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(1);
      const denies: Lie = (method, result) =>
        method === 'eth_getLogs'
          ? []
          : method === 'eth_getTransactionReceipt'
            ? null
            : method === 'eth_call'
              ? noneUsed(result)
              : result;
      liar.lie = honest[1]!.lie = denies;
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      honest[0]!.fault = 'lost_before';
      expect(await stateOf(submission, each)).toBe('unknown');
      honest[0]!.fault = 'none';
      honest[1]!.lie = (_method, result) => result;
      expect(await stateOf(submission, each)).toBe('final');
    });

    /** Every word that is 1 is 0: the token has seen no such nonce. */
    function noneUsed(result: unknown): unknown {
      return typeof result === 'string' ? result.replace(/0{63}1$/, '0'.repeat(64)) : result;
    }

    it('all are believed although one is always slower than the others', async () => {
      const underWay = new Set<Promise<string>>();
      const prompt = honest.map(({ transport }): RpcTransport => async (body, signal) => {
        const answer = transport(body, signal);
        underWay.add(answer);
        return answer.finally(() => underWay.delete(answer));
      });
      const slow: RpcTransport = async (body, signal) => {
        await Promise.allSettled(underWay);
        return liar.transport(body, signal);
      };
      chain = await openOn(local, [...prompt, slow]);
      const each = authorization();
      const submission = await assemble([each]);
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('expired');
    });

    it('an endpoint that is ahead says nothing', async () => {
      const each = authorization();
      const submission = await assemble([each]);
      liar.lie = ahead(61);
      await local.pass(VALIDITY_MS + 10_000);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('unknown');
      liar.lie = (_method, result) => result;
      expect(await stateOf(submission, each)).toBe('expired');
    });
  });

  describe('deposits and balances are what a majority says alike', () => {
    it.each([0, 61])('a false deposit is not credited, %i s ahead', async (seconds) => {
      const to = newRecipient();
      const { cursor } = await chain.balances({ addresses: [to] });
      await blocks(2 * EPOCH + 1);
      const latest = await latestBlock();
      const number = Number((latest as { readonly number: string }).number);
      liar.lie = both(
        everythingIsFinal(() => latest),
        deposited(to, FALSE_DEPOSIT, Number(cursor) + 1),
        ahead(seconds),
      );
      expect(await deposits(to, cursor)).toMatchObject({ deposits: [] });
      liar.lie = both(
        everythingIsFinal(() => latest),
        deposited(to, FALSE_DEPOSIT, number),
        ahead(seconds),
      );
      expect(await deposits(to, cursor)).toMatchObject({ deposits: [] });
      silence(true);
      await expect(deposits(to, cursor)).rejects.toThrow();
      silence(false);
      const { deposits: found, cursor: after } = await deposits(to, cursor);
      expect(found).toEqual([]);
      // Nor is anything passed over that comes later.
      expect(Number(after)).toBeLessThanOrEqual(number);
    });

    it('a deposit is credited although one hides it, tells another amount, or gives no answer', async () => {
      const to = newRecipient();
      const { cursor } = await chain.balances({ addresses: [to] });
      await local.administer('USDC', 'mint', to, 7n);
      await blocks(2 * EPOCH + 1);
      const lies: readonly Lie[] = [
        (method, result) => (method === 'eth_getLogs' ? [] : result),
        deposited(to, FALSE_DEPOSIT, Number(cursor) + 1),
        ahead(3_600),
        (method, result) => (method === 'eth_getLogs' ? { nonsense: true } : result),
      ];
      for (const lie of lies) {
        liar.lie = lie;
        const { deposits: found } = await deposits(to, cursor);
        expect(found).toMatchObject([{ amount: '7' }]);
        expect(Math.abs(found[0]!.at - local.now())).toBeLessThan(60_000);
      }
      liar.fault = 'slow';
      expect((await deposits(to, cursor)).deposits).toMatchObject([{ amount: '7' }]);
    });

    it('books open although one tells other balances, is behind, ahead, or silent', async () => {
      const { address } = local.treasury;
      const { balances } = await chain.balances({ addresses: [address] });
      const lies: readonly Lie[] = [
        (method, result) =>
          method === 'eth_call'
            ? (result as string).replace(/[1-9a-f]0{0,2}$/, '7').padEnd(String(result).length, '0')
            : result,
        ahead(61),
        everythingIsFinal(() => ({ number: '0x1', hash: FALSE_HASH, timestamp: '0x1' })),
        () => null,
      ];
      for (const lie of lies) {
        liar.lie = lie;
        expect((await chain.balances({ addresses: [address] })).balances).toEqual(balances);
      }
      liar.fault = 'slow';
      expect((await chain.balances({ addresses: [address] })).balances).toEqual(balances);
    });
  });

  describe('what one endpoint says fails no payment, and holds none up', () => {
    const words =
      (change: (word: string) => string): Lie =>
      (method, result) =>
        method === 'eth_call' && typeof result === 'string'
          ? `0x${(result.slice(2).match(/.{64}/g) ?? []).map(change).join('')}`
          : result;

    it('that everything is blocked, paused and without gas', async () => {
      liar.lie = words((word) => (/^0+$/.test(word) ? '0'.repeat(63).concat('1') : word));
      expect(await chain.precheck(authorization(), local.now())).toBeNull();
      await local.pass(2_000);
      expect(await chain.precheck(authorization(), local.now())).toBeNull();
    });

    it.each(['0x0', '0xffffff'])('that a relayer is at nonce %s', async (nonce) => {
      liar.lie = (method, result) => (method === 'eth_getTransactionCount' ? nonce : result);
      const each = authorization();
      const submission = await assemble([each]);
      await chain.broadcast(submission);
      await blocks(1);
      expect(await stateOf(submission, each)).toBe('confirmed');
    });

    it('that answers the questions of somebody else', async () => {
      liar.lie = (method, result) =>
        method === 'eth_getTransactionReceipt'
          ? { ...(result as Json), transactionHash: FALSE_HASH, blockNumber: '0x1' }
          : result;
      const each = authorization();
      const submission = await assemble([each]);
      expect(await stateOf(submission, each)).toBe('unknown');
      await chain.broadcast(submission);
      await blocks(2 * EPOCH + 1);
      expect(await stateOf(submission, each)).toBe('final');
      const ended = { ...submission, sender: each.sender, replaced: [], included: [each.id] };
      const fees = await chain.costs.fees(ended);
      expect(fees).toMatchObject([{ hash: submission.hash }]);
      liar.lie = (method, result) =>
        method === 'eth_getTransactionReceipt' ? { ...(result as Json), gasUsed: '0xffffffff' } : result;
      expect(await chain.costs.fees(ended)).toEqual(fees);
    });

    it.each([3, 2])('does not delay a quote while one of %i endpoints hangs', async (endpoints) => {
      const transports = [...honest, liar].map(({ transport }) => transport).slice(0, endpoints);
      chain = await openOn(local, transports);
      const log = { warn: () => undefined, error: () => undefined };
      const guarded = guardedChain({ name: 'base', chain, log, now: () => local.now() });
      honest[0]!.fault = 'hangs';
      await local.pass(5_000);
      const [quote] = await guarded.quote({ to: newRecipient(), amount: '1', currency: 'USDC', candidates: ['base'] });
      honest[0]!.release();
      expect(quote?.health).toEqual({ status: 'up' });
    });
  });

  it('who is left out is named, with what to do, once a minute', async () => {
    const each = authorization();
    const submission = await assemble([each]);
    await chain.broadcast(submission);
    await blocks(1);
    liar.lie = ahead(61);
    for (let look = 0; look < 3; look++) await stateOf(submission, each);
    const lines = logged.filter(({ fields }) => (fields as { readonly kind?: string }).kind === 'ahead');
    expect(lines).toMatchObject([{ level: 'warn', fields: { chain: 'base', endpoint: 'endpoint 3', kind: 'ahead' } }]);
    expect(JSON.stringify(lines)).not.toContain('http');
  });
};

describeWithAnvil('protocol rule 29, on EVM chains', rule29('treasury'));
describeWithAnvil('protocol rule 29, on EVM chains, of payments from a wallet', rule29('wallet'));
