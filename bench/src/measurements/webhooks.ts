import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { untilQuiet } from '../processes/usage';
import { atLeast } from '../report/section';
import { median } from '../report/statistics';
import { type Sink, subscribe } from '../servers/sink';

const PER_SECOND_WANTED = 8_000;
const CONNECTIONS = 64;
/** So many slices at most, until enough of them wait: an attempt that is held for long counts as failed. */
const SLICES_MAX = 6;
const LOOK_MS = 5;
const DELIVERED_WITHIN_MS = 120_000;

/** How fast webhooks leave: payments are made while their receiver holds its answers, and then it lets go. */
export const webhookDispatch: Measurement = {
  name: 'webhooks',
  title: 'Webhook dispatch',
  run: async ({ cleanup, load, progress, scale }) => {
    progress.begin(2 * scale.rounds);
    const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
    const sink = await subscribe(service.url, cleanup);
    const workload = { kind: 'closed', url: service.url, workload: PAYMENTS, connections: CONNECTIONS } as const;
    const rates: number[] = [];
    let sent = 0;
    for (let round = 0; round < scale.rounds; round++) {
      await sink.hold();
      progress.step('payments');
      const slice = await load.run({
        ...workload,
        seconds: scale.sliceSeconds * SLICES_MAX,
        requestsMax: scale.webhooks,
      });
      await untilQuiet(service.pid);
      progress.step('deliveries');
      rates.push(slice.requests / (await deliverySeconds(sink, slice.requests)));
      sent += slice.requests;
      await untilQuiet(service.pid);
    }
    const deliveriesPerSecond = median(rates);
    return {
      columns: [
        { key: 'webhooks', title: 'webhooks at once', format: 'whole' },
        { key: 'deliveriesPerSecond', title: 'deliveries/s', format: 'whole' },
      ],
      rows: [{ webhooks: sent / scale.rounds, deliveriesPerSecond }],
      verdicts: [atLeast('webhook deliveries per second', deliveriesPerSecond, PER_SECOND_WANTED)],
    };
  },
};

/** Lets the sink answer, and waits for so many deliveries. */
async function deliverySeconds(sink: Sink, count: number): Promise<number> {
  // What it holds it has not received.
  const before = await sink.received();
  const startedAt = performance.now();
  await sink.release();
  while ((await sink.received()) < before + count) {
    if (performance.now() > startedAt + DELIVERED_WITHIN_MS) throw new Error('the webhooks did not all arrive');
    await pause(LOOK_MS);
  }
  return (performance.now() - startedAt) / 1_000;
}
