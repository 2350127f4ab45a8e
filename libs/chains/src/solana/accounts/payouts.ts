import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import type { Payouts, PayoutsRequest } from '../../past-transfers';
import { EndpointsDisagreeError, agreement, reachedBy } from '../../rpc/agreement';
import { EndpointLimitError } from '../../rpc/endpoint-limit';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { readBlockTime } from '../block-time';
import { fromBase58 } from '../base58';
import type { SolanaNetwork } from '../network';
import { firstSlotSince } from '../slots-by-time';
import { count } from '../values';
import { isSignedBy, readTransactions } from './foreign-transactions';
import type { ForeignTransaction } from './foreign-transactions';
import { MentionWalks } from './mention-walks';
import { sentAfter } from './late-transactions';
import type { AssociatedAccounts } from './associated-accounts';
import { transfersOutOf, type TransferOut } from './token-movements';

/** A token account of a payer. */
interface Watched {
  readonly payer: string;
  readonly currency: Currency;
  readonly account: string;
}

const FINALIZED = { commitment: 'finalized' };
const TRANSACTIONS_MAX = 100;

/**
 * Final transfers out of the associated accounts of these addresses, as a majority of the configured endpoints says it
 * (protocol rule 29).
 *
 * @throws Error while no majority agrees
 */
export async function readPayouts(
  {
    pool,
    network,
    associated,
    feePayer,
    spender,
  }: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly associated: AssociatedAccounts;
    readonly feePayer: string;
    /** Signs what wallets pay; null where there are none. */
    readonly spender: string | null;
  },
  { payers, since, ended }: Omit<PayoutsRequest, 'chain'>,
): Promise<Payouts> {
  const { majority } = pool;
  const heads = await pool.ask(
    async (endpoint) => count((await endpoint.results([{ method: 'getSlot', params: [FINALIZED] }]))[0]),
    (soFar) => soFar.length >= majority,
  );
  const until = reachedBy(
    heads.map(({ value }) => value),
    majority,
  );
  const at = until === undefined ? null : await readBlockTime(pool, until);
  if (until === undefined || at === null)
    throw new EndpointsDisagreeError('too few endpoints of solana say what is final');
  const watched = payers.flatMap((payer) =>
    CURRENCIES.map((currency) => {
      const account = associated.of(payer, network.tokens[currency]).toBase58();
      return { payer, currency, account };
    }),
  );
  const said = await pool.ask(
    async (endpoint) => {
      const slots = { from: await slotSince(endpoint, since, until), until };
      const payouts = await payoutsAt(endpoint, watched, spender, slots);
      const isAsked = ended !== undefined && ended.sentUntil < at;
      return { payouts, signedLater: isAsked ? await sentAfter(endpoint, feePayer, { ...ended, until }) : undefined };
    },
    (soFar) => agreement(soFar, majority) !== undefined,
  );
  const agreed = agreement(said, majority);
  if (agreed === undefined) throw new EndpointsDisagreeError('endpoints of solana tell differently of what was paid');
  const { payouts, signedLater } = agreed.value;
  return signedLater === undefined ? { at, payouts } : { at, payouts, signedLater };
}

/** By what the endpoint itself says of its blocks: only its own answer follows from it. */
async function slotSince(endpoint: RpcEndpoint, since: number, until: number): Promise<number> {
  const { slot, isFirst } = await firstSlotSince(endpoint, since, until);
  if (isFirst) return slot;
  throw new EndpointLimitError(
    endpoint,
    `has no blocks before slot ${slot}, and is asked for all since ${new Date(since).toISOString()}. Name one that keeps a longer history`,
  );
}

async function payoutsAt(
  endpoint: RpcEndpoint,
  watched: readonly Watched[],
  spender: string | null,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<Payouts['payouts']> {
  const payouts: Payouts['payouts'][number][] = [];
  const walks = new MentionWalks();
  for (const each of watched) {
    for (let next = from; next <= until;) {
      const { mentions, upTo } = await walks.read(endpoint, each.account, { from: next, until });
      for (let done = 0; done < mentions.length; done += TRANSACTIONS_MAX) {
        const transactions = await readTransactions(endpoint, mentions.slice(done, done + TRANSACTIONS_MAX));
        payouts.push(...transactions.flatMap((transaction) => payoutsIn(transaction, each, spender)));
      }
      next = upTo + 1;
    }
  }
  return payouts.sort((one, other) => one.block - other.block || (one.hash < other.hash ? -1 : 1));
}

function payoutsIn(
  transaction: ForeignTransaction,
  { payer, currency, account }: Watched,
  spender: string | null,
): Payouts['payouts'] {
  // This service signs no transaction of a version that it cannot read, and no one else signs for the payer.
  if ('unreadable' in transaction) return [];
  const { answer: signed } = transaction;
  if (!isSignedBy(payer, signed) && (spender === null || !isSignedBy(spender, signed))) return [];
  const { signature: hash, slot: block, answer } = transaction;
  return transfersOutOf(account, answer).map((made) => {
    const { index: place, to, account: into, amount } = made;
    const payout = { hash, block, place, onchainId: onchainIdOf(made), from: payer, to, currency };
    return { ...payout, amount: toUnits(amount), ...(into === to ? {} : { account: into }) };
  });
}

/**
 * The on-chain id is the first reference of a transfer. The first transfer of a transaction also names the transaction's own, and
 * in earlier versions named that alone where its payment had no idempotency key.
 */
function onchainIdOf({ references: [first, second], isFirst }: TransferOut): string | null {
  const reference = isFirst && second === undefined ? undefined : first;
  return reference === undefined ? null : `0x${Buffer.from(fromBase58(reference)).toString('hex')}`;
}
