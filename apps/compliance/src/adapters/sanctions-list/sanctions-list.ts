import type { Alarm, Listed } from '@stablecoin/contracts';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import { ServiceError } from '@stablecoin/contracts';
import type { KeptList, KeptLists } from './kept-lists';
import type { ListSource } from './list-source';
import { UnusableListError } from './parsed-list';
import type { ListedAddress } from './parsed-list';
import { listedForm } from './read-addresses';
import { readList } from './read-list';
import { requireUsable } from './usable-list';

/** What a list says about an address. */
export interface Lookup {
  /** The entry that names it; null: none does. */
  readonly entry: ListedAddress | null;
  /** The list that names it, or every list that does not. */
  readonly source: string;
  /** The publication date and the hash of each of them. */
  readonly version: string;
  /** When the oldest of them was checked last, epoch milliseconds. */
  readonly asOf: number;
}

export interface SanctionsListOptions {
  readonly sources: readonly ListSource[];
  readonly kept: Pick<KeptLists, 'load' | 'save'>;
  readonly refreshMs: number;
  /** Nobody is looked up on a list that was checked longer ago. */
  readonly maxAgeMs: number;
  /** Hashes of versions that the operator accepts although addresses are missing or cannot be read. */
  readonly accepted: readonly string[];
  readonly now: () => number;
  readonly log: Log;
  readonly meter: Meter;
  /** Is told when there is a list after the start, and of each new version. */
  readonly onNewList: (list: SanctionsList) => Promise<void>;
}

/** There is no list, or none that is fresh enough. */
export class StaleListError extends ServiceError {
  readonly code = 'sanctions_list_stale';
  readonly retry = 'bounded';
}

interface Current {
  readonly list: KeptList;
  readonly byAddress: ReadonlyMap<string, ListedAddress>;
}

const FIRST_RETRY_MS = 1_000;
const RETRY_MS_MAX = 300_000;
const HOUR_MS = 3_600_000;
const LINES_SHOWN_MAX = 20;

