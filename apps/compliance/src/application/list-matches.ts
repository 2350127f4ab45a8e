import type { Clock } from '@stablecoin/event-sourcing';
import type { ScreeningHandler } from './handlers';

/** A new sanctions list, to compare with earlier results. */
export interface NewList {
  names(address: string): boolean;
  lookup(address: string): {
    readonly entry: { readonly uid: string | null; readonly name: string | null } | null;
    readonly source: string;
    readonly version: string;
  };
}

/** A screening that let a payment go on, or that keeps one waiting. */
type ListedScreening = {
  readonly stream: string;
  readonly ref: string;
  readonly account: string;
  readonly livemode: boolean;
  /** The address. */
  readonly subject: string;
  /** Its other names, as they were when it was screened. */
  readonly names: readonly string[];
  readonly status: string;
};

/** Payments of that long ago are compared with a new list. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;

/**
 * Compares live screenings with a new sanctions list. A review of a listed address is screened again. If a listed
 * address was paid within 30 days, the account is notified.
 */
export class ListMatches {
  constructor(
    private readonly parts: {
      readonly screenings: { ofLivePayments(since: number): AsyncIterable<Omit<ListedScreening, 'livemode'>> };
      readonly handler: ScreeningHandler;
      readonly clock: Pick<Clock, 'now'>;
    },
  ) {}

  async report(list: NewList): Promise<void> {
    const { screenings, clock } = this.parts;
    for await (const screening of screenings.ofLivePayments(clock.now() - LOOK_BACK_MS)) {
      await this.compare({ ...screening, livemode: true }, list);
    }
  }

  /** @returns what was reported; null where the list does not name the address */
  async compare(screening: ListedScreening, list: NewList): Promise<{ readonly position: number } | null> {
    const { handler, clock } = this.parts;
    const { stream, ref, account, livemode, subject, names, status } = screening;
    const listed = [subject, ...names].find((each) => list.names(each));
    if (listed === undefined) return null;
    const { entry, source, version } = list.lookup(listed);
    const command = { at: clock.now(), account, livemode, correlationId: ref };
    if (status === 'review') {
      const id = `${ref}:${version}:Rescreen`;
      return handler.handle(stream, { ...command, id, type: 'Rescreen', data: { ref } });
    }
    const named = [entry?.uid, entry?.name].filter((text) => text !== null && text !== undefined);
    const matched = listed === subject && named.length > 0 ? named : [...named, listed];
    const data = { ref, address: subject, source, version, matched: matched.join(' ') };
    return handler.handle(stream, { ...command, id: `${ref}:ReportMatch`, type: 'ReportMatch', data });
  }
}
