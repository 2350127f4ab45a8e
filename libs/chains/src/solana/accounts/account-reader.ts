import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import type { Balances, Deposit, Deposits, SetAside } from '../../accounts';
import { EndpointsDisagreeError, agreement, reachedBy } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { amountAt } from './amount-at';
import type { AssociatedAccounts } from './associated-accounts';
import { readBlockTime } from '../block-time';
import { readForeign, readTransactions } from './foreign-transactions';
import type { Mention } from './foreign-transactions';
import { MentionWalks } from './mention-walks';
import type { SomeMentions } from './mention-walks';
import type { SolanaNetwork } from '../network';
import { movementsInto } from './token-movements';
import type { TransactionMovements } from './token-movements';
import { count } from '../values';

/** How far deposits were read: all of a slot, or up to an instruction of it. As text: `120`, `120:<signature>:3`. */
interface Cursor {
  readonly slot: number;
  readonly within: { readonly signature: string; readonly index: number } | null;
}

/** A token account of one of the addresses. */
interface Watched {
  readonly address: string;
  readonly currency: Currency;
  readonly account: string;
}

/** Transactions that are read for one answer. */
const TRANSACTIONS_MAX = 100;
const FINALIZED = { commitment: 'finalized' };
/** In a cursor: the whole transaction. */
const ALL_OF_IT = 999_999;
/** Slots that are tried for a balance, where transactions that cannot be read stand between, or too many. */
const SLOTS_TRIED = 3;

/** What a transaction has brought, or why it cannot be read. */
type ReadMovements = TransactionMovements | { readonly unreadable: string };

/**
 * What addresses hold and receive in their associated accounts, at finality only, and as a majority of the configured
 * endpoints says it (protocol rule 29).
 */
export class AccountReader {
  readonly #pool: RpcPool;
  readonly #network: SolanaNetwork;
  readonly #associated: AssociatedAccounts;
  readonly #isOwnPayment: (address: string, signature: string) => boolean;
  readonly #walks = new MentionWalks();
  /** Of balances: they leave those of deposits as they are. */
  readonly #changes = new MentionWalks();

