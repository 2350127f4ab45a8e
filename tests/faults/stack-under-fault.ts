import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '@stablecoin/chains';
import type { ServiceName } from '@stablecoin/contracts';
import { type AccountAtRest, untilAtRest } from '../crash/account-at-rest';
import { AccountUnderLoad } from '../crash/account-under-load';
import { keyOf } from '../e2e/support/accounts';
import { Api, type ApiResponse, type RequestOptions } from '../e2e/support/api';
import { CRASH_ACCOUNTS } from '../crash/crash-rig';
import { type CrashedAccount, type CrashedService, examineData } from '../crash/crashed-service';
import settings from '../e2e/support/environment.json';
import { freePort } from '../../infra/local/ports';
import type { Program } from '../../infra/local/stack/program';
import type { StartedServer } from '../../infra/local/stack/servers';
import { Stack } from '../../infra/local/stack/stack';

/** Two of each that is said to take turns. */
const INSTANCES = { gateway: 2, payment: 2, wallet: 1, compliance: 1, treasury: 1, webhook: 2 } as const;
/** What each treasury holds at first, of each currency on each chain. */
const OPENING = '400000';
const WALLET = { chain: 'ethereum', usdc: '400000.00', spend_limit: '5000.00' };
const UNLIMITED = { rate: 100_000, burst: 100_000 };
/** More than the service itself waits before it answers; a client would not wait for ever either. */
const ANSWERED_WITHIN_MS = 15_000;
/** All that has piled up has to be done in that time. */
const AT_REST_WITHIN_MS = 180_000;
const RETRIES_AT_ONCE = 16;
const KEPT = (folder: string): string => `what the processes have written is kept in ${folder}`;

/** The distributed stack with two accounts that it must not fail, whatever is done to it. */
export class StackUnderFault {
  readonly accounts: AccountUnderLoad[] = [];
  readonly #journal: string;

  private constructor(
    readonly folder: string,
    private readonly stack: Stack,
    private readonly controlPort: number,
  ) {
    this.#journal = join(folder, 'journal');
  }

  /**
   * Runs the work on a stack of its own. When it fails, or says that something has, all that the stack has written is
   * kept.
   *
   * @param say - is told of each step
   */
  static async use<T extends { readonly failure: string | null }>(
    {
      seed,
      eventStoreNodes,
      together,
    }: { readonly seed: number; readonly eventStoreNodes: 1 | 3; readonly together: readonly ServiceName[] },
    say: (line: string) => void,
    work: (stack: StackUnderFault) => Promise<T>,
  ): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-faults-'));
    const controlPort = await freePort();
    const stack = new Stack(
      { instances: INSTANCES, together, folder, eventStoreControlPort: controlPort, eventStoreNodes },
      say,
    );
    const one = new StackUnderFault(folder, stack, controlPort);
    const interrupted = (): void => void one.#end().then(() => process.exit(130));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    try {
      await one.#start(seed);
      const result = await work(one);
      await one.#end();
      if (result.failure === null) rmSync(folder, { recursive: true, force: true });
      else say(KEPT(folder));
      return result;
    } catch (error) {
      await one.#end();
      say(KEPT(folder));
      throw error;
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    }
  }

  /** A process of a service, by name: `payment-1`, or `treasury` where there is one. */
  service(name: string): Program {
    const program = this.stack.services.get(name);
    if (program === undefined) throw new Error(`there is no process ${name}`);
    return program;
  }

  /** The processes of a service, also those that it shares. */
  instancesOf(service: keyof typeof INSTANCES): readonly string[] {
    return [...this.stack.services.keys()].filter((name) => {
      const [services = ''] = name.split('-');
      return services.split('+').includes(service);
    });
  }

  /** A server, by the variable that tells where it is. */
  server(variable: string): StartedServer {
    const server = this.stack.servers.get(variable);
    if (server === undefined) throw new Error(`the server of ${variable} is not ours`);
    return server;
  }

  /** Tells the event store to misbehave: see the stand-in. */
  async orderEventStore(method: 'PUT' | 'POST', path: string, body?: object): Promise<void> {
    const url = `http://127.0.0.1:${this.controlPort}${path}`;
    const { status } = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (status !== 204) throw new Error(`the event store answered ${status} to ${method} ${path}`);
  }

  /** Sends every order once more, and waits until nothing is under way any more. */
  async rest(): Promise<readonly CrashedAccount[]> {
    return Promise.all(
      this.accounts.map(async (account) => {
        const { name, witness, sink, secret, wallet } = account;
        const left = [...witness.orders];
        const sender = async (): Promise<void> => {
          for (let order = left.pop(); order !== undefined; order = left.pop()) await witness.send(order);
        };
        await Promise.all(Array.from({ length: RETRIES_AT_ONCE }, sender));
        const rest: AccountAtRest = await untilAtRest(account, undefined, AT_REST_WITHIN_MS);
        await witness.readAll();
        return { name, witness, sink, secret, wallet, rest };
      }),
    );
  }

  /** Stops the services as an operator does, and looks at all that is left on the servers. */
  async examine(accounts: readonly CrashedAccount[]): Promise<CrashedService> {
    await this.stack.stopServices();
    const codes = [...this.stack.services.values()].map(({ name, exitCode }) => [name, exitCode]);
    expect(codes).toEqual(codes.map(([name]) => [name, 0]));
    const environment = Object.entries(this.stack.environment).filter(([, value]) => value !== undefined);
    const data = await examineData(Object.fromEntries(environment) as Record<string, string>);
    const journal = existsSync(this.#journal) ? readJournal(this.#journal) : [];
    return { ...data, accounts, journal, opening: OPENING, walletInput: WALLET };
  }

  async #start(seed: number): Promise<void> {
    const url = await this.stack.start(this.#environment(await freePort()));
    for (const [index, name] of CRASH_ACCOUNTS.entries()) {
      const account = await AccountUnderLoad.make(name, seed + index);
      this.accounts.push(account);
      await account.open(new ImpatientApi(url, keyOf(name, 'enterprise')), WALLET);
    }
  }

  async #end(): Promise<void> {
    await Promise.all(this.accounts.map(({ sink }) => sink.close()));
    // One that is paused would not hear that it is to stop.
    for (const program of this.stack.services.values()) if (!program.hasEnded) program.resume();
    await this.stack.stop();
  }

  /** What waits for people is over soon, so that a run is; limits of the plans are not what is looked at. */
  #environment(port: number): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      ...settings,
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      BOOTSTRAP_API_KEYS: CRASH_ACCOUNTS.map((name) => `${keyOf(name, 'enterprise')}:${name}:enterprise`).join(','),
      RATE_LIMITS: JSON.stringify({
        enterprise: { payments: UNLIMITED, reads: UNLIMITED, wallets: UNLIMITED, other: UNLIMITED },
      }),
      SANDBOX_OPENING_BALANCE: OPENING,
      SANDBOX_CHAIN_JOURNAL: this.#journal,
      SANDBOX_VALIDITY_MS: '500',
      APPROVAL_TTL_MS: '3000',
      REVIEW_TTL_MS: '1000',
      RESERVATION_OVERDUE_MS: '2000',
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
