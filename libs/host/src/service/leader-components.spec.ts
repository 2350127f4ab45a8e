import { LeaseTerm } from '@stablecoin/event-sourcing';
import type { HeldLease, Lease } from '@stablecoin/event-sourcing';
import { RecordingLog, RecordingMeter, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { whileLeading } from './leader-components';
import type { Leading } from './leader-components';
import type { Component } from './service-components';

/** A lease that the test gives and takes. */
class TestLease implements Lease {
  readonly term = { isCertain: true };
  faults: Error[] = [];
  asked = 0;
  released = 0;
  #give: (() => void) | undefined;
  #take: (() => void) | undefined;

  async acquire(signal: AbortSignal): Promise<HeldLease> {
    this.asked++;
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
    await new Promise<void>((resolve, reject) => {
      this.#give = resolve;
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    this.#give = undefined;
    const ended = new Promise<void>((resolve) => (this.#take = resolve));
    const release = (): Promise<void> => {
      this.released++;
      this.take();
      return Promise.resolve();
    };
    return { ended, release, term: this.term };
  }

  async give(): Promise<void> {
    await eventually(() => this.#give !== undefined);
    this.#give?.();
  }

  take(): void {
    this.#take?.();
  }
}

/** Notes what it is told to do. */
class TestPart implements Component {
  faults: Error[] = [];
  fence: () => void = () => undefined;
  /** Another instance keeps its results complete. */
  complete: () => void = () => undefined;

  constructor(
    private readonly name: string,
    private readonly did: string[],
  ) {}

  async start(): Promise<void> {
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
    this.did.push(`start ${this.name}`);
  }

  async stop(): Promise<void> {
    this.did.push(`stop ${this.name}`);
  }

  async standBy(): Promise<void> {
    this.did.push(`standBy ${this.name}`);
    await new Promise<void>((resolve) => (this.complete = resolve));
  }

  async drained(): Promise<void> {
    this.did.push(`drain ${this.name}`);
  }

  onFenced(listener: () => void): void {
    this.fence = listener;
  }
}

describe('parts that run while this instance leads', () => {
  let lease: TestLease;
  let log: RecordingLog;
  let meter: RecordingMeter;
  let did: string[];
  let part: TestPart;
  let leader: Leading;
  let leading: Component;
  let started: Promise<unknown>;

  beforeEach(() => {
    lease = new TestLease();
    log = new RecordingLog();
    meter = new RecordingMeter();
    did = [];
    part = new TestPart('projector', did);
    const worker: Component = { start: () => void did.push('start worker'), stop: () => void did.push('stop worker') };
    leader = whileLeading({ lease: () => lease, log: log as never, meter }, 'payment', [part, worker]);
    const [only, ...others] = leader.components;
    expect(others).toEqual([]);
    leading = only!;
    started = Promise.resolve(leading.start());
    // Looked at where it matters.
    started.catch(() => undefined);
  });
  afterEach(() => leading.stop());

  const leads = (): boolean => meter.read('leads') === 1;

  it('start in order when it gets the lease, and it is ready then', async () => {
    expect(did).toEqual(['standBy projector']);
    await lease.give();
    await started;
    expect(did).toEqual(['standBy projector', 'start projector', 'start worker']);
    expect(leads()).toBe(true);
  });

  it('do not start in an instance that follows; it is ready when what it follows is', async () => {
    part.complete();
    await started;
    expect(did).toEqual(['standBy projector']);
    expect(leads()).toBe(false);
    await leading.drained?.();
    expect(did).not.toContain('drain projector');
  });

  it('stop in reverse order when the lease is lost, and start again when it is back', async () => {
    await lease.give();
    await started;
    did.length = 0;
    lease.take();
    await eventually(() => did.includes('standBy projector'));
    expect(did).toEqual(['stop worker', 'stop projector', 'standBy projector']);
    expect(leads()).toBe(false);
    await lease.give();
    await eventually(leads);
    expect(did.slice(3)).toEqual(['start projector', 'start worker']);
  });

  it('give the lease back when they are fenced off, and queue for it again: the other may have known no better', async () => {
    await lease.give();
    await started;
    part.fence();
    await eventually(() => lease.asked === 2);
    expect(lease.released).toBeGreaterThan(0);
    expect(did.filter((each) => each.startsWith('stop'))).toEqual(['stop worker', 'stop projector']);
    await lease.give();
    await eventually(leads);
  });

  it('stop before the lease is given back', async () => {
    await lease.give();
    await started;
    const released: number[] = [];
    const stop = part.stop.bind(part);
    part.stop = () => {
      released.push(lease.released);
      return stop();
    };
    await leading.stop();
    expect(released[0]).toBe(0);
    expect(lease.released).toBeGreaterThan(0);
  });

  it('are tried again when one cannot start, or the lease cannot be asked for; the log says so once', async () => {
    part.faults.push(new Error('no such table'), new Error('no such table'));
    await lease.give();
    await eventually(() => lease.asked === 2);
    expect(did).toEqual(['standBy projector', 'stop worker', 'stop projector', 'standBy projector']);
    lease.faults.push(new Error('server away'));
    await lease.give();
    await eventually(() => lease.asked === 4);
    await lease.give();
    await started;
    expect(log.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([
      { service: 'payment', error: 'Error: no such table' },
    ]);
  });

  it('that stop while they wait for their turn were never started, and say so to whoever waits', async () => {
    await leading.stop();
    await expect(started).rejects.toThrow('stopped before it was ready');
    expect(did).not.toContain('start projector');
  });

  it('say that they lead while they hold the lease, and not when they may have lost it without hearing of it', async () => {
    expect(leader.leads()).toBe(false);
    await lease.give();
    await started;
    expect(leader.leads()).toBe(true);
    lease.term.isCertain = false;
    expect(leader.leads()).toBe(false);
    // The next one is certain again.
    lease.take();
    lease.term.isCertain = true;
    await eventually(() => lease.asked === 2);
    expect(leader.leads()).toBe(false);
    await lease.give();
    await eventually(() => leader.leads());
  });

  it('give back a lease that comes when they stop already, and do not start', async () => {
    let released = 0;
    const held = {
      term: { isCertain: true },
      ended: new Promise<void>(() => undefined),
      release: async () => {
        released++;
      },
    };
    const acquire = (signal: AbortSignal): Promise<HeldLease> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(held)));
    const { components } = whileLeading({ lease: () => ({ acquire }), log: log as never, meter }, 'payment', [part]);
    const [late] = components;
    Promise.resolve(late?.start()).catch(() => undefined);
    await late?.stop();
    expect(released).toBe(1);
    expect(did).not.toContain('start projector');
  });

  it('are drained by the instance that leads', async () => {
    await lease.give();
    await started;
    await leading.drained?.();
    expect(did.at(-1)).toBe('drain projector');
  });
});

it('parts of a service that can have one instance only are parts like any', () => {
  const parts = [new TestPart('projector', [])];
  const runtime = { lease: () => null, log: undefined as never, meter: undefined as never };
  const alone = whileLeading(runtime, 'x', parts);
  expect([alone.components, alone.leads()]).toEqual([parts, true]);
});

it('where the process is the only writer, parts lead until another may have taken over', () => {
  const term = new LeaseTerm(60_000);
  const { leads } = whileLeading({ lease: () => null, log: silentLog as never, meter: silentMeter, term }, 'x', []);
  expect(leads()).toBe(false);
  term.renewed({ monotonic: Number(process.hrtime.bigint() / 1_000_000n), wall: Date.now() });
  expect(leads()).toBe(true);
  term.end();
  expect(leads()).toBe(false);
});
