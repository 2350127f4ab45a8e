import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Payment } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { doubledKeys } from '../rig/audit/counts';
import { betweenBooksAndChains, heldBy, recipientOn, untilBooksAreChains } from '../rig/audit/on-chain';
import { inTurns } from '../rig/load/in-turns';
import { LyingChains } from '../rig/start/lying-chains';
import { Witness } from '../rig/load/witness';
import { Api } from '../e2e/support/api';
import { allEnded, KeyedPayments } from '../rig/load/keyed-payments';
import { Site } from '../rig/start/site';

const KEY = `svc_live_${'0123456789'.repeat(4)}`;
const AMOUNT = '1.00';
const UNITS = 1_000_000n;
const VALIDITY_MS = '60000';
const SETTINGS = {
  CHAINS: 'local',
  BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
  // So long an operator has to wait until nothing that was signed can take effect.
  EVM_VALIDITY_MS: VALIDITY_MS,
  SOLANA_VALIDITY_MS: VALIDITY_MS,
};
const BACKUPS = 3;
const SECONDS_APART = 6;
/** That each restored service makes, and the next one does not know. */
const MORE = 20;
const ACCEPTED_WITHIN_MS = 300_000;
const BOOKED_WITHIN_MS = 120_000;
const AT_ONCE = 16;

/** What became of the payments after one of the restores. */
export interface ChainDrillRun {
  readonly restore: string;
  /** That were ordered by then. */
  readonly payments: number;
  readonly settled: number;
  readonly failed: number;
  /** Recipients with more than was ordered. */
  readonly overpaid: number;
  readonly paidAndToldFailed: number;
  readonly toldSettledNotOnChain: number;
  /** Keys with more than one payment. */
  readonly doubled: number;
  /** Between the books and the chains, in USDC. */
  readonly difference: number;
}

/** Whether nobody was paid twice, and nobody was told anything else than the chains say. */
export function holds(run: ChainDrillRun): boolean {
  const { overpaid, paidAndToldFailed, toldSettledNotOnChain, doubled, difference } = run;
  return [overpaid, paidAndToldFailed, toldSettledNotOnChain, doubled, difference].every((count) => count === 0);
}

interface Options {
  readonly paymentsPerSecond: number;
  /** For the backups: it exists. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/**
 * Backs a standalone service up three times while it pays on local chains, and loses it. Restores each backup, one after the other,
 * on the same chains; every key is repeated, and some payments are made that the next restored service does not know. The last
 * backup is restored once more, and backed up before its acceptance: the second restore comes from that.
 */
export async function runChainDrill(options: Options): Promise<readonly ChainDrillRun[]> {
  const drill = new ChainDrill(options);
  try {
    return await drill.run();
  } finally {
    await drill.end();
  }
}

class ChainDrill {
  readonly #orders = new Map<string, { readonly to: string; readonly chain: string; readonly amount: string }>();
  readonly #load: KeyedPayments;
  #site: Site | undefined;
  #chains: LyingChains | undefined;
  #ended = '';

  constructor(private readonly options: Options) {
    this.#load = new KeyedPayments(options.paymentsPerSecond, (key) => this.#orderOf(key), {
      prefer: 'respond-async',
    });
  }

  async run(): Promise<readonly ChainDrillRun[]> {
    const backups = await this.#former();
    const runs: ChainDrillRun[] = [];
    for (const [index, backup] of backups.entries()) {
      const site = await this.#restored(backup);
      runs.push(await this.#accepted(site, `backup ${index + 1}`));
      await this.#lose();
    }
    const unaccepted = join(this.options.folder, 'unaccepted');
    const site = await this.#restored(backups.at(-1) ?? '');
    await site.tool('backup', unaccepted);
    runs.push(await this.#accepted(site, `backup ${BACKUPS} again`));
    await this.#lose();
    runs.push(await this.#accepted(await this.#restored(unaccepted), 'a backup of that before its acceptance'));
    return runs;
  }

  async end(): Promise<void> {
    this.#load.stop();
    await this.#site?.destroy();
    await this.#chains?.stop();
  }

  /** @returns the backups */
  async #former(): Promise<readonly string[]> {
    const { folder, say } = this.options;
    const site = await this.#open();
    mkdirSync(site.dataFolder, { recursive: true });
    this.#chains = await LyingChains.start(site.dataFolder, 1);
    const running = this.#load.run(new Api(await site.start(), KEY));
    await this.#load.keepsUp();
    const backups: string[] = [];
    for (let made = 1; made <= BACKUPS; made++) {
      const backup = join(folder, `backup-${made}`);
      say(await site.tool('backup', backup));
      backups.push(backup);
      await pause(SECONDS_APART * 1_000);
    }
    this.#load.stop();
    await running;
    await this.#lose();
    say(`${this.#load.answered.size} payments were answered; all but the backups and the chains is destroyed`);
    return backups;
  }

  async #restored(backup: string): Promise<Site> {
    const site = await this.#open();
    await site.tool('restore', backup);
    return site;
  }

  /** Accepts what was restored, repeats every key, and counts. */
  async #accepted(site: Site, restore: string): Promise<ChainDrillRun> {
    const { say } = this.options;
    say(`${restore} is restored`);
    const accept = (): Promise<string> => site.tool('restore', 'accept', '--ended', this.#ended, '--grants', 'all');
    say(await eventually(accept, { withinMs: ACCEPTED_WITHIN_MS }));
    const api = new Api(await site.start(), KEY);
    await this.#load.sendAgain(api);
    const run = await this.#count(restore, await allEnded(Witness.of(api)), api);
    say(JSON.stringify(run));
    await this.#load.sendMore(api, MORE);
    return run;
  }

  async #count(restore: string, payments: readonly Payment[], api: Api): Promise<ChainDrillRun> {
    const chains = this.#chains?.description;
    if (chains === undefined) throw new Error('there are chains');
    const [settled, failed] = (['settled', 'failed'] as const).map((status) =>
      payments.filter((payment) => payment.status === status),
    );
    let [overpaid, paidAndToldFailed, toldSettledNotOnChain] = [0, 0, 0];
    await inTurns(payments, AT_ONCE, async ({ to, status }) => {
      const received = await heldBy(chains, to);
      if (received > UNITS) overpaid += 1;
      if (status === 'failed' && received > 0n) paidAndToldFailed += 1;
      if (status === 'settled' && received === 0n) toldSettledNotOnChain += 1;
    });
    await untilBooksAreChains(api, chains, BOOKED_WITHIN_MS).catch(() => undefined);
    return {
      ...{ restore, payments: payments.length, settled: settled?.length ?? 0, failed: failed?.length ?? 0 },
      ...{ overpaid, paidAndToldFailed, toldSettledNotOnChain, doubled: doubledKeys(payments) },
      difference: Number(await betweenBooksAndChains(api, chains)) / Number(UNITS),
    };
  }

  #orderOf(key: string): object {
    const chain = (['auto', 'base', 'ethereum', 'solana'] as const)[this.#orders.size % 4] ?? 'auto';
    const order = this.#orders.get(key) ?? { to: recipientOn(chain), chain, amount: AMOUNT };
    this.#orders.set(key, order);
    return order;
  }

  async #open(): Promise<Site> {
    this.#site = await Site.open('standalone', SETTINGS);
    return this.#site;
  }

  async #lose(): Promise<void> {
    await this.#site?.destroy();
    this.#ended = new Date().toISOString();
  }
}
