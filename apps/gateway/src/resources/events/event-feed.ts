import type { Page, QueryMap, Tenant, WebhookEvent } from '@stablecoin/contracts';
import { pause } from '@stablecoin/event-sourcing';
import type { Clock } from '@stablecoin/event-sourcing';
import type { Queries } from '@stablecoin/messaging';
import { invalid } from '@stablecoin/contracts';

/** How often a request that waits looks for events, in milliseconds: less often when it has waited for long. */
const LOOK_EVERY_MS = 250;
const LATER_LOOK_EVERY_MS = 1_000;
const LATER_MS = 5_000;

/** How a request waits for events. */
export interface EventWait {
  /** For the first event at most, in milliseconds; 0 answers at once. */
  readonly waitMs: number;
  /**
   * Called once before the wait begins.
   *
   * @returns what tells whether the caller may still see events, and what ends the wait
   * @throws ApiError `rate_limited` when too many requests wait already
   */
  readonly begin: () => { readonly authenticate: () => Promise<unknown>; readonly close: () => void };
  /** Whether nobody needs the answer any more, or the gateway stops. */
  readonly isEnded: () => boolean;
}

/** Pages of an account's events, for requests that may wait until there is one (long poll). */
export class EventFeed {
  constructor(
    private readonly queries: Queries<QueryMap>,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever follows events from one that there is not would wait for ever.
   *
   * @throws ApiError `invalid_request` when there is no such event
   */
  async requireEvent(tenant: Tenant, id: string, param: string): Promise<void> {
    const event = await this.queries.ask('webhook.event', { ...tenant, wallets: null, id });
    if (event !== null) return;
    const last = await this.queries.ask('webhook.boundary_event', tenant);
    throw invalid(
      param,
      last === null
        ? 'There is no such event.'
        : `There is no such event. If it was of the time that a restore of the service has lost, continue after ${last}.`,
    );
  }

  /**
   * The page, as soon as it has an event; when the wait is over, an empty one.
   *
   * @throws ApiError `rate_limited` when too many requests wait already; `unauthorized` when the caller is let in no longer
   */
  async page(params: QueryMap['webhook.events']['params'], wait: EventWait): Promise<Page<WebhookEvent>> {
    const ask = (): Promise<Page<WebhookEvent>> => this.queries.ask('webhook.events', params);
    const page = await ask();
    if (page.data.length > 0 || wait.waitMs === 0) return page;
    const { authenticate, close } = wait.begin();
    const began = this.clock.now();
    try {
      for (;;) {
        const waitedMs = this.clock.now() - began;
        const leftMs = wait.waitMs - waitedMs;
        if (leftMs <= 0 || wait.isEnded()) return page;
        await pause(this.clock, Math.min(waitedMs < LATER_MS ? LOOK_EVERY_MS : LATER_LOOK_EVERY_MS, leftMs));
        await authenticate();
        const found = await ask();
        if (found.data.length > 0) return found;
      }
    } finally {
      close();
    }
  }
}
