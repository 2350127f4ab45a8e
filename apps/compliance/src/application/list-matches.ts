import type { Clock } from '@stablecoin/event-sourcing';
import type { Screenings } from '../read-model/screenings';
import type { ScreeningHandler } from './screening-handler';

/** A new sanctions list, to compare with earlier results. */
export interface NewList {
  names(address: string): boolean;
  lookup(address: string): {
    readonly entry: { readonly uid: string | null; readonly name: string | null } | null;
    readonly source: string;
    readonly version: string;
  };
}

/** Payments of that long ago are compared with a new list. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;

/**
 * Compares live screenings with a new sanctions list. A review of a listed address is screened again. If a listed
 * address was paid within 30 days, the account is notified.
 */
export class ListMatches {
  constructor(
    private readonly parts: {
      readonly screenings: Pick<Screenings, 'ofLivePayments'>;
      readonly handler: ScreeningHandler;
      readonly clock: Pick<Clock, 'now'>;
    },
  ) {}

  async report(list: NewList): Promise<void> {
    const { screenings, handler, clock } = this.parts;
    const since = clock.now() - LOOK_BACK_MS;
    for await (const { stream, ref, account, subject, status } of screenings.ofLivePayments(since)) {
      if (!list.names(subject)) continue;
      const { entry, source, version } = list.lookup(subject);
      const command = { at: clock.now(), account, livemode: true, correlationId: ref };
      if (status === 'review') {
        await handler.handle(stream, { ...command, id: `${ref}:${version}:Rescreen`, type: 'Rescreen', data: { ref } });
      } else {
        const matched = [entry?.uid, entry?.name].filter((text) => text !== null && text !== undefined).join(' ');
        const data = { ref, address: subject, source, version, matched: matched || subject };
        await handler.handle(stream, { ...command, id: `${ref}:ReportMatch`, type: 'ReportMatch', data });
      }
    }
  }
}
