import { base58 } from '@scure/base';
import { TOKEN_PROGRAM } from '../solana/instructions';
import { record } from '../rpc/values';
import { isEmpty, isObject, listOf } from './json-values';
import type { Json } from './json-values';
import { invented, pickOf } from './lies';
import type { Stories, Story } from './lies';

const LEADS_SLOTS = [151, 1_000, 1_000_000] as const;
const LAG_SLOTS = 200;
const TOKEN_ACCOUNT_BYTES = 165;
/** In minor units. */
const MILLION = 1_000_000_000_000n;
const FROZEN = 2;
const FAILED = { InstructionError: [0, { Custom: 1 }] };
const STRANGER = addressOf('stranger');
const STRANGERS_TOKENS = addressOf("stranger's tokens");

/** The lies of a Solana endpoint: what it invents is the same for every endpoint that is asked the same. */
export const SOLANA_LIES: Stories = {
  blocks: () => ({
    answers: ({ method }, truth) => {
      if (method === 'getGenesisHash') return addressOf('another genesis');
      if (method === 'getBlockTime' && typeof truth === 'number') return truth - 3_600;
      return truth;
    },
  }),
  ahead: (variant) => ({ answers: moved(pickOf(LEADS_SLOTS, variant)) }),
  behind: () => standingBack(),
  missing: () => ({
    answers: ({ method }, truth) => {
      if (method === 'getSignatureStatuses') return valuesOf(truth, () => null);
      if (method === 'getTransaction') return null;
      if (method === 'getSignaturesForAddress') return isEmpty(truth) ? truth : [];
      if (method === 'isBlockhashValid' && isObject(truth)) return { ...truth, value: false };
      return truth;
    },
  }),
  failed: () => ({
    answers: ({ method }, truth) => {
      if (method === 'getSignatureStatuses') return statusesAs(truth, FAILED);
      if (method === 'getTransaction' && isObject(truth)) {
        return { ...truth, meta: { ...record(truth['meta']), err: FAILED } };
      }
      return truth;
    },
  }),
  settled: () => ({
    answers: ({ method }, truth) => (method === 'getSignatureStatuses' ? statusesAs(truth, null) : truth),
  }),
  balances: (variant) => ({
    answers: ({ method }, truth) => {
      if (method === 'getTokenAccountBalance' && isObject(truth)) {
        return { ...truth, value: { ...record(truth['value']), amount: String(MILLION) } };
      }
      if (method !== 'getMultipleAccounts') return truth;
      const told = valuesOf(truth, (each) => tokensAs(each, (data) => addTo(data, MILLION)));
      // Of a slot at which no other one stands, there is nobody to contradict.
      return told === truth || variant % 2 === 0 ? told : shifted(told, -1);
    },
  }),
  deposit,
  receipts: () => ({
    answers: ({ method }, truth) => {
      if (method !== 'getTransaction' || !isObject(truth)) return truth;
      const meta = record(truth['meta']);
      const [first, ...rest] = listOf(meta['postBalances']);
      return { ...truth, meta: { ...meta, fee: 1, postBalances: [Math.floor(Number(first) / 2), ...rest] } };
    },
  }),
  heights: (variant) => ({ answers: heights(variant) }),
  refusals: () => ({
    answers: ({ method, params }, truth) => {
      if (method === 'getBalance' && isObject(truth)) return { ...truth, value: 0 };
      if (method === 'getRecentPrioritizationFees') {
        return listOf(truth).map((each) => ({ ...record(each), prioritizationFee: 10 ** 12 }));
      }
      // Balances are asked for whole, and recipients by a slice.
      if (method !== 'getMultipleAccounts' || record(params[1])['dataSlice'] === undefined) return truth;
      return valuesOf(truth, (each) => tokensAs(each, (data) => data.writeUInt8(FROZEN, 108)));
    },
  }),
};

/** All its slots and heights are so many further. */
function moved(slots: number): Story['answers'] {
  return ({ method }, truth) => {
    if (method === 'getSlot' || method === 'getBlockHeight') return Number(truth) + slots;
    if (method === 'getEpochInfo' && isObject(truth)) {
      const { absoluteSlot, blockHeight } = truth;
      return { ...truth, absoluteSlot: Number(absoluteSlot) + slots, blockHeight: Number(blockHeight) + slots };
    }
    return shifted(truth, slots);
  };
}

/** It knows nothing of the last slots. */
function standingBack(): Story {
  const move = moved(-LAG_SLOTS);
  return {
    answers: (call, truth) => {
      const told = move(call, truth);
      if (call.method !== 'getSignatureStatuses' || !isObject(told)) return told;
      const { slot } = record(told['context']);
      return valuesOf(told, (each) => (isObject(each) && Number(each['slot']) > Number(slot) ? null : each));
    },
  };
}

