import { Random } from '@stablecoin/event-sourcing/testing';
import { toBase58 } from '../base58';
import { TOKEN_PROGRAM } from '../instructions';
import { readForeign } from './foreign-transactions';
import { movementsInto } from './token-movements';

const FORMS = 10_000;
const OURS = 'ours';
const STRANGERS = [
  'one',
  'two',
  'three',
  TOKEN_PROGRAM.toBase58(),
  'ComputeBudget111111111111111111111111111111',
] as const;

/** What has come into our account, as the node says it before and after; it is the last word. */
interface Form {
  readonly answer: unknown;
  readonly came: bigint;
}

it('10,000 forms of transactions are read, or set aside, and none stops the next one', () => {
  const random = new Random(46);
  let unread = 0;
  for (let index = 0; index < FORMS; index++) {
    const { answer, came } = formOf(random, index);
    const read = readForeign({ signature: `s${index}`, slot: index, answer }, (each) =>
      movementsInto(new Set([OURS]), each),
    );
    if ('unreadable' in read) unread++;
    else {
      const sum = read.incoming.reduce((total, { amount }) => total + amount, 0n);
      // More may have passed through the account than has stayed.
      expect(sum).toBeGreaterThanOrEqual(came > 0n ? came : 0n);
    }
  }
  expect(unread).toBe(0);
});

/** A transaction as a node answers it, of a form that the ledger allows and that programs of today rarely make. */
function formOf(random: Random, slot: number): Form {
  const keys = random.shuffled([OURS, ...STRANGERS]);
  const loaded = random.chance(0.3)
    ? { loadedAddresses: { writable: keys.splice(0, random.below(3)), readonly: [] } }
    : random.pick([{}, { loadedAddresses: { writable: [], readonly: [] } }]);
  const all = [...keys, ...('loadedAddresses' in loaded ? loaded.loadedAddresses.writable : [])];
  const [before, after] = [BigInt(random.below(1_000)), BigInt(random.below(1_000))];
  const balance = (amount: bigint) => [
    {
      accountIndex: all.indexOf(OURS),
      mint: 'mint',
      ...random.pick([{ owner: 'us' }, { owner: 'us', programId: TOKEN_PROGRAM.toBase58() }]),
      uiTokenAmount: { amount: `${amount}`, decimals: 6, uiAmount: null, uiAmountString: '' },
    },
  ];
  const hasFailed = random.chance(0.1);
  return {
    came: hasFailed ? 0n : after - before,
    answer: {
      slot,
      blockTime: 1,
      ...random.pick<object>([{}, { version: 'legacy' }, { version: 0 }, { version: 1 }]),
      transaction: {
        signatures: [`s${slot}`],
        message: {
          accountKeys: keys,
          instructions: instructionsOf(random, all.length),
          ...random.pick<object>([{}, { addressTableLookups: [] }, { transactionConfig: { heapSize: 1 } }]),
        },
      },
      meta: {
        err: hasFailed ? { InstructionError: [0, { Custom: 1 }] } : null,
        preTokenBalances: balance(before),
        postTokenBalances: balance(hasFailed ? before : after),
        innerInstructions: Array.from({ length: random.below(3) }, (_, index) => ({
          index,
          instructions: instructionsOf(random, all.length),
        })),
        ...loaded,
        ...random.pick<object>([{ logMessages: null }, { logMessages: [], returnData: { data: ['', 'base64'] } }, {}]),
      },
    },
  };
}

/** Any program, with any data: of the token program as well. */
function instructionsOf(random: Random, keys: number): readonly unknown[] {
  return Array.from({ length: random.below(6) }, () => ({
    programIdIndex: random.below(keys),
    accounts: Array.from({ length: random.below(7) }, () => random.below(keys)),
    data: toBase58(Uint8Array.from({ length: random.pick([0, 1, 2, 9, 10, 40]) }, () => random.below(256))),
    ...random.pick<object>([{}, { stackHeight: null }, { stackHeight: 2 }]),
  }));
}