  /**
   * @param parts - `isOwnPayment`: whether a transaction is known to have been made for this address, to pay others. It
   * then brings it nothing, and need not be read: a busy treasury has few others.
   */
  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly associated: AssociatedAccounts;
    readonly isOwnPayment: (address: string, signature: string) => boolean;
  }) {
    this.#pool = parts.pool;
    this.#network = parts.network;
    this.#associated = parts.associated;
    this.#isOwnPayment = parts.isOwnPayment;
  }

  async balances(addresses: readonly string[]): Promise<Balances> {
    const watched = this.#watched(addresses);
    for (let tried = 0; tried < SLOTS_TRIED; tried++) {
      const slot = await this.#finalizedSlot();
      const amounts = await this.#agreed((endpoint) =>
        Promise.all(watched.map(({ account: each }) => amountAt(endpoint, this.#changes, each, slot))),
      );
      if (amounts.includes(null)) continue;
      const at = await readBlockTime(this.#pool, slot);
      if (at === null)
        throw new EndpointsDisagreeError(`endpoints tell differently of the time of slot ${slot} on solana`);
      return {
        cursor: writeCursor({ slot, within: null }),
        at,
        balances: watched.map(({ address, currency }, place) => ({
          address,
          currency,
          amount: toUnits(BigInt(amounts[place] ?? '0')),
        })),
      };
    }
    throw new EndpointsDisagreeError(
      `the last ${SLOTS_TRIED} balances on solana could not be read: transactions of strangers are too many or of an unknown form. They are read again later`,
    );
  }

  async deposits(addresses: readonly string[], after: string, limit: number): Promise<Deposits> {
    const cursor = readCursor(after);
    const watched = this.#watched(addresses);
    const until = await this.#finalizedSlot();
    if (until < cursor.slot || (until === cursor.slot && cursor.within === null)) {
      return { deposits: [], cursor: after, more: false };
    }
    const { mentions: some, upTo } = await this.#mentions(watched, cursor.slot, until);
    // A long history is read in several looks.
    if (upTo < cursor.slot) return { deposits: [], cursor: after, more: true };
    const mentions = some.filter((each) => isAfter(cursor, each));
    const read = mentions.slice(0, TRANSACTIONS_MAX);
    const transactions = await this.#transactions(watched, read);

    const found = read.flatMap(({ signature }, place) => depositsOf(signature, watched, transactions[place]));
    const fresh = found.filter(
      ({ deposit, index }) => deposit.hash !== cursor.within?.signature || index > cursor.within.index,
    );
    const page = fresh.slice(0, limit);
    const last = page.at(-1);
    const lastRead = read.at(-1);
    const deposits = page.map(({ deposit }) => deposit);
    if (last !== undefined && page.length < fresh.length) {
      const { hash: signature, block: slot } = last.deposit;
      const passed = read.slice(
        0,
        read.findIndex((each) => each.signature === signature),
      );
      return {
        deposits,
        setAside: setAsideOf(passed, transactions),
        cursor: writeCursor({ slot, within: { signature, index: last.index } }),
        more: true,
      };
    }
    const setAside = setAsideOf(read, transactions);
    if (lastRead !== undefined && read.length < mentions.length) {
      const { signature, slot } = lastRead;
      return { deposits, setAside, cursor: writeCursor({ slot, within: { signature, index: ALL_OF_IT } }), more: true };
    }
    return { deposits, setAside, cursor: writeCursor({ slot: upTo, within: null }), more: upTo < until };
  }

  /** What transactions that were set aside have brought, as far as they can be read by now. */
  async setAside(addresses: readonly string[], asked: readonly SetAside[]): Promise<Omit<Deposits, 'cursor' | 'more'>> {
    const watched = this.#watched(addresses);
    const mentions = asked.map(({ hash, block }) => ({ signature: hash, slot: block }));
    const transactions = await this.#transactions(watched, mentions);
    const found = mentions.flatMap(({ signature }, place) => depositsOf(signature, watched, transactions[place]));
    return { deposits: found.map(({ deposit }) => deposit), setAside: setAsideOf(mentions, transactions) };
  }

  #watched(addresses: readonly string[]): readonly Watched[] {
    return addresses.flatMap((address) =>
      CURRENCIES.map((currency) => {
        const associated = this.#associated.of(address, this.#network.tokens[currency]);
        return { address, currency, account: associated.toBase58() };
      }),
    );
  }

  /** The last slot that a majority has finalized, whatever one of them claims, or has not seen yet. */
  async #finalizedSlot(): Promise<number> {
    const { majority, size } = this.#pool;
    const said = await this.#pool.ask(
      async (endpoint) => count((await endpoint.results([{ method: 'getSlot', params: [FINALIZED] }]))[0]),
      (soFar) => soFar.length >= majority,
    );
    const slots = said.map(({ value }) => value);
    const slot = reachedBy(slots, majority);
    if (slot === undefined) throw new Error(`${said.length} of ${size} endpoints answer, ${majority} are needed`);
    return slot;
  }

  /**
   * Transactions that name one of the accounts, by slot and signature, in an order that never changes: as far as a majority
   * has come in this look.
   */
  async #mentions(watched: readonly Watched[], from: number, until: number): Promise<SomeMentions> {
    const { majority } = this.#pool;
    const reachedIn = (said: readonly EndpointAnswer<SomeMentions>[]): number =>
      reachedBy(
        said.map(({ value }) => value.upTo),
        majority,
      ) ?? from - 1;
    const agreedIn = (
      said: readonly EndpointAnswer<SomeMentions>[],
      upTo = reachedIn(said),
    ): readonly EndpointAnswer<readonly Mention[]>[] =>
      said
        .filter(({ value }) => value.upTo >= upTo)
        .map(({ endpoint, value }) => ({ endpoint, value: value.mentions.filter(({ slot }) => slot <= upTo) }));
    const said = await this.#pool.ask(
      (endpoint) => this.#mentionsAt(endpoint, watched, { from, until }),
      (soFar) => agreement(agreedIn(soFar), majority) !== undefined,
    );
    return { mentions: this.#agree(agreedIn(said), said.length), upTo: reachedIn(said) };
  }

  async #mentionsAt(
    endpoint: RpcEndpoint,
    watched: readonly Watched[],
    slots: { readonly from: number; readonly until: number },
  ): Promise<SomeMentions> {
    const found = await Promise.all(
      watched.map(async ({ address, account: watchedAccount }) => {
        const { mentions, upTo } = await this.#walks.read(endpoint, watchedAccount, slots);
        return { mentions: mentions.filter(({ signature }) => !this.#isOwnPayment(address, signature)), upTo };
      }),
    );
    const upTo = Math.min(slots.until, ...found.map((each) => each.upTo));
    const bySignature = new Map(found.flatMap(({ mentions }) => mentions).map((each) => [each.signature, each]));
    const mentions = [...bySignature.values()].sort(
      (one, other) => one.slot - other.slot || (one.signature < other.signature ? -1 : 1),
    );
    return { mentions: mentions.filter(({ slot }) => slot <= upTo), upTo };
  }

  async #transactions(watched: readonly Watched[], mentions: readonly Mention[]): Promise<readonly ReadMovements[]> {
    if (mentions.length === 0) return [];
    const accounts = new Set(watched.map((each) => each.account));
    return this.#agreed(async (endpoint) =>
      (await readTransactions(endpoint, mentions)).map((each) =>
        readForeign(each, (answer): ReadMovements => movementsInto(accounts, answer)),
      ),
    );
  }

  /** What a majority says alike. @throws {@link EndpointsDisagreeError} while none does */
  async #agreed<T>(question: (endpoint: RpcEndpoint) => Promise<T>): Promise<T> {
    const { majority } = this.#pool;
    const said = await this.#pool.ask(question, (soFar) => agreement(soFar, majority) !== undefined);
    return this.#agree(said, said.length);
  }

  #agree<T>(said: readonly EndpointAnswer<T>[], answered: number): T {
    const { majority, size, watch } = this.#pool;
    const agreed = agreement(said, majority);
    if (agreed === undefined) {
      throw new EndpointsDisagreeError(
        `endpoints tell differently of what is final on solana: ${answered} of ${size} answer, ${majority} have to agree`,
      );
    }
    for (const endpoint of agreed.against) watch.faulty(endpoint, 'disagrees');
    for (const { endpoint } of agreed.by) watch.agreed(endpoint);
    return agreed.value;
  }
}

