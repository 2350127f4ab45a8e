import type { LocalEvm } from '../local/local-evm';
import type { RpcCall } from '../rpc/rpc-endpoint';
import { encodeEventTopics, encodeFunctionData, pad } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from '../evm/abi';
import { readCall } from '../evm/multicall';
import { LIES, planLies } from './lies';
import type { Chance, Lie } from './lies';
import { LyingEndpoint } from './lying-endpoint';
import { LyingProxy } from './lying-proxy';
import { LocalSolana } from './solana-chain';
import { SolanaFront } from '../local/solana-front';

const ALL = Object.keys(LIES) as readonly Lie[];
const NEVER = new AbortController().signal;
/** Draws the first of everything, and whatever may be. */
const SURE: Chance = { below: () => 0, chance: () => true };

/** What is asked of a Solana endpoint. */
function solanaQuestions(local: LocalSolana): readonly RpcCall[] {
  const account = local.accountOf(local.treasury.address, local.ledger.mints.USDC);
  const signature = local.ledger.mentioning(account)[0]?.signature ?? '';
  const questions: readonly (readonly [method: string, ...params: unknown[]])[] = [
    ['getGenesisHash'],
    ['getSlot', { commitment: 'finalized' }],
    ['getEpochInfo', { commitment: 'finalized' }],
    ['getBlockTime', local.ledger.slot - 40],
    ['getLatestBlockhash', { commitment: 'finalized' }],
    ['isBlockhashValid', local.ledger.hashOf(local.ledger.slot), { commitment: 'finalized' }],
    ['getSignatureStatuses', [signature, signature.replace(/^./, '2')], { searchTransactionHistory: true }],
    ['getTransaction', signature, { commitment: 'finalized' }],
    ['getSignaturesForAddress', account, { commitment: 'finalized' }],
    ['getMultipleAccounts', [account], { encoding: 'base64', dataSlice: { offset: 0, length: 165 } }],
    ['getBalance', local.feePayer.address, { commitment: 'finalized' }],
  ];
  return questions.map(([method, ...params]) => ({ method, params }));
}

function evmQuestions({ network, treasury }: Pick<LocalEvm, 'network' | 'treasury'>): readonly RpcCall[] {
  const address = Object.values(network.tokens);
  const owner = treasury.address as Hex;
  const nonce = pad('0x1');
  const topics = [
    encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed', args: { authorizer: owner, nonce: [nonce] } }),
    [encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' })[0], null, [pad(owner)]],
  ];
  const reads = [
    encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [owner] }),
    encodeFunctionData({ abi: TOKEN_ABI, functionName: 'authorizationState', args: [owner, nonce] }),
    encodeFunctionData({ abi: TOKEN_ABI, functionName: 'paused' }),
  ].map((data) => ({ to: network.tokens.USDC, data }));
  return [
    ...['latest', 'finalized'].map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
    ...topics.map((each) => ({
      method: 'eth_getLogs',
      params: [{ address, topics: each, fromBlock: '0x0', toBlock: '0x5' }],
    })),
    { method: 'eth_getTransactionReceipt', params: [pad('0x2')] },
    { method: 'eth_getTransactionReceipt', params: [pad('0x3')] },
    { method: 'eth_getTransactionCount', params: [owner, 'latest'] },
    readCall(network.multicall, reads, 'latest'),
  ];
}

/** An EVM chain that always gives the same answers. */
function scriptedEvm(): { readonly local: Pick<LocalEvm, 'network' | 'treasury'>; answer(body: string): string } {
  const token = `0x${'aa'.repeat(20)}`;
  const network = { tokens: { USDC: token, EURC: token }, multicall: `0x${'cc'.repeat(20)}` };
  const zero = '0'.repeat(64);
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const result = `${word(1)}${word(64)}${word(32)}${zero}`;
  // Three results of `aggregate3`, each a success that returns zero.
  const multicall = `0x${word(32)}${word(3)}${word(96)}${word(96 + 128)}${word(96 + 256)}${result.repeat(3)}`;
  let blocks = 16;
  const results: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getBlockByNumber: () => ({ number: `0x${(blocks++).toString(16)}`, hash: pad('0x9'), timestamp: '0x1000' }),
    eth_getLogs: () => [{ blockNumber: '0x40', topics: [] }],
    eth_getTransactionReceipt: ([hash]) =>
      hash === pad('0x2') ? { status: '0x1', gasUsed: '0x5', blockNumber: '0x40', logs: [] } : null,
    eth_getTransactionCount: () => '0x3',
    eth_call: () => multicall,
  };
  return {
    local: { network, treasury: { address: token } } as unknown as Pick<LocalEvm, 'network' | 'treasury'>,
    answer: (body) =>
      JSON.stringify(
        (JSON.parse(body) as (RpcCall & { readonly id: number })[]).map(({ id, method, params }) => ({
          id,
          result: results[method]?.(params),
        })),
      ),
  };
}

