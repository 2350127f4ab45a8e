import { mkdtempSync } from 'node:fs';
import { systemClock } from '@stablecoin/event-sourcing';
import { WebhookService } from './testing/service';
import { Sink } from './testing/sink';
it('measures', async () => {
  const sink = await Sink.open();
  const clock = { ...systemClock, advance: () => undefined } as never;
  const service = await WebhookService.start({ EVENT_STORE_URL: 'sqlite:', DATA_DIR: mkdtempSync('/tmp/whm-') }, clock);
  const run = async (n: number, tag: string) => {
    const t0 = performance.now();
    await Promise.all(Array.from({ length: n }, (_, i) => service.happen('payment.settled', `pay_${tag}${i}`, 1, { memo: 'x'.repeat(300) })));
    const t1 = performance.now();
    console.log(tag, 'recorded/s', Math.round(n / ((t1 - t0) / 1000)));
    return t0;
  };
  await run(2000, 'warm'); await run(5000, 'none');
  await service.createEndpoint(sink.url());
  const t0 = await run(5000, 'one');
  while (sink.calls.length < 5000) await new Promise((r) => setTimeout(r, 5));
  console.log('delivered/s', Math.round(5000 / ((performance.now() - t0) / 1000)));
  await service.stop(); await sink.close();
}, 120000);
