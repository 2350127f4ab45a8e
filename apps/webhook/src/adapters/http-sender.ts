import type { ServicePorts } from '@stablecoin/host';
import { CALLS_AT_ONCE } from '../application/concurrency-limiter';
import type { Sender } from '../application/sender';
import type { WebhookSender } from './webhook-sender';

/**
 * Calls endpoints over HTTP, as the configuration says. Its HTTP client is loaded with the first call: a start, and a
 * service without endpoints, do without it.
 */
export function httpSender({
  configuration,
  clock,
  meter,
}: Pick<ServicePorts, 'configuration' | 'clock' | 'meter'>): Sender {
  let opened: WebhookSender | undefined;
  meter.gauge('cache_entries', { cache: 'webhook_connections' }, () => opened?.origins ?? 0);
  const open = async (): Promise<WebhookSender> => {
    const { WebhookSender: Http } = await import('./webhook-sender.js');
    return (opened ??= new Http({
      timeoutMs: configuration.webhookTimeoutMs,
      now: () => clock.now(),
      connectionsMax: CALLS_AT_ONCE,
    }));
  };
  return {
    send: async (call, signal) => (opened ?? (await open())).send(call, signal),
    close: async () => opened?.close(),
  };
}
