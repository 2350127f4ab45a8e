import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '@stablecoin/chains';
import { ACCOUNTS, AccountUnderLoad, BOOTSTRAP_API_KEYS } from '../load/account-under-load';
import { keyOf } from '../../e2e/support/accounts';
import { Api, type ApiResponse, type RequestOptions } from '../../e2e/support/api';
import { type AuditedAccount, type ServiceAtRest, audited, examineData } from '../audit/service-at-rest';
import { inTurns } from '../load/in-turns';
import { WITHOUT_LIMITS } from './without-limits';
import settings from '../../e2e/support/environment.json';
import { freePort } from '../../../infra/local/ports';

/** What each treasury holds at first, of each currency on each chain. */
const OPENING = '400000';
const WALLET = { chain: 'ethereum', usdc: '400000.00', spend_limit: '5000.00' };
/** More than the service itself waits before it answers; a client would not wait for ever either. */
const ANSWERED_WITHIN_MS = 15_000;
const RETRIES_AT_ONCE = 16;

type Environment = Readonly<Record<string, string | undefined>>;

/** The services as processes, with two accounts that they must not fail, whatever is done to them. */
export abstract class SystemUnderFault {
  readonly accounts: AccountUnderLoad[] = [];
  /** Where the processes write what they have to say. */
  protected readonly folder = mkdtempSync(join(tmpdir(), 'stablecoin-faults-'));
  readonly #journal = join(this.folder, 'journal');

  /**
   * @param environment - beside what tells the services where their servers are
   * @returns where the API is
   */
  protected abstract start(environment: Environment): Promise<string>;

  /** Stops the services as an operator does; their servers go on. */
  protected abstract stopServices(): Promise<void>;

  /** What the services were started with. */
  protected abstract get environment(): Environment;

  /** Stops all that is left. */
  protected abstract end(): Promise<void>;

  /**
   * Runs the work while the system is up. When it fails, or says that something has, all that the processes have written
   * is kept.
   *
   * @param say - is told of each step
   */
  async use<T extends { readonly failure: string | null }>(
    seed: number,
    say: (line: string) => void,
    work: () => Promise<T>,
  ): Promise<T> {
    const interrupted = (): void => void this.#end().then(() => process.exit(130));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    let failed = true;
    try {
      await this.#open(seed);
      const result = await work();
      failed = result.failure !== null;
      return result;
    } finally {
      await this.#end();
      if (failed) say(`what the processes have written is kept in ${this.folder}`);
      else rmSync(this.folder, { recursive: true, force: true });
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    }
  }

  /** Sends every order once more, and waits until nothing is under way any more. */
  async rest(): Promise<readonly AuditedAccount[]> {
    return Promise.all(
      this.accounts.map(async (account) => {
        const { witness } = account;
        await inTurns(witness.orders, RETRIES_AT_ONCE, (order) => witness.send(order));
        return audited(account);
      }),
    );
  }

  /** Stops the services as an operator does, and looks at all that is left on the servers. */
  async examine(accounts: readonly AuditedAccount[]): Promise<ServiceAtRest> {
    await this.stopServices();
    const environment = Object.entries(this.environment).filter(([, value]) => value !== undefined);
    const data = await examineData(Object.fromEntries(environment) as Record<string, string>);
    const journal = existsSync(this.#journal) ? readJournal(this.#journal) : [];
    return { ...data, accounts, journal, opening: OPENING, walletInput: WALLET };
  }

  async #open(seed: number): Promise<void> {
    const url = await this.start(this.#settings(await freePort()));
    for (const [index, name] of ACCOUNTS.entries()) {
      const account = await AccountUnderLoad.make(name, seed + index);
      this.accounts.push(account);
      await account.open(new ImpatientApi(url, keyOf(name, 'enterprise')), WALLET);
    }
  }

  async #end(): Promise<void> {
    await Promise.all(this.accounts.map(({ sink }) => sink.close()));
    await this.end();
  }

  /** What waits for people is over soon, so that a run is; limits of the plans are not what is looked at. */
  #settings(port: number): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      ...settings,
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      BOOTSTRAP_API_KEYS,
      RATE_LIMITS: WITHOUT_LIMITS,
      SANDBOX_OPENING_BALANCE: OPENING,
      SANDBOX_CHAIN_JOURNAL: this.#journal,
      SANDBOX_VALIDITY_MS: '500',
      APPROVAL_TTL_MS: '3000',
      REVIEW_TTL_MS: '1000',
      // Longer than a blow: what waits for it must not be asked for as well.
      RESERVATION_OVERDUE_MS: '20000',
      // Nothing is screened in vain here, and a fault takes as long as it takes.
      SCREENING_DEADLINE_MS: '300000',
      // Nor is a receiver given up that shares a busy machine.
      WEBHOOK_TIMEOUT_MS: '10000',
      WEBHOOK_SCHEDULE: '0ms,100ms,200ms,500ms,1s,2s,5s,5s,5s,5s,5s,5s',
    };
  }
}

/** A client that does not wait for ever. */
class ImpatientApi extends Api {
  override request(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return super.request(method, path, { ...options, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  }
}
