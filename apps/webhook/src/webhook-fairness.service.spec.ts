/** @slow 16 */
import { eventually } from '@stablecoin/event-sourcing/testing';
import { CALLS_AT_ONCE } from './application/concurrency-limiter';
import { delivered, WebhookService } from './testing/service';
import { Sink } from './testing/sink';

/** More than there are places for. */
const EVENTS = CALLS_AT_ONCE + 50;
const other = { account: 'other', livemode: false };

let service: WebhookService;
let sink: Sink;

beforeEach(async () => {
  sink = await Sink.open();
  service = await WebhookService.start();
});
afterEach(async () => {
  await service.stop();
  await sink.close();
});

/** Hangs are never timed out here: the clock stands still, and what is delivered meanwhile is delivered beside them. */
describe('an endpoint that hangs', () => {
  it('does not delay other endpoints of its account or of others, however many events it has', async () => {
    sink.answer = ({ path }) => (path === '/hangs' ? new Promise(() => undefined) : { status: 204 });
    const hangs = await service.createEndpoint(sink.url('/hangs'));
    await Promise.all(Array.from({ length: EVENTS }, (_, n) => service.happen('payment.settled', `pay_${n}`, 1)));
    const called = (path: string): number => sink.calls.filter((call) => call.path === path).length;
    await eventually(() => expect(called('/hangs')).toBeGreaterThan(0));

    const prompt = await service.createEndpoint(sink.url('/prompt'), { events: ['payment.failed'] });
    const another = await service.createEndpoint(sink.url('/another'), { tenant: other });
    await service.happen('payment.failed', 'pay_1', 2);
    await service.happen('payment.settled', 'pay_of_another', 1, {}, other);
    await eventually(async () => {
      expect((await service.deliveries(prompt)).map(delivered)).toEqual([true]);
      expect((await service.deliveries(another, other)).map(delivered)).toEqual([true]);
    });
    expect(called('/hangs')).toBeLessThan(CALLS_AT_ONCE / 4);
    expect((await service.deliveries(hangs)).filter(delivered)).toEqual([]);
  });
});
