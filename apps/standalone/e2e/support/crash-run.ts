import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readJournal, type JournalEntry } from '@stablecoin/chains';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Random } from './random';
import { untilAtRest, type AccountAtRest } from './account-at-rest';
import { load, openAccount, type AccountUnderLoad } from './account-under-load';
import { Api } from './api';
import { BuiltService, type BuiltServiceOptions } from './built-service';
import { neverScreened } from './orders';
import { testEnvironment } from './test-environment';

/** The two accounts of the run. */
export const CRASH_ACCOUNTS = ['crash_a', 'crash_b'] as const;
/** What each account's treasury holds at first, of each currency on each chain. */
export const OPENING = '10000';
/** What each account's wallet begins with. */
export const WALLET = { chain: 'ethereum', usdc: '5000.00', spend_limit: '50.00' };

const SETTINGS = {
  SANDBOX_OPENING_BALANCE: OPENING,
  APPROVAL_TTL_MS: '3000',
  REVIEW_TTL_MS: '3000',
  // Longer than a start takes on a busy machine: no payment is to fail because its service was down.
  SCREENING_DEADLINE_MS: '20000',
  RESERVATION_OVERDUE_MS: '500',
  WEBHOOK_SCHEDULE: '0ms,20ms,50ms,100ms,200ms,400ms,800ms,1600ms',
};
const KILLS = 5;
/** Of the very first start. Later, every third start after a kill is killed too. */
const KILLED_STARTS = 3;
/** About as long as a start takes: a kill comes at any moment of it. */
const START_MS = 1_000;
const ORDERS_PER_ROUND = 30;
/** A busy machine takes its time. */
const PATIENCE_MS = 30_000;

/** One account after all, beside what its client was told. */
export interface CrashedAccount extends AccountUnderLoad {
  readonly rest: AccountAtRest;
}

/** What is left when the service has been killed often enough, and has then come to rest. */
export interface CrashRun {
  readonly accounts: readonly CrashedAccount[];
  /** Everything that was ever broadcast. */
  readonly journal: readonly JournalEntry[];
  /** What the operator's tool says of them. */
  readonly deadLetters: string;
}

/** Starts the built service, kills it under load again and again, and lets it come to rest in the end. */
export async function crashAgainAndAgain(seed: number): Promise<CrashRun> {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-crash-'));
  const run = new Run(folder, seed);
  try {
    return await run.all();
  } finally {
    await run.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Run {
  readonly #random: Random;
  readonly #journal: string;
  readonly #options: BuiltServiceOptions & { readonly node: string };
  readonly #accounts: AccountUnderLoad[] = [];
  #service: BuiltService | undefined;

  /** What is seen of the service from outside while it works; a kill comes soon after one of these. */
  readonly #signs: readonly [() => number, ...(() => number)[]] = [
    () => this.#accounts.reduce((answered, { witness }) => answered + witness.answers.size, 0),
    () => this.#accounts.reduce((delivered, { sink }) => delivered + sink.received.length, 0),
    () => (existsSync(this.#journal) ? readJournal(this.#journal).length : 0),
  ];

  constructor(
    folder: string,
    private readonly seed: number,
  ) {
    this.#random = new Random(seed);
    this.#journal = join(folder, 'journal');
    this.#options = {
      dataFolder: folder,
      environment: { ...testEnvironment(), ...SETTINGS, SANDBOX_CHAIN_JOURNAL: this.#journal },
      node: process.env['E2E_NODE'] ?? process.execPath,
    };
  }

  async all(): Promise<CrashRun> {
    // Also the very first one, which makes the folder's files.
    for (let kill = 0; kill < KILLED_STARTS; kill++) await this.#killStart();
    await this.#openAccounts(await this.#start());
    for (let round = 0; round < KILLS; round++) await this.#crash(round);

    await Promise.all(this.#accounts.flatMap(({ witness }) => witness.orders.map((order) => witness.send(order))));
    const accounts: CrashedAccount[] = [];
    for (const account of this.#accounts) {
      const rest = await untilAtRest(account.witness, account.sink, account.wallet);
      await account.witness.readAll();
      accounts.push({ ...account, rest });
    }
    await this.#service?.end();
    return { accounts, journal: readJournal(this.#journal), deadLetters: this.#listDeadLetters() };
  }

  async end(): Promise<void> {
    await this.#service?.end('SIGKILL');
    await Promise.all(this.#accounts.map(({ sink }) => sink.close()));
  }

  async #openAccounts({ url }: BuiltService): Promise<void> {
    for (const [index, name] of CRASH_ACCOUNTS.entries()) {
      const account = await openAccount(name, { url, seed: this.seed + index, wallet: WALLET });
      account.witness.orders.push(neverScreened(`${name}-never`));
      this.#accounts.push(account);
    }
  }

  async #start(): Promise<BuiltService> {
    const service = await BuiltService.start(this.#options);
    this.#service = service;
    for (const { witness, name } of this.#accounts) witness.connect(new Api(service.url, null).as(name));
    return service;
  }

  async #killStart(): Promise<void> {
    await BuiltService.killStart(this.#options, this.#random.below(START_MS));
  }

  async #crash(round: number): Promise<void> {
    const sign = this.#random.pick(this.#signs);
    const before = new Map(this.#accounts.map(({ name, witness }) => [name, witness.unkeyed.size]));
    let isOver = false;
    const loads = this.#accounts.map((account) => load(account, round, ORDERS_PER_ROUND));
    const ended = Promise.all(loads).then(() => (isOver = true));
    const untilSeen = (check: () => boolean) => eventually(() => isOver || check(), { withinMs: PATIENCE_MS });
    // Signs of the round before do not count: what is new has to be under way.
    await untilSeen(() => this.#accounts.every(({ name, witness }) => witness.unkeyed.size > (before.get(name) ?? 0)));
    const killAt = sign() + this.#random.below(ORDERS_PER_ROUND);
    await untilSeen(() => sign() >= killAt);
    // Nothing is waited for: the kill has to come between the signs too.
    await pause(this.#random.below(10));
    await this.#service?.end('SIGKILL');
    await ended;
    if (this.#random.chance(1 / 3)) await this.#killStart();
    await this.#start();
  }

  #listDeadLetters(): string {
    const { node, environment, dataFolder } = this.#options;
    return execFileSync(node, [BuiltService.fileOf('tools/dead-letters.js'), 'list'], {
      env: { PATH: process.env['PATH'], ...environment, DATA_DIR: dataFolder },
      encoding: 'utf8',
    });
  }
}