/** Sanctions lists, refreshed while the service runs. A version that cannot be used never replaces a good one. */
export class SanctionsList {
  readonly #options: SanctionsListOptions;
  readonly #current = new Map<ListSource, Current>();
  /** Why the last version of a source was not taken. */
  readonly #refused = new Map<ListSource, string>();
  readonly #stopping = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(options: SanctionsListOptions) {
    this.#options = options;
    const { sources, maxAgeMs, meter, now } = options;
    meter.gauge('sanctions_list_max_age_seconds', {}, () => maxAgeMs / 1_000);
    for (const source of sources) {
      meter.gauge('sanctions_list_age_seconds', { source: source.name }, () => {
        const asOf = this.#current.get(source)?.list.asOf;
        return asOf === undefined ? Infinity : (now() - asOf) / 1_000;
      });
      meter.gauge('sanctions_list_refused', { source: source.name }, () => (this.#refused.has(source) ? 1 : 0));
      const counts = { addresses: 'addresses', ignored: 'ignored', unread: 'unread' } as const;
      for (const kind of Object.values(counts)) {
        meter.gauge('sanctions_list_entries', { source: source.name, kind }, () => this.#count(source, kind));
      }
    }
  }

  /** Loads what was kept, and begins to look for new versions. */
  async start(): Promise<void> {
    const { sources, kept } = this.#options;
    for (const source of sources) {
      const list = await kept.load(source.name);
      if (list !== null) this.#current.set(source, { list, byAddress: indexOf(list) });
    }
    this.#loops = sources.map((source) => this.#refreshForEver(source));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    await Promise.all(this.#options.sources.map((source) => source.close()));
  }

  /** Raised when a version is refused, and before the lists are too old, so that there is time to act. */
  alarms(): readonly Alarm[] {
    const { sources, maxAgeMs, now } = this.#options;
    const refused = sources.flatMap((source): readonly Alarm[] => {
      const reason = this.#refused.get(source);
      if (reason === undefined) return [];
      const message = `A version of the sanctions list is refused, and the last good one stays in use: ${reason}.`;
      return [
        { name: 'sanctions_list_refused', service: 'compliance', severity: 'warning', message, object: source.name },
      ];
    });
    const stale = sources.flatMap((source): readonly Alarm[] => {
      const asOf = this.#current.get(source)?.list.asOf;
      const ageMs = asOf === undefined ? Infinity : now() - asOf;
      if (ageMs < maxAgeMs / 2) return [];
      const severity = ageMs > maxAgeMs ? 'critical' : 'warning';
      const age =
        asOf === undefined ? 'has not been read yet' : `was last read ${Math.round(ageMs / HOUR_MS)} hours ago`;
      const message = `The sanctions list ${age}. Live payments stop at ${Math.round(maxAgeMs / HOUR_MS)} hours: check OFAC_LIST.`;
      return [{ name: 'sanctions_list_stale', service: 'compliance', severity, message, object: source.name }];
    });
    return [...refused, ...stale];
  }

  /** Why nobody can be looked up now, for operators and clients; null: the lists are fresh. */
  unavailable(): string | null {
    const { sources, maxAgeMs, now } = this.#options;
    for (const source of sources) {
      const asOf = this.#current.get(source)?.list.asOf;
      if (asOf === undefined)
        return 'OFAC_LIST has not been read yet; live payments are stopped until it is. Check the URL.';
      if (now() - asOf > maxAgeMs) {
        const age = `OFAC_LIST was last checked successfully ${new Date(asOf).toISOString()}`;
        return `${age}; live payments are stopped. Check the URL or raise OFAC_LIST_MAX_AGE_HOURS.`;
      }
    }
    return null;
  }

  /** Whether an address is on a list that is there, however old it is. */
  names(address: string): boolean {
    const form = listedForm(address);
    return form !== null && [...this.#current.values()].some(({ byAddress }) => byAddress.has(form));
  }

  /** Whether an address is listed. A list that is too old still names whom it names; whom it does not name is unknown. */
  listed(address: string): Listed {
    if (this.names(address)) return 'listed';
    return this.unavailable() === null ? 'not_listed' : 'unknown';
  }

  /**
   * Looks an address up.
   *
   * @throws {@link StaleListError} when a list is missing or too old
   */
  lookup(address: string): Lookup {
    const reason = this.unavailable();
    if (reason !== null) throw new StaleListError(reason);
    const form = listedForm(address);
    const all = [...this.#current];
    const naming = all.find(([, { byAddress }]) => form !== null && byAddress.has(form));
    const asked = naming === undefined ? all : [naming];
    return {
      entry: (form === null ? undefined : naming?.[1].byAddress.get(form)) ?? null,
      source: asked.map(([source]) => source.name).join(', '),
      version: asked.map(([, { list }]) => versionOf(list)).join(', '),
      asOf: Math.min(...asked.map(([, { list }]) => list.asOf)),
    };
  }

  async #refreshForEver(source: ListSource): Promise<void> {
    const { signal } = this.#stopping;
    if (this.#current.has(source)) await this.#tell();
    for (let failures = 0; !signal.aborted;) {
      failures = (await this.#refresh(source)) ? 0 : failures + 1;
      const { refreshMs } = this.#options;
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX);
      await delay(failures === 0 ? refreshMs : Math.min(retryMs, refreshMs), signal);
    }
  }

  /** Whether the source could be read. */
  async #refresh(source: ListSource): Promise<boolean> {
    const { log, meter } = this.#options;
    const before = this.#current.get(source);
    try {
      const look = await source.look(before?.list.validators ?? null, this.#stopping.signal);
      const list =
        look.state === 'new'
          ? { ...(await readList(look.chunks)), validators: look.validators, asOf: look.asOf }
          : before && { ...before.list, asOf: look.asOf };
      if (list === undefined) throw new Error('it says that it has not changed, but was never read');
      if (look.state === 'new') requireUsable(list, before?.list, this.#options.accepted);
      this.#refused.delete(source);
      await this.#replace(source, before, list, look.state === 'new');
      meter.count('sanctions_list_refreshes_total', { source: source.name, outcome: look.state });
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      meter.count('sanctions_list_refreshes_total', { source: source.name, outcome: 'failed' });
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof UnusableListError) this.#refused.set(source, reason);
      log.warn({ source: source.name, reason }, 'a sanctions list could not be refreshed; the last good one is kept');
      this.#warnOfAge(source);
      return false;
    }
    this.#warnOfAge(source);
    return true;
  }

  async #replace(source: ListSource, before: Current | undefined, list: KeptList, isNew: boolean): Promise<void> {
    const { kept, log } = this.#options;
    const byAddress = isNew || before === undefined ? indexOf(list) : before.byAddress;
    const added = isNew ? [...byAddress.keys()].filter((address) => before?.byAddress.has(address) !== true) : [];
    this.#current.set(source, { list, byAddress });
    if (isNew || before?.list.asOf !== list.asOf) await kept.save(source.name, list);
    if (!isNew) return;
    const { ignored, ignoredLines, unread } = list;
    const lost = [...(before?.byAddress.keys() ?? [])].filter((address) => !byAddress.has(address));
    const counts = {
      addresses: byAddress.size,
      added: added.length,
      lost: lost.length,
      ignored,
      ignored_lines: ignoredLines,
      unread: unread.length,
      unread_lines: unread.slice(0, LINES_SHOWN_MAX).map(({ line }) => line),
    };
    const say = unread.length > 0 || lost.length > 0 ? log.warn.bind(log) : log.info.bind(log);
    say({ source: source.name, version: versionOf(list), ...counts }, 'a sanctions list was read');
    await this.#tell();
  }

  /** What was cleared by an older version may be named by this one; it was, if the service stopped in between. */
  async #tell(): Promise<void> {
    const { onNewList, log } = this.#options;
    try {
      await onNewList(this);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(
        { reason },
        'cannot compare earlier screenings with the new sanctions list; retrying with its next version',
      );
    }
  }

  #count(source: ListSource, kind: 'addresses' | 'ignored' | 'unread'): number {
    const current = this.#current.get(source);
    if (current === undefined) return 0;
    const { ignored, unread } = current.list;
    return { addresses: current.byAddress.size, ignored, unread: unread.length }[kind];
  }

  /** Long before payments stop. */
  #warnOfAge(source: ListSource): void {
    const { maxAgeMs, now, log } = this.#options;
    const asOf = this.#current.get(source)?.list.asOf;
    const ageMs = asOf === undefined ? Infinity : now() - asOf;
    if (ageMs < maxAgeMs / 2) return;
    const [ageHours, maxHours] = [Math.round(ageMs / HOUR_MS), Math.round(maxAgeMs / HOUR_MS)];
    const message = `OFAC_LIST has not been checked for ${ageHours} hours; live payments stop at ${maxHours}. Check the URL.`;
    log.warn({ source: source.name }, message);
  }
}

function indexOf({ addresses }: KeptList): ReadonlyMap<string, ListedAddress> {
  return new Map(addresses.map((each) => [each.address, each]));
}

function versionOf({ publishedAt, sha256 }: KeptList): string {
  const hash = `sha256:${sha256.slice(0, 12)}`;
  return publishedAt === null ? hash : `${publishedAt} ${hash}`;
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
