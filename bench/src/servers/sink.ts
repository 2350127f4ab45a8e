import { API_KEY } from '../processes/accounts';
import { Child } from '../processes/child';
import type { Cleanup } from '../processes/cleanup';

/** A receiver of webhooks in a process of its own. */
export interface Sink {
  /** Requests so far. */
  received(): Promise<number>;
  /** Leaves requests unanswered from now on, so that others pile up behind them. */
  hold(): Promise<void>;
  /** Answers those, and all to come. */
  release(): Promise<void>;
}

/** Registers a receiver for every event of the first account. */
export async function subscribe(serviceUrl: string, cleanup: Cleanup): Promise<Sink> {
  const child = Child.start('servers/sink-server.js', [], cleanup);
  const url = await child.ask<string>('url');
  const response = await fetch(`${serviceUrl}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!response.ok) throw new Error(`the endpoint was not created: ${response.status} ${await response.text()}`);
  return {
    received: () => child.ask<number>('received'),
    hold: () => child.ask('hold'),
    release: () => child.ask('release'),
  };
}