describe('a lying endpoint', () => {
  const solana = new LocalSolana();
  const evm = scriptedEvm();
  const families = {
    solana: {
      questions: () => solanaQuestions(solana),
      honest: (body: string) => Promise.resolve(new SolanaFront(solana.ledger).handle(body)),
    },
    evm: { questions: () => evmQuestions(evm.local), honest: (body: string) => Promise.resolve(evm.answer(body)) },
  };
  const bodyOf = (calls: readonly RpcCall[]) =>
    JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));

  beforeAll(async () => {
    await solana.deposit('USDC', '5');
    solana.ledger.advance(40);
  });

  describe.each(['evm', 'solana'] as const)('of %s', (family) => {
    const { questions, honest } = families[family];

    it('tells the truth until it is told to lie, and again after it', async () => {
      const endpoint = new LyingEndpoint(family, honest, SURE);
      endpoint.tell({ lies: ['missing'], isFickle: false, variant: 0 });
      endpoint.beHonest();
      const asked: string[] = [];
      const watched = new LyingEndpoint(family, (body) => honest((asked.push(body), body)), SURE);
      await watched.transport(bodyOf(questions()), NEVER);
      expect(asked).toEqual([bodyOf(questions())]);
      expect([endpoint.isLying, endpoint.told.size, watched.told.size]).toEqual([false, 0, 0]);
    });

    it.each(ALL.filter((lie) => lie !== 'silent'))('%s: answers with something else, and counts it', async (lie) => {
      const endpoint = new LyingEndpoint(family, honest, SURE);
      endpoint.tell({ lies: [lie], isFickle: false, variant: 0 });
      for (let more = 0; more < 2; more++) await endpoint.transport(bodyOf(questions()), NEVER);
      expect([...endpoint.told.keys()]).toEqual([lie]);
    });
  });

  it('that is silent gives no answer until it is given up', async () => {
    const endpoint = new LyingEndpoint('solana', families.solana.honest, SURE);
    endpoint.tell({ lies: ['silent'], isFickle: false, variant: 0 });
    const given = new AbortController();
    const answer = endpoint.transport(bodyOf(families.solana.questions()), given.signal);
    given.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(endpoint.told.get('silent')).toBe(1);
  });

  it('that changes its mind tells the truth now and then', async () => {
    const truths = [true, false, true, false];
    const turns: Chance = { below: () => 0, chance: () => truths.shift() ?? false };
    const endpoint = new LyingEndpoint('solana', families.solana.honest, turns);
    endpoint.tell({ lies: ['missing'], isFickle: true, variant: 0 });
    const question = families.solana.questions().filter(({ method }) => method === 'getTransaction');
    for (let more = 0; more < 4; more++) await endpoint.transport(bodyOf(question), NEVER);
    expect(endpoint.told.get('missing')).toBe(2);
  });

  it('tells the same lies as another endpoint with the same plan', async () => {
    const plan = { lies: ['ahead', 'settled', 'deposit', 'heights'], isFickle: false, variant: 3 } as const;
    const [one, other] = [1, 2].map(() => new LyingEndpoint('solana', families.solana.honest, SURE));
    one?.tell(plan);
    other?.tell(plan);
    const body = bodyOf(families.solana.questions());
    expect(await one?.transport(body, NEVER)).toEqual(await other?.transport(body, NEVER));
  });

  it('is reached over HTTP as well', async () => {
    const front = new SolanaFront(solana.ledger);
    const proxy = await LyingProxy.before('solana', await front.listen(), SURE);
    try {
      const ask = async (): Promise<unknown> => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] });
        return ((await (await fetch(proxy.url, { method: 'POST', body })).json()) as { result: unknown }).result;
      };
      const slot = Number(await ask());
      proxy.endpoint.tell({ lies: ['ahead'], isFickle: false, variant: 0 });
      expect(await ask()).toBe(slot + 151);
    } finally {
      await proxy.close();
      await front.close();
    }
  });

  it('is given every lie by some seed', () => {
    let state = 1;
    const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const random: Chance = { below: (end) => Math.floor(next() * end), chance: (probability) => next() < probability };
    const drawn = new Set(Array.from({ length: 300 }, () => planLies(random).lies).flat());
    expect([...drawn].toSorted()).toEqual([...ALL].toSorted());
  });
});
