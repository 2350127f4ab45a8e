import { API_KEYS } from '../processes/accounts';
import { Child } from '../processes/child';
import type { Cleanup } from '../processes/cleanup';

/** A receiver of webhooks, or of anything else, in a process of its own. */
export interface Sink {
  readonly url: string;
  /** Requests so far. */
  received(): Promise<number>;
  /** Leaves requests unanswered from now on, so that others pile up behind them. */
  hold(): Promise<void>;
  /** Answers those, and all to come. */
  release(): Promise<void>;
}

export async function openSink(cleanup: Cleanup): Promise<Sink> {
  const child = Child.start('servers/sink-server.js', [], cleanup);
  return {
    url: await child.ask<string>('url'),
    received: () => child.ask<number>('received'),
    hold: () => child.ask('hold'),
    release: () => child.ask('release'),
  };
}

/** Registers a receiver for every event of the first account. */
export async function subscribe(serviceUrl: string, cleanup: Cleanup): Promise<Sink> {
  const sink = await openSink(cleanup);
  const response = await fetch(`${serviceUrl}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEYS[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: sink.url }),
  });
  if (!response.ok) throw new Error(`the endpoint was not created: ${response.status} ${await response.text()}`);
  return sink;
}
