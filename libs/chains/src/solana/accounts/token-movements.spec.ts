import { toBase58 } from '../base58';
import { TOKEN_PROGRAM } from '../instructions';
import { movementsInto } from './token-movements';

const [SOURCE, MINT, OURS, OWNER, WRAPPER] = ['source', 'mint', 'ours', 'owner', 'wrapper'] as const;
const BRIDGE = 'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe';
const KEYS = [SOURCE, MINT, OURS, OWNER, WRAPPER, TOKEN_PROGRAM.toBase58()];
/** Who is screened. */
const BY_OWNER = { address: OWNER, account: SOURCE };

type Written = { readonly program: string; readonly accounts: readonly string[]; readonly data: readonly number[] };

const place = (key: string): number => KEYS.indexOf(key);
const written = ({ program, accounts, data }: Written) => ({
  programIdIndex: place(program),
  accounts: accounts.map(place),
  data: toBase58(Uint8Array.from(data)),
});
const token = (kind: number, amount: number, ...accounts: string[]): Written => ({
  program: TOKEN_PROGRAM.toBase58(),
  accounts,
  data: [kind, amount, 0, 0, 0, 0, 0, 0, 0, 6],
});

/** A transaction as a node answers it. */
function transaction(given: {
  readonly outer: readonly Written[];
  readonly inner?: Readonly<Record<number, readonly Written[]>>;
  readonly before: number;
  readonly after: number;
  readonly failed?: boolean;
}): unknown {
  const balance = (amount: number) => [
    { accountIndex: place(OURS), owner: 'us', mint: MINT, uiTokenAmount: { amount: String(amount) } },
    { accountIndex: place(SOURCE), owner: OWNER, mint: MINT, uiTokenAmount: { amount: '1000' } },
  ];
  return {
    slot: 5,
    blockTime: 7,
    transaction: { message: { accountKeys: KEYS, instructions: given.outer.map(written) } },
    meta: {
      err: given.failed === true ? { InstructionError: [0, 'Custom'] } : null,
      innerInstructions: Object.entries(given.inner ?? {}).map(([index, instructions]) => ({
        index: Number(index),
        instructions: instructions.map(written),
      })),
      preTokenBalances: balance(given.before),
      postTokenBalances: balance(given.after),
    },
  };
}

const read = (given: Parameters<typeof transaction>[0]) => movementsInto(new Set([OURS]), transaction(given)).incoming;

const wrapper: Written = { program: WRAPPER, accounts: [], data: [1] };

it('a transfer comes from the owner of the account that it leaves', () => {
  expect(
    movementsInto(new Set([OURS]), transaction({ outer: [token(3, 9, SOURCE, OURS, OWNER)], before: 1, after: 10 })),
  ).toEqual({
    slot: 5,
    at: 7_000,
    incoming: [{ index: 0, account: OURS, from: OWNER, sender: BY_OWNER, amount: 9n }],
  });
});

it('a transfer that a program makes counts like any other, and so does money that is made', () => {
  expect(
    read({
      outer: [wrapper, token(7, 4, MINT, OURS, OWNER)],
      inner: { 0: [token(12, 9, SOURCE, MINT, OURS, OWNER)] },
      before: 0,
      after: 13,
    }),
  ).toEqual([
    { index: 1, account: OURS, from: OWNER, sender: BY_OWNER, amount: 9n },
    { index: 2, account: OURS, from: MINT, sender: null, amount: 4n },
  ]);
});

it('nobody knows who has sent what came out of an account that is there before and after for nobody, or over a bridge', () => {
  const incoming = (changes: (keys: readonly string[]) => readonly string[], source: string) => {
    const answer = transaction({ outer: [token(3, 9, source, OURS, OWNER)], before: 0, after: 9 }) as {
      readonly transaction: { readonly message: { accountKeys: readonly string[] } };
    };
    const { message } = answer.transaction;
    message.accountKeys = changes(message.accountKeys);
    return movementsInto(new Set([OURS]), answer).incoming;
  };
  expect(incoming((keys) => keys, WRAPPER)).toMatchObject([{ from: WRAPPER, sender: null }]);
  expect(incoming((keys) => [...keys, BRIDGE], SOURCE)).toMatchObject([{ from: OWNER, sender: null }]);
});

it('what leaves, stays in place or is burned is not what comes in', () => {
  const outer = [token(3, 5, OURS, SOURCE, OWNER), token(3, 5, OURS, OURS, OWNER), token(8, 2, OURS, MINT, OWNER)];
  expect(read({ outer, before: 10, after: 3 })).toEqual([]);
});

it('what comes in by an instruction that is not known is counted all the same, and no more than that', () => {
  const unknown = { ...token(200, 0), accounts: [SOURCE, OURS] };
  expect(read({ outer: [unknown, token(3, 9, SOURCE, OURS, OWNER)], before: 0, after: 20 })).toMatchObject([
    { index: 1, amount: 9n },
    { index: 1_002, amount: 11n },
  ]);
});

it('where instructions have a form that is not known, what came in is what the balances say', () => {
  const outer = [token(3, 9, SOURCE, OURS, OWNER), { ...token(3, 9), accounts: ['nowhere'] }];
  expect(read({ outer, before: 0, after: 20 })).toEqual([
    { index: 1_002, account: OURS, from: OURS, sender: null, amount: 20n },
  ]);
});

it('a batch is what it consists of, also where a program calls it, and moves no place of the others', () => {
  const part = (amount: number) => [3, 9, ...token(3, amount).data.slice(0, 9)];
  const batch: Written = {
    program: TOKEN_PROGRAM.toBase58(),
    accounts: [SOURCE, OURS, OWNER, OURS, SOURCE, OWNER],
    data: [255, ...part(9), ...part(2)],
  };
  const given = { outer: [wrapper, token(3, 4, SOURCE, OURS, OWNER)], inner: { 0: [batch] }, before: 0, after: 11 };
  expect(read(given)).toEqual([
    { index: 2, account: OURS, from: OWNER, sender: BY_OWNER, amount: 4n },
    { index: 10_256, account: OURS, from: OWNER, sender: BY_OWNER, amount: 9n },
  ]);
});

it('data that is longer than that of any instruction which moves tokens is not decoded', () => {
  const long = { ...token(255, 0, SOURCE, OURS, OWNER), data: Array.from({ length: 3_000 }, () => 255) };
  expect(read({ outer: [long, token(3, 9, SOURCE, OURS, OWNER)], before: 0, after: 20 })).toMatchObject([
    { index: 1, amount: 9n },
    { index: 1_002, amount: 11n },
  ]);
});

it('a transaction that has failed brings nothing', () => {
  expect(read({ outer: [token(3, 9, SOURCE, OURS, OWNER)], before: 1, after: 1, failed: true })).toEqual([]);
});

it.each([null, {}, { slot: 1, blockTime: 1, transaction: {}, meta: {} }])('%j is no transaction', (answer) => {
  expect(() => movementsInto(new Set([OURS]), answer)).toThrow(TypeError);
});
