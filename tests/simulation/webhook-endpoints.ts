import type { WebhookEvent } from '@stablecoin/contracts';
import type { CallResult, Sender, WebhookCall } from '../../apps/webhook/src/application/sender';
import type { Process } from './process';
import type { World } from './world';

/** Where an endpoint is. */
export const urlOf = (name: string): string => `https://${name}.example/`;

/** An event as an endpoint was sent it. */
interface Received {
  readonly url: string;
  /** The time by the true clock. */
  readonly at: number;
  readonly object: string;
  readonly event: WebhookEvent;
}

/** The customers' servers. */
export class WebhookEndpoints {
  /** Everything that arrived, in order. */
  readonly received: Received[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The way of a process to the endpoints. */
  senderOf(process: Process): Sender {
    return { send: (call) => this.#send(process, call), close: () => Promise.resolve() };
  }

  async #send(process: Process, { url, body }: WebhookCall): Promise<CallResult> {
    const { random, faults, scheduler } = this.#world;
    await scheduler.turn(process);
    const isLost = random.chance(faults.http);
    const failed = { statusCode: null, durationMs: 0, error: 'no answer', retryAfterMs: null, response: null };
    if (isLost && random.chance(0.5)) return failed;
    const event = JSON.parse(body) as WebhookEvent;
    const object = objectOf(event);
    this.received.push({ url, at: this.#world.now, object, event });
    this.#world.note(`${url} receives ${event.type} ${object} #${event.sequence}`);
    await this.#world.delay(process);
    return isLost ? failed : { statusCode: 200, durationMs: 0, error: null, retryAfterMs: null, response: null };
  }

  /** The distinct events of a type that an endpoint has received, of one object or of all. */
  eventsAt(name: string, type: string, object?: string, since = 0): ReadonlySet<string> {
    const url = urlOf(name);
    const matching = this.received.filter(
      (each) =>
        each.url === url &&
        each.at >= since &&
        each.event.type === type &&
        (object === undefined || each.object === object),
    );
    return new Set(matching.map(({ event }) => event.id));
  }

  /** An event that was first sent after a later one of its object; null: there is none (protocol rule 22). */
  outOfOrder(): string | null {
    const latest = new Map<string, number>();
    const seen = new Set<string>();
    for (const { url, object, event } of this.received) {
      const once = `${url} ${event.id}`;
      if (seen.has(once)) continue;
      seen.add(once);
      const line = `${url} ${object}`;
      const before = latest.get(line) ?? -1;
      if (event.sequence < before) return `${event.type} #${event.sequence} of ${object} came after #${before}`;
      latest.set(line, event.sequence);
    }
    return null;
  }
}

/** Whose sequence an event counts. */
function objectOf({ type, data }: WebhookEvent): string {
  return type === 'treasury.low_balance' ? 'treasury' : String(data.id);
}
