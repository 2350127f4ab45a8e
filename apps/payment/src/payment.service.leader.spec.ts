import type { HeldLease, Lease } from '@stablecoin/event-sourcing';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { FakeServices } from './testing/fake-services';
import { T0 } from './testing/payments';
import { TestService } from './testing/service';

/** Given at once, until the test takes it away. */
class TestLease implements Lease {
  isFree = true;
  held = 0;
  #end: () => void = () => undefined;

  async acquire(signal: AbortSignal): Promise<HeldLease> {
    await eventually(() => this.isFree || signal.aborted);
    signal.throwIfAborted();
    this.held += 1;
    const ended = new Promise<void>((resolve) => (this.#end = resolve));
    const release = (): Promise<void> => {
      this.#end();
      return ended;
    };
    return { ended, release, term: { isCertain: true } };
  }

  take(): void {
    this.isFree = false;
    this.#end();
  }
}

describe('the instance of the payment service that leads', () => {
  const lease = new TestLease();
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({}, new ManualClock(T0), new FakeServices(), undefined, (runtime) => ({
      ...runtime,
      lease: () => lease,
    }));
  });
  afterAll(() => service.stop());

  it('runs the jobs of a payment before their table is written', async () => {
    await service.reaches('done', await service.initiate());
    // Since that payment the table rests: the clock stands still.
    await service.reaches('done', await service.initiate());
  });

  it('runs what is left when it leads once more', async () => {
    lease.take();
    const id = await service.initiate();
    await service.reaches('screening', id);
    lease.isFree = true;
    await service.reaches('done', id);
    expect(lease.held).toBe(2);
  });
});
