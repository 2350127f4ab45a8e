import { base58 } from '@scure/base';
import { UsageFailure } from '../failure.js';
import { amountOf, compare, type Check, type Claim, type VerifyOptions } from './checks.js';
import { list, malformed, quantity, record, type Fields, type Rpc, text } from './rpc.js';

/** The mints of Circle, by genesis hash. */
const MINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': {
    USDC: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    EURC: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
  },
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: { USDC: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
};
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TRANSFER_CHECKED = 12;

interface Balance {
  readonly account: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

interface Transfer {
  readonly mint: string | undefined;
  readonly destination: string | undefined;
  readonly units: bigint;
}

/**
 * Compares a payment on Solana with its transaction: a transfer of exactly the amount to the recipient, borne out by
 * the balances before and after.
 */
export async function verifySolana(rpc: Rpc, claim: Claim, { token }: VerifyOptions): Promise<readonly Check[]> {
  const mint = token ?? MINTS[text(await rpc.call('getGenesisHash'))]?.[claim.currency];
  if (mint === undefined) throw new UsageFailure(`Give --token, the mint of ${claim.currency} on this cluster.`);
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const answer = await rpc.call('getTransaction', [claim.txHash, options]);
  if (answer === null) return [compare('transaction', claim.txHash, undefined)];
  const transaction = record(record(answer)['transaction']);
  const meta = record(record(answer)['meta']);
  const signature = text(list(transaction['signatures'])[0]);
  const status = compare(
    'status',
    'success',
    meta['err'] === null ? 'success' : `error ${JSON.stringify(meta['err'])}`,
  );
  return [
    compare('transaction', claim.txHash, signature),
    status,
    ...transferChecks(record(transaction['message']), meta, claim, mint),
    await commitmentOf(rpc, claim.txHash),
  ];
}

function transferChecks(message: Fields, meta: Fields, claim: Claim, mint: string): readonly Check[] {
  const keys = keysOf(message, meta);
  const before = balancesOf(meta['preTokenBalances'], keys);
  const after = balancesOf(meta['postTokenBalances'], keys);
  const accounts = after.filter(
    ({ owner, account, mint: of }) => of === mint && (owner === claim.to || account === claim.to),
  );
  const recipient = compare('recipient', claim.to, accounts.length === 0 ? undefined : claim.to);
  if (accounts.length === 0) return [recipient];
  const names = new Set(accounts.map(({ account }) => account));
  const transfers = transfersOf(message, meta, keys).filter(
    ({ destination, mint: of }) => of === mint && destination !== undefined && names.has(destination),
  );
  const exact = transfers.find(({ units }) => units === claim.units) ?? transfers[0];
  const held = (balances: readonly Balance[]): bigint =>
    balances.filter(({ account }) => names.has(account)).reduce((sum, { amount }) => sum + amount, 0n);
  const change = held(after) - held(before);
  const amount = amountOf(claim.units);
  return [
    recipient,
    compare('amount', `${amount} ${claim.currency}`, exact && `${amountOf(exact.units)} ${claim.currency}`),
    // Other payments to the same recipient may be in the same transaction.
    {
      check: 'balance change',
      claimed: `at least ${amount}`,
      found: change < 0n ? `-${amountOf(-change)}` : amountOf(change),
      ok: change >= claim.units,
    },
  ];
}

async function commitmentOf(rpc: Rpc, signature: string): Promise<Check> {
  const answer = record(await rpc.call('getSignatureStatuses', [[signature], { searchTransactionHistory: true }]));
  const status = list(answer['value'])[0];
  const found = status === null || status === undefined ? 'nothing' : String(record(status)['confirmationStatus']);
  return {
    check: 'commitment',
    claimed: 'at least confirmed',
    found,
    ok: found === 'confirmed' || found === 'finalized',
  };
}

function transfersOf(message: Fields, meta: Fields, keys: readonly string[]): readonly Transfer[] {
  const inner = list(meta['innerInstructions'] ?? []).flatMap((each) => list(record(each)['instructions']));
  return [...list(message['instructions']), ...inner].flatMap((each) => {
    const { programIdIndex, accounts, data } = record(each);
    if (keyAt(keys, programIdIndex) !== TOKEN_PROGRAM) return [];
    const bytes = decoded(text(data));
    if (bytes[0] !== TRANSFER_CHECKED || bytes.length < 9) return [];
    const [, mint, destination] = list(accounts).map((index) => keyAt(keys, index));
    return [{ mint, destination, units: Buffer.from(bytes).readBigUInt64LE(1) }];
  });
}

function decoded(data: string): Uint8Array {
  try {
    return base58.decode(data);
  } catch {
    throw malformed();
  }
}

function keysOf(message: Fields, meta: Fields): readonly string[] {
  const { writable = [], readonly = [] } = record(meta['loadedAddresses'] ?? {});
  return [message['accountKeys'], writable, readonly].flatMap((each) => list(each).map(text));
}

function balancesOf(balances: unknown, keys: readonly string[]): readonly Balance[] {
  return list(balances ?? []).map((each) => {
    const { accountIndex, mint, owner, uiTokenAmount } = record(each);
    return {
      account: keyAt(keys, accountIndex),
      mint: text(mint),
      owner: typeof owner === 'string' ? owner : '',
      amount: quantity(record(uiTokenAmount)['amount']),
    };
  });
}

function keyAt(keys: readonly string[], index: unknown): string {
  const key = typeof index === 'number' ? keys[index] : undefined;
  if (key === undefined) throw malformed();
  return key;
}