/** Somebody has paid a million to every token account that is asked for, in the slot that is asked for. */
function deposit(): Story {
  const made = new Map<string, { readonly account: string; readonly slot: number }>();
  let latest = 0;
  return {
    answers: ({ method, params }, truth) => {
      if (method === 'getSlot') latest = Number(truth);
      if (method === 'getSignaturesForAddress') {
        const account = String(params[0]);
        const { minContextSlot, before } = (params[1] ?? {}) as Json;
        // It stands before all others, on the first page.
        if (before !== undefined) return truth;
        const slot = Number(minContextSlot ?? latest);
        const signature = base58.encode(invented(64, 'deposit', account, slot));
        made.set(signature, { account, slot });
        const entry = { signature, slot, err: null, memo: null, blockTime: 0 };
        return [{ ...entry, confirmationStatus: 'finalized' }, ...listOf(truth)];
      }
      const found = method === 'getTransaction' ? made.get(String(params[0])) : undefined;
      return found === undefined ? truth : depositTransaction(String(params[0]), found);
    },
  };
}

function depositTransaction(
  signature: string,
  { account, slot }: { readonly account: string; readonly slot: number },
): Json {
  const mint = addressOf('mint');
  const data = Buffer.alloc(10);
  data.writeUInt8(12, 0);
  data.writeBigUInt64LE(MILLION, 1);
  data.writeUInt8(6, 9);
  const balance = (accountIndex: number, owner: string, amount: bigint): Json => ({
    accountIndex,
    mint,
    owner,
    uiTokenAmount: { amount: String(amount), decimals: 6, uiAmount: null, uiAmountString: String(amount) },
  });
  return {
    slot,
    blockTime: Math.floor(Date.UTC(2026, 0, 1) / 1_000),
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: [STRANGER, STRANGERS_TOKENS, account, mint, TOKEN_PROGRAM.toBase58()],
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
        recentBlockhash: addressOf('blockhash'),
        instructions: [{ programIdIndex: 4, accounts: [1, 3, 2, 0], data: base58.encode(data) }],
      },
    },
    meta: {
      err: null,
      fee: 5_000,
      innerInstructions: [],
      logMessages: [],
      computeUnitsConsumed: 0,
      preTokenBalances: [balance(1, STRANGER, MILLION), balance(2, account, 0n)],
      postTokenBalances: [balance(1, STRANGER, 0n), balance(2, account, MILLION)],
      preBalances: [10_000, 1, 1, 1, 1],
      postBalances: [5_000, 1, 1, 1, 1],
    },
  };
}

/** Blockhashes that do not exist, or live for ever or not at all; histories that begin too late. */
function heights(variant: number): Story['answers'] {
  const ofBlockhash: readonly ((value: Json) => Json)[] = [
    (value) => ({ ...value, blockhash: addressOf(`blockhash ${String(value['blockhash'])}`) }),
    (value) => ({ ...value, lastValidBlockHeight: 10 ** 12 }),
    (value) => ({ ...value, lastValidBlockHeight: 1 }),
    (value) => value,
  ];
  return ({ method }, truth) => {
    if (method === 'getLatestBlockhash' && isObject(truth)) {
      const value = record(truth['value']);
      const told = ofBlockhash[variant % ofBlockhash.length]?.(value) ?? value;
      return told === value ? truth : { ...truth, value: told };
    }
    if (method === 'isBlockhashValid' && isObject(truth)) return { ...truth, value: truth['value'] !== true };
    return method === 'getFirstAvailableBlock' && variant % 4 === 3 ? 10 ** 9 : truth;
  };
}

/** Each has been carried out for good: with this error, or without any. */
function statusesAs(truth: unknown, err: unknown): unknown {
  if (!isObject(truth)) return truth;
  const standsAt = Math.max(0, Number(record(truth['context'])['slot']) - 40);
  return valuesOf(truth, (each) => ({
    slot: isObject(each) ? each['slot'] : standsAt,
    confirmations: null,
    err,
    confirmationStatus: 'finalized',
  }));
}

/** Another data of an account that holds tokens. */
function tokensAs(account: unknown, change: (data: Buffer) => unknown): unknown {
  if (!isObject(account)) return account;
  const data = Buffer.from(String(firstOf(account['data'])), 'base64');
  if (data.length !== TOKEN_ACCOUNT_BYTES) return account;
  change(data);
  return { ...account, data: [data.toString('base64'), 'base64'] };
}

function addTo(data: Buffer, amount: bigint): void {
  data.writeBigUInt64LE(data.readBigUInt64LE(64) + amount, 64);
}

function shifted(truth: unknown, slots: number): unknown {
  if (!isObject(truth) || !isObject(truth['context'])) return truth;
  const { slot } = truth['context'];
  return { ...truth, context: { ...truth['context'], slot: Math.max(0, Number(slot) + slots) } };
}

/** The values of an answer in a context, each another one; the same answer where none is. */
function valuesOf(truth: unknown, change: (value: unknown) => unknown): unknown {
  if (!isObject(truth) || !Array.isArray(truth['value'])) return truth;
  const values = truth['value'] as readonly unknown[];
  const told = values.map(change);
  return told.every((each, index) => each === values[index]) ? truth : { ...truth, value: told };
}

function addressOf(words: string): string {
  return base58.encode(invented(32, words));
}

function firstOf(value: unknown): unknown {
  return listOf(value)[0];
}
