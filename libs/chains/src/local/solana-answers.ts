import { VersionedTransaction } from '@solana/web3.js';
import type { MessageAddressTableLookup } from '@solana/web3.js';
import type { Account } from 'litesvm/dist/internal';
import { toBase58 } from '../solana/base58';
import type { Executed, TokenBalance } from './transactions';

/** The part of an account's data that is asked for. */
export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** An account as the JSON-RPC interface writes it, with its data in base64. */
export function accountAnswer(account: Account | null, slice?: DataSlice): object | null {
  if (account === null) return null;
  const whole = Buffer.from(account.data());
  const data = slice === undefined ? whole : whole.subarray(slice.offset, slice.offset + slice.length);
  return {
    lamports: Number(account.lamports()),
    owner: toBase58(account.owner()),
    data: [data.toString('base64'), 'base64'],
    executable: account.executable(),
    rentEpoch: 0,
    space: whole.length,
  };
}

/**
 * A transaction as the JSON-RPC interface writes it.
 *
 * @param at - the time of its block, in milliseconds since the epoch
 */
export function transactionAnswer(found: Executed, at: number): object {
  const { message, signatures } = VersionedTransaction.deserialize(found.wire);
  return {
    slot: found.slot,
    blockTime: Math.floor(at / 1_000),
    version: found.version,
    transaction: {
      signatures: signatures.map((each) => toBase58(each)),
      message: {
        accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
        header: message.header,
        recentBlockhash: message.recentBlockhash,
        instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          programIdIndex,
          accounts: accountKeyIndexes,
          data: toBase58(data),
        })),
        ...(found.version === 0 ? { addressTableLookups: message.addressTableLookups.map(lookupAnswer) } : {}),
      },
    },
    meta: {
      err: found.error,
      fee: 5_000 * signatures.length,
      innerInstructions: found.inner,
      loadedAddresses: found.loaded,
      logMessages: found.logs,
      computeUnitsConsumed: found.unitsConsumed,
      preTokenBalances: found.tokensBefore.map(tokenBalance),
      postTokenBalances: found.tokensAfter.map(tokenBalance),
      preBalances: found.lamportsBefore.map(Number),
      postBalances: found.lamportsAfter.map(Number),
    },
  };
}

function lookupAnswer({ accountKey, writableIndexes, readonlyIndexes }: MessageAddressTableLookup): object {
  return { accountKey: accountKey.toBase58(), writableIndexes, readonlyIndexes };
}

/** An amount of tokens as the JSON-RPC interface writes it. */
export function amountAnswer(amount: bigint): object {
  const ui = Number(amount) / 1e6;
  return { amount: amount.toString(), decimals: 6, uiAmount: ui, uiAmountString: String(ui) };
}

function tokenBalance({ accountIndex, mint, owner, amount }: TokenBalance): object {
  return { accountIndex, mint, owner, uiTokenAmount: amountAnswer(amount) };
}
