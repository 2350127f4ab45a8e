import type { AllowanceState, Chain, ChainAllowances } from '@stablecoin/chains';
import type { Alarm, ChainName, OnchainWallet } from '@stablecoin/contracts';
import { describeError, newId, pocketOf } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import { isDue, WINDOW_MS } from '../domain/decide-allowance';
import type { Allowance, AllowanceCommand } from '../domain/allowance';
import { allowanceStreams, walletStreams } from '../domain/streams';
import type { AllowanceHandler, WalletHandler } from './handlers';
import type { LiveWallet } from './live-wallet';

export interface WalletAllowancesOptions {
  readonly chain: ChainName;
  readonly allowances: ChainAllowances;
  readonly wallets: Pick<WalletHandler, 'query'>;
  readonly handler: Pick<AllowanceHandler, 'handle' | 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** Keeps the allowances of a chain's wallets; null where the chain renews limits by itself. */
export function keptAllowances({
  adapter,
  ...parts
}: Omit<WalletAllowancesOptions, 'allowances'> & {
  readonly adapter: Pick<Chain, 'wallets'>;
}): WalletAllowances | null {
  const allowances = adapter.wallets?.allowances ?? null;
  return allowances === null ? null : new WalletAllowances({ ...parts, allowances });
}

/** A wallet with what the chain shows of it. */
interface Looked {
  readonly wallet: LiveWallet;
  readonly contract: OnchainWallet;
  readonly state: AllowanceState;
}

/** Why a wallet cannot pay, or not as much as its limit. */
type Trouble = 'ended' | 'frozen' | 'unexplained';

const WALLETS_PER_LOOK = 50;
/** A wallet whose books do not change is looked at so often. A transaction that makes one is dead by then, or made. */
const REST_MS = 60_000;
const WORDS: Readonly<Record<Trouble, string>> = {
  ended:
    'the allowance of a wallet was ended by somebody else: the spender cannot pay until the next renewal. Check the spender key',
  frozen: 'the issuer has frozen an account of a wallet: its allowances are not renewed until it is thawed',
  unexplained:
    'more has left a wallet than its books know: its allowances are not renewed. Check the spender key and the books',
};

/**
 * Makes the accounts of live wallets, and renews the allowances of their spender once in 24 hours.
 *
 * A renewal is recorded before it is sent, and is the only one under its value of the wallet's nonce. It is signed when 24
 * hours have passed since the last one by the chain's clock and ours, when the nonce has the value that the record names,
 * and when the books account for all that has left the wallet.
 */
export class WalletAllowances {
  readonly #options: WalletAllowancesOptions;
  /** When a wallet is looked at next; one that is missing is looked at now. */
  readonly #next = new Map<string, number>();
  readonly #troubles = new Map<string, Trouble>();

