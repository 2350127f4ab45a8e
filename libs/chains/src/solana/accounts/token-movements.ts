import type { DepositSender } from '../../accounts';
import { fromBase58 } from '../base58';
import { TOKEN_PROGRAM } from '../instructions';
import { count, list, record, text } from '../values';

/** What came into a token account by one instruction of a transaction. */
export interface Incoming {
  /** Of the instruction, counted through the transaction as it is carried out. */
  readonly index: number;
  readonly account: string;
  /** The owner of the account that it came from; the mint, when it was made. */
  readonly from: string;
  /** Null: not known, because the money was made, or its way cannot be read. */
  readonly sender: DepositSender | null;
  readonly amount: bigint;
}

export interface TransactionMovements {
  readonly slot: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly incoming: readonly Incoming[];
}

interface Instruction {
  /** Where it stands among those that are carried out; those of a batch come after all others. */
  readonly index: number;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

interface Movement {
  readonly from: string | null;
  readonly to: string | null;
  readonly mint: string | null;
  readonly amount: bigint;
}

/**
 * Programs that bring money from another chain, of both versions of CCTP. They pay out of accounts of their own, so the account
 * that it left does not tell who has sent it.
 */
const BRIDGES: ReadonlySet<string> = new Set([
  'CCTPiPYPc6AsJuwueEnWgSgucamXDZwBd53dQ11YiKX3',
  'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe',
]);
/** Source, mint, destination and owner: what follows are references. */
const TRANSFER_ACCOUNTS = 4;
/** What no instruction explains has an index above those of single instructions. */
const UNEXPLAINED_INDEX = 1_000;
/** Those of a batch have an index above all others. */
const BATCHED_INDEX = 10_000;
const BATCH_LENGTH_MAX = 256;
/** The instruction of the token program that carries out several of its own. */
const BATCH = 255;
/** Data in base58 that no instruction that moves tokens exceeds. Decoding takes the square of the length. */
const DATA_CHARACTERS_MAX = 2_000;

/**
 * Reads what a transaction has brought to some token accounts, whoever called the token program, and how.
 *
 * The balances before and after have the last word. What came in by an instruction that is not known here is the
 * rest that the known ones do not explain, and one movement more. Where the instructions cannot be read, all is such a
 * rest.
 *
 * @param answer - of `getTransaction`, as JSON
 * @throws TypeError for what is none
 */
export function movementsInto(accounts: ReadonlySet<string>, answer: unknown): TransactionMovements {
  const { slot, blockTime, transaction, meta } = record(answer);
  const keys = keysOf(record(record(transaction)['message']), record(meta));
  const before = balancesOf(record(meta)['preTokenBalances'], keys);
  const after = balancesOf(record(meta)['postTokenBalances'], keys);
  const movements = record(meta)['err'] === null ? readableMovements(answer, keys) : [];
  const bridged = keys.some((key) => BRIDGES.has(key));
  const ownerOf = (account: string): string | undefined => before.get(account)?.owner ?? after.get(account)?.owner;
  const incoming: Incoming[] = [];
  const explained = new Map<string, bigint>();
  for (const { index, from, to, mint, amount } of movements) {
    if (from === to) continue;
    if (from !== null) explained.set(from, (explained.get(from) ?? 0n) - amount);
    if (to === null) continue;
    explained.set(to, (explained.get(to) ?? 0n) + amount);
    if (amount === 0n || !accounts.has(to)) continue;
    const owner = from === null ? undefined : ownerOf(from);
    const sender = from === null || owner === undefined || bridged ? null : { address: owner, account: from };
    incoming.push({ index, account: to, from: owner ?? from ?? mint ?? to, sender, amount });
  }
  for (const [place, account] of keys.entries()) {
    if (!accounts.has(account)) continue;
    const difference = (after.get(account)?.amount ?? 0n) - (before.get(account)?.amount ?? 0n);
    const rest = difference - (explained.get(account) ?? 0n);
    if (rest > 0n) {
      const index = UNEXPLAINED_INDEX + place;
      incoming.push({ index, account, from: account, sender: null, amount: rest });
    }
  }
  incoming.sort((one, other) => one.index - other.index);
  return { slot: count(slot), at: count(blockTime) * 1_000, incoming };
}

/** None, where an instruction is of a form that is not known here. */
function readableMovements(
  answer: unknown,
  keys: readonly string[],
): readonly (Movement & { readonly index: number })[] {
  try {
    return instructionsOf(answer, keys).flatMap((instruction) => {
      const movement = movementOf(instruction);
      return movement === null ? [] : [{ ...movement, index: instruction.index }];
    });
  } catch {
    return [];
  }
}

/** A transfer whose instruction names an account that the token program does not look at. */
export interface ReferencedTransfer {
  /** The token account that it came from. */
  readonly from: string;
  /** The token account that it went to, and its owner. */
  readonly to: string;
  readonly owner: string;
  readonly amount: bigint;
}

/**
 * The transfer of a transaction that names a reference, out of one of some token accounts. Anybody may name a reference
 * in a transfer of their own.
 *
 * @param answer - of `getTransaction`, as JSON
 * @returns null when there is none
 * @throws TypeError for what is none
 */
export function referencedTransfer(
  reference: string,
  sources: ReadonlySet<string>,
  answer: unknown,
): ReferencedTransfer | null {
  const { transaction, meta } = record(answer);
  const keys = keysOf(record(record(transaction)['message']), record(meta));
  const after = balancesOf(record(meta)['postTokenBalances'], keys);
  for (const instruction of instructionsOf(answer, keys)) {
    const { accounts } = instruction;
    const movement = movementOf(instruction);
    const { from = null, to = null, amount = 0n } = movement ?? {};
    const isNamed = accounts.slice(TRANSFER_ACCOUNTS).includes(reference);
    if (from === null || to === null || !isNamed || !sources.has(from)) continue;
    return { from, to, owner: after.get(to)?.owner ?? to, amount };
  }
  return null;
}

/** A transfer out of a token account. */
export interface TransferOut {
  /** Of the instruction, counted through the transaction as it is carried out. */
  readonly index: number;
  /** The owner of the account that it went to. */
  readonly to: string;
  /** The account that it went to. */
  readonly account: string;
  readonly amount: bigint;
  /** What the instruction names that the token program does not look at. */
  readonly references: readonly string[];
  /** No transfer of the transaction comes before it. */
  readonly isFirst: boolean;
}

/**
 * The transfers that a transaction makes out of a token account.
 *
 * @param answer - of `getTransaction`, as JSON
 * @throws TypeError for what is none
 */
export function transfersOutOf(account: string, answer: unknown): readonly TransferOut[] {
  const { transaction, meta } = record(answer);
  const keys = keysOf(record(record(transaction)['message']), record(meta));
  const after = balancesOf(record(meta)['postTokenBalances'], keys);
  const made = instructionsOf(answer, keys).flatMap(({ index, accounts, data }) => {
    const movement = movementOf({ index, accounts, data });
    if (movement === null || movement.from === null || movement.to === null) return [];
    return [{ index, accounts, from: movement.from, to: movement.to, amount: movement.amount }];
  });
  return made.flatMap(({ index, accounts, from, to, amount }, place) => {
    if (from !== account || to === account) return [];
    const references = accounts.slice(TRANSFER_ACCOUNTS);
    return [{ index, to: after.get(to)?.owner ?? to, account: to, amount, references, isFirst: place === 0 }];
  });
}

/**
 * By how much a transaction has changed what a token account holds.
 *
 * @param answer - of `getTransaction`, as JSON
 * @throws TypeError for what is none
 */
export function changeOf(account: string, answer: unknown): bigint {
  const { transaction, meta } = record(answer);
  const keys = keysOf(record(record(transaction)['message']), record(meta));
  const held = (balances: unknown): bigint => balancesOf(balances, keys).get(account)?.amount ?? 0n;
  return held(record(meta)['postTokenBalances']) - held(record(meta)['preTokenBalances']);
}

function keysOf(
  message: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { writable = [], readonly = [] } = record(meta['loadedAddresses'] ?? {});
  return [message['accountKeys'], writable, readonly].flatMap((each) => list(each).map(text));
}

function balancesOf(
  balances: unknown,
  keys: readonly string[],
): ReadonlyMap<string, { readonly owner: string; readonly amount: bigint }> {
  return new Map(
    list(balances).map((each) => {
      const { accountIndex, owner, uiTokenAmount } = record(each);
      const account = keyAt(keys, accountIndex);
      return [account, { owner: text(owner ?? account), amount: BigInt(text(record(uiTokenAmount)['amount'])) }];
    }),
  );
}

/** Of the token program, in the order in which they are carried out: each, then what it has called. A batch is what it consists of. */
function instructionsOf(answer: unknown, keys: readonly string[]): readonly Instruction[] {
  const { transaction, meta } = record(answer);
  const inner = new Map(
    list(record(meta)['innerInstructions'] ?? []).map((each) => {
      const { index, instructions } = record(each);
      return [count(index), list(instructions)];
    }),
  );
  return list(record(record(transaction)['message'])['instructions'])
    .flatMap((each, place) => [each, ...(inner.get(place) ?? [])])
    .flatMap((each, index) => {
      const { programIdIndex, accounts, data } = record(each);
      const program = keyAt(keys, programIdIndex);
      const written = text(data);
      const isRead = program === TOKEN_PROGRAM.toBase58() && written.length <= DATA_CHARACTERS_MAX;
      if (!isRead) return [];
      const named = list(accounts).map((place) => keyAt(keys, place));
      return unbatched({ index, accounts: named, data: fromBase58(written) });
    });
}

/** The instructions of a batch: of each the number of its accounts, the length of its data, and its data. */
function unbatched(instruction: Instruction): readonly Instruction[] {
  const { index, accounts, data } = instruction;
  if (data[0] !== BATCH) return [instruction];
  const parts: Instruction[] = [];
  let [dataAt, accountsAt] = [1, 0];
  while (dataAt < data.length) {
    const [accountCount = 0, length = 0] = data.subarray(dataAt, dataAt + 2);
    dataAt += 2;
    parts.push({
      index: BATCHED_INDEX + index * BATCH_LENGTH_MAX + parts.length,
      accounts: accounts.slice(accountsAt, accountsAt + accountCount),
      data: data.subarray(dataAt, dataAt + length),
    });
    dataAt += length;
    accountsAt += accountCount;
  }
  return parts;
}

/** What an instruction of the token program moves; null when it moves nothing. */
function movementOf({ accounts, data }: Instruction): Movement | null {
  if (data.length < 9) return null;
  const amount = Buffer.from(data).readBigUInt64LE(1);
  const [first = null, second = null, third = null] = accounts;
  switch (Number(data[0])) {
    // Transfer.
    case 3:
      return { from: first, to: second, mint: null, amount };
    // TransferChecked.
    case 12:
      return { from: first, to: third, mint: second, amount };
    // MintTo, MintToChecked.
    case 7:
    case 14:
      return { from: null, to: second, mint: first, amount };
    // Burn, BurnChecked.
    case 8:
    case 15:
      return { from: first, to: null, mint: second, amount };
    default:
      return null;
  }
}

function keyAt(keys: readonly string[], index: unknown): string {
  const key = keys[count(index)];
  if (key === undefined) throw new TypeError('no such account');
  return key;
}
