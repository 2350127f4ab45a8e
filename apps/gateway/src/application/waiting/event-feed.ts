import type { Page, QueryMap, Tenant, WebhookEvent } from '@stablecoin/contracts';
import { pause } from '@stablecoin/event-sourcing';
import type { Clock } from '@stablecoin/event-sourcing';
import type { Queries } from '@stablecoin/queries';
import { invalid } from '../refusals';
import type { Wakeups } from './wakeups';

/** How often a request that waits looks for events, in milliseconds. */
const LOOK_EVERY_MS = 250;

/** How a request waits for events. */
export interface EventWait {
  /** For the first event at most, in milliseconds; 0 answers at once. */
  readonly waitMs: number;
  /** Called once before the wait begins. */
  readonly onWait: () => void;
  /** Whether nobody needs the answer any more, or the gateway stops. */
  readonly isEnded: () => boolean;
}

/** Pages of an account's events, for requests that may wait until there is one (long poll). */
export class EventFeed {
  constructor(
    private readonly queries: Queries<QueryMap>,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever follows events from one that there is not would wait for ever.
   *
   * @throws ApiError `invalid_request` when there is no such event
   */
  async requireEvent(tenant: Tenant, id: string, param: string): Promise<void> {
    const event = await this.queries.ask('webhook.event', { ...tenant, wallets: null, id });
    if (event === null) throw invalid(param, 'There is no such event.');
  }

  /**
   * The page, as soon as it has an event; when the wait is over, an empty one.
   *
   * @throws ApiError `rate_limited` when too many requests wait already
   */
  async page(params: QueryMap['webhook.events']['params'], wait: EventWait): Promise<Page<WebhookEvent>> {
    const ask = (): Promise<Page<WebhookEvent>> => this.queries.ask('webhook.events', params);
    const page = await ask();
    if (page.data.length > 0 || wait.waitMs === 0) return page;
    wait.onWait();
    const deadline = this.clock.now() + wait.waitMs;
    return this.wakeups.whileWaiting(async () => {
      for (;;) {
        const leftMs = deadline - this.clock.now();
        if (leftMs <= 0 || wait.isEnded()) return page;
        await pause(this.clock, Math.min(LOOK_EVERY_MS, leftMs));
        const found = await ask();
        if (found.data.length > 0) return found;
      }
    });
  }
}
