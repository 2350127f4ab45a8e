import type {
  Approval,
  ById,
  Deposit,
  LedgerEntry,
  OnchainView,
  Outcome,
  OutcomeRequest,
  Page,
  QueryMap,
  Wallet,
  WalletLookup,
  WalletQueries,
  WalletRefusal,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { outcomeOf, readCurrent } from '@stablecoin/host';
import type { ReadModel } from '@stablecoin/host';
import type { QueryHandlers } from '@stablecoin/messaging';
import { listLedger } from '@stablecoin/funds';
import type { Approvals, Deposits } from '@stablecoin/funds';
import type { Kysely } from 'kysely';
import type { WalletChains } from '../application/wallet-chains';
import type { WalletHandler } from '../application/handlers';
import { walletResource } from '../application/wallet-resource';
import { walletStreams } from '../domain/streams';
import { viewOf, type WalletState } from '../domain/wallet';
import type { WalletView } from '../domain/wallet-events';
import type { WalletTables } from '../read-model/tables';
import type { Wallets } from '../read-model/wallets';

/** Each is watched by questions of its own, to every endpoint, in every look. */
const SOLANA_WALLETS_MAX = 200;

interface Found {
  readonly status: WalletState['status'];
  readonly refusal: string | null;
  readonly wallet: WalletView | undefined;
  /** Of the stream's last event. */
  readonly position: number;
}

interface Sources {
  readonly handler: WalletHandler;
  readonly readModel: ReadModel;
  readonly db: Kysely<WalletTables>;
  readonly wallets: Wallets;
  readonly approvals: Approvals;
  readonly deposits: Deposits;
  readonly chains: WalletChains;
  readonly clock: Clock;
}

/** What wallets answer to others. A wallet comes from its stream, so its balances are never behind. */
export class WalletAnswers {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  register(queries: QueryHandlers<QueryMap>): void {
    queries.register('wallet.get', (query) => this.#get(query));
    queries.register('wallet.lookup', (query) => this.#lookup(query));
    queries.register('wallet.list', (query) => this.#list(query));
    queries.register('wallet.refusal', (query) => this.#refusal(query));
    queries.register('wallet.onchain', (query) => this.#onchain(query));
    queries.register('wallet.ledger', (query) => this.#ledger(query));
    queries.register('wallet.approval', (query) => this.#approval(query));
    queries.register('wallet.approvals', (query) => this.#sources.approvals.list(query));
    queries.register('wallet.deposit', (query) => this.#deposit(query));
    queries.register('wallet.deposits', (query) => this.#sources.deposits.list(query));
    queries.register('wallet.outcome', (query) => this.#outcome(query));
  }

  async #refusal(query: WalletQueries['wallet.refusal']['params']): Promise<WalletRefusal | null> {
    const refusal = this.#sources.chains.refusal(query);
    if (refusal !== null || !query.livemode || query.chain !== 'solana') return refusal;
    if ((await this.#sources.wallets.countLive('solana')) < SOLANA_WALLETS_MAX) return null;
    const message = `There are ${SOLANA_WALLETS_MAX} live wallets on Solana: more cannot be watched for deposits. Use base or ethereum.`;
    return { code: 'chain_unavailable', message, param: 'chain' };
  }

  async #get(query: ById): Promise<Wallet | null> {
    const wallet = (await this.#find(query))?.wallet;
    return wallet === undefined ? null : walletResource(wallet);
  }

  async #onchain(query: ById): Promise<OnchainView | null> {
    const { chain, contract } = (await this.#find(query))?.wallet ?? {};
    return chain === undefined || contract === undefined ? null : this.#sources.chains.state(chain, contract);
  }

  /** Read once it has all of the stream, so that it says what the balances say. */
  async #ledger(query: WalletQueries['wallet.ledger']['params']): Promise<Page<LedgerEntry> | null> {
    const found = await this.#find(query);
    if (found?.wallet === undefined) return null;
    await this.#sources.readModel.waitFor(found.position);
    return listLedger(this.#sources.db, walletStreams.stream(query.id), () => `wallet:${query.id}`, query);
  }

  /** A payment may have told of its approval before this service's read model has it. */
  #approval(query: ById): Promise<Approval | null> {
    return readCurrent(this.#sources.readModel, () => this.#sources.approvals.get(query));
  }

  #deposit(query: ById): Promise<Deposit | null> {
    return readCurrent(this.#sources.readModel, () => this.#sources.deposits.get(query));
  }

  /** A wallet that exists is answered after the read model has it: lists show it, and transfers to it are credited. */
  async #lookup(query: ById): Promise<WalletLookup | null> {
    const found = await this.#find(query);
    if (found === undefined) return null;
    if (found.wallet !== undefined) {
      await this.#sources.readModel.waitFor(found.position);
      return { state: 'exists', wallet: walletResource(found.wallet) };
    }
    if (found.status === 'refused') return { state: 'refused', message: found.refusal ?? '' };
    return { state: 'verifying' };
  }

  async #list(query: WalletQueries['wallet.list']['params']): Promise<Page<Wallet>> {
    const ids = await this.#sources.wallets.page(query);
    const { account, livemode, limit } = query;
    const page = ids.slice(0, limit);
    const wallets = await Promise.all(page.map((id) => this.#get({ id, account, livemode })));
    const has_more = ids.length > limit;
    return {
      data: wallets.filter((wallet) => wallet !== null),
      has_more,
      next_cursor: has_more ? (page.at(-1) ?? null) : null,
    };
  }

  async #outcome({ commandId, ...query }: OutcomeRequest): Promise<Outcome> {
    if ((await this.#find(query)) === undefined) return { applied: false, refusal: null };
    return outcomeOf(this.#sources.handler, this.#sources.readModel, walletStreams.stream(query.id), commandId);
  }

  /** Another account's or mode's wallet does not exist. */
  async #find({ id, account, livemode }: ById): Promise<Found | undefined> {
    const now = this.#sources.clock.now();
    return this.#sources.handler.query(walletStreams.stream(id), (state, { position }) => {
      const { profile, status, refusal } = state;
      if (profile?.account !== account || profile.livemode !== livemode) return undefined;
      return { status, refusal, wallet: viewOf(state, now), position };
    });
  }
}