  constructor(options: WalletAllowancesOptions) {
    this.#options = options;
    options.meter.gauge('wallet_allowance_troubles', { chain: options.chain }, () => this.#troubles.size);
  }

  /** What an operator has to look at. */
  alarms(): readonly Alarm[] {
    const { chain } = this.#options;
    if (this.#troubles.size === 0) return [];
    const message = `${this.#troubles.size} wallets on ${chain} cannot pay up to their limit: see the log for each, and docs/wallets.md.`;
    return [{ name: 'wallet_allowances', service: 'wallet', severity: 'critical', message, object: chain }];
  }

  /** The books of a wallet have changed. */
  note(walletId: string): void {
    this.#next.delete(walletId);
  }

  /** Reads some wallets from the chain, before the deposits of this look are credited. */
  async look(wallets: readonly LiveWallet[]): Promise<readonly Looked[]> {
    const { clock, allowances } = this.#options;
    this.#forget(new Set(wallets.map(({ walletId }) => walletId)));
    const due = wallets.filter(({ walletId }) => (this.#next.get(walletId) ?? 0) <= clock.now());
    const some = due.slice(0, WALLETS_PER_LOOK);
    for (const { walletId } of some) this.#next.set(walletId, clock.now() + REST_MS);
    const contracts = await Promise.all(some.map(({ walletId }) => this.#contractOf(walletId)));
    const known = some.flatMap((wallet, index) => {
      const contract = contracts[index] ?? null;
      return contract === null ? [] : [{ wallet, contract }];
    });
    const states = await allowances.look(known.map(({ contract }) => contract));
    return known.flatMap((each, index) => {
      const state = states[index] ?? null;
      return state === null ? [] : [{ ...each, state }];
    });
  }

  /** Does what each of them needs. A wallet that fails keeps no other one waiting. */
  async keep(looked: readonly Looked[]): Promise<void> {
    const { chain, log } = this.#options;
    for (const each of looked) {
      try {
        await this.#keep(each);
      } catch (error) {
        const { walletId } = each.wallet;
        log.warn(
          { chain, wallet: walletId, error: describeError(error) },
          'cannot keep the allowances of a wallet, retrying',
        );
      }
    }
  }

  async #keep(looked: Looked): Promise<void> {
    const { allowances, clock } = this.#options;
    const { wallet, contract, state } = looked;
    const record = await this.#recordOf(wallet.walletId);
    if (state.nonce === null) {
      if (record.counted !== null) throw new Error('its accounts are not those that were made');
      return allowances.send((await allowances.signSetup(contract)).bytes);
    }
    if (record.counted?.nonce !== state.nonce) return this.#count(looked, record, state.nonce);
    const trouble = await this.#troubleOf(looked, record.counted);
    this.#tell(wallet, trouble);
    // Nothing else is ever sent under this value.
    if (record.renewal !== null) return allowances.send(record.renewal.bytes);
    const isUsed = state.tokens.some(({ left }) => left !== allowances.full(contract));
    const mayRenew = trouble === undefined || trouble === 'ended';
    if (!isUsed || !mayRenew || !isDue(record, Math.min(state.at, clock.now()))) return;
    const signed = await allowances.signRenewal(contract, state.nonce);
    await this.#handle(wallet, 'SignRenewal', {
      walletId: wallet.walletId,
      nonce: state.nonce,
      ...signed,
      at: state.at,
    });
    // As the stream has it: of two that were signed at once, one is recorded.
    const { renewal } = await this.#recordOf(wallet.walletId);
    if (renewal !== null) await allowances.send(renewal.bytes);
  }

  /** The nonce has moved on: by our renewal, which may have failed, or by one that no record tells of. */
  async #count({ wallet, state }: Looked, { counted, renewal }: Allowance, nonce: string): Promise<void> {
    const { allowances, clock, chain, log } = this.#options;
    const { walletId } = wallet;
    const outcome = renewal === null ? null : await allowances.outcome(renewal.hash);
    const hasFailed = outcome?.state === 'failed' && counted !== null;
    if (hasFailed) log.warn({ chain, wallet: walletId }, 'a renewal of allowances has failed and is signed again');
    const renewedAt = outcome?.state === 'made' ? outcome.at : Math.max(state.at, clock.now());
    await this.#handle(wallet, 'CountAllowance', { walletId, nonce, since: hasFailed ? counted.since : renewedAt });
  }

  /** Logs once what keeps a wallet from paying, and that it is over. */
  #tell({ walletId, address }: LiveWallet, trouble: Trouble | undefined): void {
    const { chain, log } = this.#options;
    const before = this.#troubles.get(walletId);
    if (trouble === before) return;
    if (trouble === undefined) {
      this.#troubles.delete(walletId);
      log.info({ chain, wallet: walletId }, 'a wallet can pay up to its limit again');
      return;
    }
    this.#troubles.set(walletId, trouble);
    log.error({ chain, wallet: walletId, address }, WORDS[trouble]);
  }

  async #troubleOf(
    { wallet, contract, state }: Looked,
    { since }: NonNullable<Allowance['counted']>,
  ): Promise<Trouble | undefined> {
    const { wallets, chain, allowances } = this.#options;
    if (state.tokens.some(({ isFrozen }) => isFrozen)) return 'frozen';
    // Read after the chain: what has left it by then is posted, or still set aside.
    const books = await wallets.query(walletStreams.stream(wallet.walletId), ({ book, spending }) => ({
      spent: spending.spent(Math.min(state.at, since + WINDOW_MS)),
      explain: state.tokens.every(({ currency, amount }) => {
        const pocket = pocketOf(chain, currency);
        return BigInt(amount) >= book.total(pocket) - book.reserved(pocket);
      }),
    }));
    if (books === undefined) return undefined;
    if (!books.explain) return 'unexplained';
    const isEnded = state.tokens.some(({ left }) => left === null);
    return isEnded && books.spent < BigInt(allowances.full(contract)) ? 'ended' : undefined;
  }

  async #contractOf(walletId: string): Promise<OnchainWallet | null> {
    const { wallets } = this.#options;
    return (await wallets.query(walletStreams.stream(walletId), ({ profile }) => profile?.contract ?? null)) ?? null;
  }

  async #recordOf(walletId: string): Promise<Allowance> {
    const { handler } = this.#options;
    const found = await handler.query(allowanceStreams.stream(walletId), ({ counted, renewal }) => ({
      counted,
      renewal,
    }));
    return found ?? { counted: null, renewal: null };
  }

  /** Of two that do the same at once, the second has no effect. */
  async #handle<Type extends AllowanceCommand['type']>(
    { walletId, account }: LiveWallet,
    type: Type,
    data: Extract<AllowanceCommand, { readonly type: Type }>['data'],
  ): Promise<void> {
    const { handler, clock } = this.#options;
    const stream = allowanceStreams.stream(walletId);
    const id = newId('req', clock.now());
    const envelope = { id, at: clock.now(), correlationId: id, account, livemode: true };
    await handler.handle(stream, { ...envelope, type, data } as AllowanceCommand);
  }

  #forget(live: ReadonlySet<string>): void {
    for (const walletId of this.#next.keys()) if (!live.has(walletId)) this.#next.delete(walletId);
    for (const walletId of this.#troubles.keys()) if (!live.has(walletId)) this.#troubles.delete(walletId);
  }
}
