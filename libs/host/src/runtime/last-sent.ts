import { EndpointsDisagreeError, SilentChainError } from '@stablecoin/chains';
import type { LiveChains, SentMark, SentTransaction } from '@stablecoin/chains';
import { notedSenders, noteSenders } from '@stablecoin/stores';
import type { EventStore, Json } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import { closeStore } from './generation';

/** Who sends on a chain. */
interface Sender {
  readonly chain: ChainName;
  readonly sender: string;
}

/** Whether a stored submission accounts for a transaction of a sender. */
export type IsStored = (
  store: Pick<EventStore, 'read'>,
  sender: Sender,
  transaction: Pick<SentTransaction, 'isIn'>,
) => Promise<boolean>;

interface Compared {
  readonly store: EventStore;
  readonly liveChains: LiveChains;
  readonly isStored: IsStored;
}

/** What the chains show of a sender, beside what is stored. */
interface Seen extends Sender {
  /** Nothing was noted of it yet: it is compared from the next start on. */
  readonly isNew: boolean;
  /** What enough endpoints show; null: it has sent nothing; undefined: they do not agree. */
  readonly last: SentTransaction | null | undefined;
  /** Of endpoints that show a transaction which is not stored. */
  readonly ahead: readonly SentTransaction[];
  readonly silent: number;
  readonly needed: number;
}

/**
 * Closes a store that lacks a transaction which was sent: everything is stored before it is sent. What a sender had sent before it was
 * first seen here is noted, and closes nothing (protocol rule 38).
 *
 * @param now - in milliseconds since the epoch
 * @throws StoreBehindError; `SilentChainError` while too few endpoints answer to tell
 */
export async function requireSentStored(compared: Compared, now: number): Promise<void> {
  const seen = await look(compared);
  const [missing] = seen.flatMap(aheadOf);
  if (missing !== undefined) await closeStore(compared.store, missing.text, now);
  const fresh = seen.filter(({ isNew, last }) => isNew && last !== undefined);
  await noteSenders(compared.store, marksOf(fresh), now);
}

/** A transaction that was sent and is not stored. */
export interface TransactionAhead {
  /** As an operator names it: its hash, or its nonce. */
  readonly name: string;
  /** A sentence. */
  readonly text: string;
}

/** @throws `SilentChainError` while too few endpoints answer to tell */
export async function transactionsAhead(compared: Compared): Promise<readonly TransactionAhead[]> {
  return (await look(compared)).flatMap(aheadOf);
}

/**
 * Notes what the chains show of every sender: no stored submission has to account for it any more.
 *
 * @param now - in milliseconds since the epoch
 * @throws EndpointsDisagreeError
 */
export async function noteSent(compared: Compared, now: number): Promise<void> {
  const seen = (await look(compared)).filter(({ isNew, ahead }) => isNew || ahead.length > 0);
  const unclear = seen.find(({ last }) => last === undefined);
  if (unclear !== undefined) {
    throw new EndpointsDisagreeError(
      `Endpoints of ${unclear.chain} show different last transactions of ${unclear.sender}: repeat this in a minute.`,
    );
  }
  await noteSenders(compared.store, marksOf(seen), now);
}

/** The chains are asked before the store: what is sent while this runs is stored by then. */
async function look({ store, liveChains, isStored }: Compared): Promise<readonly Seen[]> {
  const chains = [...liveChains.treasuries.keys()];
  const sent = await Promise.all(
    chains.map(async (chain) =>
      ((await liveChains.router.on(chain).history?.lastSent()) ?? []).map((each) => ({ chain, ...each })),
    ),
  );
  const noted = await notedSenders(store);
  return Promise.all(
    sent.flat().map(async ({ chain, sender, said, endpoints }) => {
      const mark = noted.get(nameOf({ chain, sender })) as SentMark | null | undefined;
      const needed = Math.floor(endpoints / 2) + 1;
      const ahead: SentTransaction[] = [];
      for (const each of mark === undefined ? [] : said) {
        if (each === null || (mark !== null && mark !== undefined && each.isIn(mark))) continue;
        if (!(await isStored(store, { chain, sender }, each))) ahead.push(each);
      }
      const silent = endpoints - said.length;
      return { chain, sender, isNew: mark === undefined, last: agreedOf(said, needed), ahead, silent, needed };
    }),
  );
}

/** The last transaction that so many endpoints have reached. */
function agreedOf(said: readonly (SentTransaction | null)[], needed: number): SentTransaction | null | undefined {
  const reached = (each: SentTransaction): number =>
    said.filter((other) => other !== null && each.isIn(other.mark)).length;
  // Of nonces, several are reached: the highest one is that which no other includes.
  const agreed = said.filter((each) => each !== null).filter((each) => reached(each) >= needed);
  const last = agreed.find((each) => agreed.every((other) => other.isIn(each.mark)));
  if (last !== undefined) return last;
  return said.filter((each) => each === null).length >= needed ? null : undefined;
}

/** @throws `SilentChainError` where endpoints that are silent would decide */
function aheadOf({ chain, sender, ahead, silent, needed }: Seen): readonly TransactionAhead[] {
  const [first] = ahead;
  if (first === undefined) return [];
  if (ahead.length >= needed) {
    const name = 'nonce' in first.mark ? String(first.mark.nonce) : first.mark.hash;
    return [{ name, text: `${sender} has sent ${first.name} on ${chain}, which the event store does not have` }];
  }
  if (ahead.length + silent < needed) return [];
  throw new SilentChainError(chain, [
    `an endpoint shows ${first.name} of ${sender}, which is not stored, and ${silent} endpoints are silent`,
  ]);
}

function marksOf(seen: readonly Seen[]): ReadonlyMap<string, Json> {
  return new Map(seen.map((each) => [nameOf(each), each.last?.mark ?? null]));
}

function nameOf({ chain, sender }: Sender): string {
  return `${chain}.${sender}`;
}