function depositsOf(
  signature: string,
  watched: readonly Watched[],
  transaction: ReadMovements | undefined,
): readonly { readonly index: number; readonly deposit: Deposit }[] {
  if (transaction === undefined || 'unreadable' in transaction) return [];
  return transaction.incoming.flatMap(({ index, account: into, from, sender, amount }) => {
    const found = watched.find((each) => each.account === into);
    if (found === undefined) return [];
    const { slot: block, at } = transaction;
    const { address: to, currency } = found;
    const id = `${signature}:${index}`;
    return [
      { index, deposit: { id, hash: signature, block, at, from, to, sender, currency, amount: toUnits(amount) } },
    ];
  });
}

/** Of the mentions, in their order, those that cannot be read. */
function setAsideOf(mentions: readonly Mention[], transactions: readonly ReadMovements[]): readonly SetAside[] {
  return mentions.flatMap(({ signature: hash, slot: block }, place) => {
    const transaction = transactions[place];
    if (transaction === undefined || !('unreadable' in transaction)) return [];
    return [{ hash, block, reason: transaction.unreadable }];
  });
}

function isAfter({ slot, within }: Cursor, mention: Mention): boolean {
  if (mention.slot !== slot) return mention.slot > slot;
  return within !== null && mention.signature >= within.signature;
}

function readCursor(written: string): Cursor {
  const [, slot, signature, index] = /^(\d{1,15})(?::([1-9A-HJ-NP-Za-km-z]{64,88}):(\d{1,6}))?$/.exec(written) ?? [];
  if (slot === undefined) throw new Error(`"${written}" is no cursor of solana`);
  return { slot: Number(slot), within: signature === undefined ? null : { signature, index: Number(index) } };
}

function writeCursor({ slot, within }: Cursor): string {
  return within === null ? String(slot) : `${slot}:${within.signature}:${within.index}`;
}
