import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '@stablecoin/chains';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres } from '@stablecoin/stores/testing';
import { ACCOUNTS, AccountUnderLoad, BOOTSTRAP_API_KEYS, type WalletInput } from '../load/account-under-load';
import { keyOf } from '../../e2e/support/accounts';
import { Api } from '../../e2e/support/api';
import { BuiltService, type BuiltServiceOptions } from '../../e2e/support/built-service';
import { audited, examineData, type AuditedAccount, type ServiceAtRest } from '../audit/service-at-rest';
import settings from '../../e2e/support/environment.json';
import { neverScreened } from '../load/orders';
import { Succession } from './succession';

export interface CrashRigOptions {
  readonly seed: number;
  readonly wallet: WalletInput;
  /** Settings beside those of the suite. */
  readonly environment: Readonly<Record<string, string>>;
  /** Instances stand by for each other on one PostgreSQL, instead of one that is started again. */
  readonly isPair?: boolean;
}

/** For runs in which nobody may be told to try again: a busy machine takes its time to answer. */
export const PATIENT = { WAIT_MS: '30000' } as const;
/** What each account's treasury holds at first, of each currency on each chain. */
const OPENING = '10000';
const GIVES_UP_MS = '2000';
/** A busy machine takes its time to see that a process has ended. */
const DYING_MS = 30_000;

/** A built service that is killed and started again on one data folder, and two accounts that it must not fail. */
export class CrashRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-crash-'));
  readonly journal = join(this.folder, 'journal');
  environment: Readonly<Record<string, string>>;
  readonly accounts: AccountUnderLoad[] = [];
  readonly #wallet: WalletInput;
  readonly #node = process.env['E2E_NODE'] ?? process.execPath;
  readonly #succession: Succession | undefined;
  #service: BuiltService | undefined;

  private constructor({ environment, wallet, seed, isPair = false }: CrashRigOptions) {
    this.#succession = isPair ? new Succession(seed) : undefined;
    this.#wallet = wallet;
    this.environment = {
      ...settings,
      SANDBOX_OPENING_BALANCE: OPENING,
      RESERVATION_OVERDUE_MS: '500',
      // A start takes as long as it takes: no payment is to fail because its service was down.
      SCREENING_DEADLINE_MS: '300000',
      // A receiver that is slow is not to be sent the same again.
      WEBHOOK_TIMEOUT_MS: '15000',
      WEBHOOK_SCHEDULE: '0ms,20ms,50ms,100ms,200ms,400ms,800ms,1600ms',
      ...environment,
      BOOTSTRAP_API_KEYS,
      SANDBOX_CHAIN_JOURNAL: this.journal,
    };
  }

  /** Runs the work on a rig of its own, of which nothing is left afterwards. */
  static async use<T>(options: CrashRigOptions, work: (rig: CrashRig) => Promise<T>): Promise<T> {
    const own = options.isPair === true ? await pairEnvironment() : {};
    const rig = new CrashRig({ ...options, environment: { ...options.environment, ...own } });
    try {
      for (const [index, name] of ACCOUNTS.entries()) {
        rig.accounts.push(await AccountUnderLoad.make(name, options.seed + index));
      }
      return await work(rig);
    } finally {
      await rig.#endAll();
      await Promise.all(rig.accounts.map(({ sink }) => sink.close()));
      rmSync(rig.folder, { recursive: true, force: true });
    }
  }

  /** The service that was started last. */
  get service(): BuiltService {
    if (this.#service === undefined) throw new Error('start() comes first');
    return this.#service;
  }

  /** How to start the service as an operator does. */
  get options(): BuiltServiceOptions & { readonly node: string } {
    return { dataFolder: this.folder, environment: this.environment, node: this.#node };
  }

  /**
   * Starts the service and opens its accounts, which is done once.
   *
   * @param faults - test switches: with any of them the service is started by the test entry
   * @returns false when it has died before it was ready
   */
  async start(
    faults: Readonly<Record<string, string>> = {},
    limits: Pick<BuiltServiceOptions, 'fileBlocksMax'> = {},
  ): Promise<boolean> {
    const environment = { ...this.environment, ...faults, NODE_ENV: 'test' };
    const entry = Object.keys(faults).length === 0 ? {} : { entry: 'testing/main.js', environment };
    const options = { ...this.options, ...limits, ...entry };
    const service = await (this.#succession?.next(options, this.options) ?? BuiltService.startOrCrash(options));
    if (service === null) return false;
    this.#service = service;
    return this.unlessItDies(async () => {
      for (const account of this.accounts) {
        await account.open(new Api(service.url, keyOf(account.name, 'enterprise')), this.#wallet);
      }
    });
  }

  /**
   * Sends a payment in each account that is screened in vain, to a service that was started again and gives up soon. Then it is
   * killed, and started again.
   */
  async killWhileScreening(): Promise<void> {
    await this.kill();
    this.environment = { ...this.environment, SCREENING_DEADLINE_MS: GIVES_UP_MS };
    await this.start();
    for (const { name, witness } of this.accounts) {
      const order = neverScreened(`${name}-never`);
      witness.orders.push(order);
      await witness.send(order);
    }
    await this.kill();
    await this.start();
  }

  /** @returns false when the service has died meanwhile, by which the work may have failed */
  async unlessItDies(work: () => Promise<unknown>): Promise<boolean> {
    const { ended } = this.service;
    try {
      await work();
    } catch (error) {
      // A connection breaks a moment before the process is seen to have ended.
      await eventually(() => ended.aborted, { withinMs: DYING_MS }).catch(() => {
        throw error;
      });
    }
    return !ended.aborted;
  }

  /** Of a pair, the instance that leads is killed when the next one stands by. */
  async kill(): Promise<void> {
    if (this.#succession === undefined) await this.#service?.end('SIGKILL');
  }

  async #endAll(): Promise<void> {
    await this.#service?.end('SIGKILL');
    await this.#succession?.end();
  }

  /** Sends what has no answer until it has one, and waits until nothing is under way any more. */
  async rest(): Promise<readonly AuditedAccount[]> {
    const accounts: AuditedAccount[] = [];
    for (const account of this.accounts) {
      accounts.push(await audited(account, this.service.ended));
    }
    return accounts;
  }

  /** Stops the service as an operator does, and looks at all that is left. */
  async examine(accounts: readonly AuditedAccount[]): Promise<ServiceAtRest> {
    await this.#succession?.end();
    const exitCode = await this.service.end();
    expect(exitCode).toBe(0);
    const data = await examineData({ ...this.environment, DATA_DIR: this.folder });
    return { ...data, accounts, journal: this.broadcasts(), opening: OPENING, walletInput: this.#wallet };
  }

  broadcasts(): ServiceAtRest['journal'] {
    return existsSync(this.journal) ? readJournal(this.journal) : [];
  }
}

async function pairEnvironment(): Promise<Readonly<Record<string, string>>> {
  return {
    EVENT_STORE_URL: await freshPostgres(),
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATABASE_CONNECTIONS_MAX: '3',
    // A busy machine is no reason for another one to take over: only what is planned is one.
    LEADER_SILENCE_MS: '6000',
  };
}
