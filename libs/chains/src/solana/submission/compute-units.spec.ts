import { VersionedTransaction } from '@solana/web3.js';
import type { Authorization } from '../../transfers';
import type { RpcTransport } from '../../rpc/rpc-endpoint';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import { asksForLess, readCarriers } from './carriers';
import type { Carrier } from './carriers';
import { unitsOf } from './packing';
import type { SolanaChain } from '../solana-chain';

const BARE = unitsOf([{ memo: null, creationFor: null }]);

let local: LocalSolana;
let chain: SolanaChain;
beforeEach(async () => {
  local = new LocalSolana(3);
  chain = await local.open();
});

function known(): string {
  const [to, mint] = [newOwner(), local.ledger.mints.USDC];
  local.ledger.setTokens(local.accountOf(to, mint), { mint, owner: to, amount: 0n });
  return to;
}

function bare(): Authorization {
  const authorization = local.authorization(chain, { to: known() });
  local.ledger.advance(3);
  return authorization;
}

function limitOf({ wire }: Carrier): number {
  const { compiledInstructions } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64')).message;
  return Buffer.from(compiledInstructions[0]?.data ?? []).readUInt32LE(1);
}

const limitsOf = ({ bytes }: { readonly bytes: string }): readonly number[] => readCarriers(bytes).map(limitOf);

/** An endpoint that says something else of simulations. */
function saying(place: number, said: object): RpcTransport {
  return async (body, signal) => {
    const calls = JSON.parse(body) as readonly { readonly id: number; readonly method: string }[];
    const answers = JSON.parse((await local.fronts[place]?.transport(body, signal)) ?? '[]') as readonly object[];
    return JSON.stringify(
      answers.map((answer, index) => {
        const { id, method } = calls[index] ?? {};
        return method === 'simulateTransaction' ? { jsonrpc: '2.0', id, ...said } : answer;
      }),
    );
  };
}

const simulated = (err: unknown, unitsConsumed: number): object => ({
  result: { context: { slot: 1_000 }, value: { err, logs: [], unitsConsumed } },
});

const open = (...said: readonly (object | null)[]): Promise<SolanaChain> =>
  local.open({
    transports: local.fronts.map(({ transport }, place) => {
      const lie = said[place] ?? null;
      return lie === null ? transport : saying(place, lie);
    }),
  });

it.each<[string, number, () => Partial<Authorization>]>([
  ['bare payments', 14, () => ({ to: known() })],
  ['payments with a memo of 64 letters', 6, () => ({ to: known(), memo: 'm'.repeat(64) })],
  ['payments with a memo of 64 characters of four bytes', 2, () => ({ to: known(), memo: '💶'.repeat(64) })],
  ['payments to new accounts', 8, () => ({})],
  ['payments with a memo to new accounts', 4, () => ({ memo: 'm'.repeat(64) })],
])('a transaction full of %s asks for little more units than it uses', async (_, least, given) => {
  const authorizations = Array.from({ length: 30 }, () => local.authorization(chain, given()));
  local.ledger.advance(3);
  const submission = await chain.assemble(authorizations);
  await chain.broadcast(submission);
  local.ledger.advance(1);
  for (const { to } of authorizations) expect(local.held(to)).toBe(12_500_000n);
  const carriers = readCarriers(submission.bytes);
  expect(carriers[0]?.carries.length).toBeGreaterThanOrEqual(least);
  for (const carrier of carriers) {
    const { unitsConsumed = 0 } = local.ledger.find(carrier.signature) ?? {};
    expect(limitOf(carrier)).toBeLessThanOrEqual(Math.max(3_000, unitsConsumed * 1.3));
  }
});

it('all transactions of a submission are simulated in one request', async () => {
  let requests = 0;
  const transports = local.fronts.map(({ transport }): RpcTransport => (body, signal) => {
    if (body.includes('simulateTransaction')) requests += 1;
    return transport(body, signal);
  });
  chain = await local.open({ transports });
  await chain.assemble(Array.from({ length: 30 }, () => local.authorization(chain, { to: known() })));
  expect(requests).toBe(3);
});

it('one endpoint makes no transaction ask for too few units, or for more than its bound', async () => {
  chain = await open(simulated(null, 1));
  const [limit = 0] = limitsOf(await chain.assemble([bare()]));
  chain = await open();
  expect(limitsOf(await chain.assemble([bare()]))).toEqual([limit]);
  chain = await open(simulated(null, 1e12));
  expect(limitsOf(await chain.assemble([bare()]))).toEqual([BARE]);
});

it.each<[string, object]>([
  ['fail', simulated({ InstructionError: [2, 'Custom'] }, 5)],
  ['are refused', { error: { code: -32_601, message: 'Method not found' } }],
  ['have another form', { result: 'soon' }],
])('a transaction of which simulations %s asks for its bound', async (_, said) => {
  chain = await open(said, said);
  const submission = await chain.assemble([bare()]);
  expect(limitsOf(submission)).toEqual([BARE]);
  // There is no more to ask for, so a failure is final.
  expect(readCarriers(submission.bytes).map(asksForLess)).toEqual([false]);
});

it('a payment that ran out of units is made with its bound, in a transaction of its own', async () => {
  const few = simulated(null, 1);
  chain = await open(few, few, few);
  const authorization = local.authorization(chain, { memo: 'm'.repeat(64) });
  const first = await chain.assemble([authorization]);
  await chain.broadcast(first);
  local.ledger.advance(3);
  expect(local.ledger.find(first.hash)?.error).not.toBeNull();
  const now = local.ledger.now();
  expect(await chain.observe(first, [authorization], now)).toEqual([{ state: 'unknown' }]);

  const second = await chain.replacement(first, [authorization], now);
  if (second === null) throw new Error('it is not made again');
  expect(readCarriers(second.bytes).map(({ carries }) => carries.length)).toEqual([1, 0]);
  const [carrier, failed] = readCarriers(second.bytes);
  expect([carrier, failed].map((each) => each !== undefined && asksForLess(each))).toEqual([false, true]);
  await chain.broadcast(second);
  local.ledger.advance(3);
  expect(await chain.observe(second, [authorization], local.ledger.now())).toMatchObject([{ state: 'final' }]);
  expect(local.held(authorization.to)).toBe(12_500_000n);
});

it('quotes follow what transactions ask for', async () => {
  local.ledger.priceFloor = 1_000_000n;
  const request = { to: bare().to, currency: 'USDC', amount: '1', candidates: ['solana'] } as const;
  const feeOf = async (): Promise<number> => Number((await chain.quote(request))[0]?.fee);
  const before = await feeOf();
  await chain.assemble([bare()]);
  expect(await feeOf()).toBeLessThan(before);
});
