import { systemClock } from '../ports';
import { MemoryEventStore } from '@stablecoin/stores';
import type { EventStore } from '../ports/event-store';
import { accountDecider, command } from '../testing/account';
import type { Account, AccountCommand, AccountEvent } from '../testing/account';
import { RecordingTracer, traceparentOf } from '../testing/recording-tracer';
import { silentLog, silentMeter } from '../testing/silent';
import { CommandHandler } from './command-handler';

const STREAM = 'account-1';
const FIRST = traceparentOf('a');
const OTHER = traceparentOf('c');

let store: EventStore;
let tracer: RecordingTracer;

beforeEach(() => {
  store = new MemoryEventStore();
  tracer = new RecordingTracer();
});

/** Another process: the same store, and an empty memory. */
function handlerOf(isOneTrace = false): CommandHandler<Account, AccountCommand, AccountEvent> {
  const decider = { ...accountDecider, isOneTrace };
  const attributesOf = (_stream: string, { id }: { readonly id: string }) => ({ id });
  const parts = { store, clock: systemClock, log: silentLog, meter: silentMeter };
  return new CommandHandler({ ...parts, decider, tracer, attributesOf });
}

async function traces(): Promise<(string | undefined)[]> {
  return (await store.read(STREAM)).map(({ metadata }) => metadata.traceparent);
}

const open = (traceparent?: string) =>
  command('Open', { owner: 'ada' }, traceparent === undefined ? {} : { traceparent });
const deposit = (traceparent?: string) =>
  command('Deposit', { amount: 5 }, traceparent === undefined ? {} : { traceparent });

describe('a command of a trace', () => {
  it('is recorded with its append, from its wait to its answer', async () => {
    const opening = open(FIRST);
    await handlerOf().handle(STREAM, opening);
    const [appended, handled] = tracer.spans;
    expect(handled).toMatchObject({
      name: 'command account.Open',
      parent: FIRST,
      attributes: { stream: STREAM, events: 1, id: opening.id },
      links: [],
    });
    expect(appended).toMatchObject({ name: 'append account', kind: 'client', parent: handled?.traceparent });
    expect(appended?.startedAt).toBeGreaterThan(handled?.startedAt ?? Infinity);
    expect(appended?.endedAt).toBeGreaterThan(appended?.startedAt ?? Infinity);
  });

  it('that leads to nothing has no append, and one that fails says why', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, open(FIRST));
    await expect(
      handler.handle(STREAM, command('Break', { when: 'deciding' }, { traceparent: FIRST })),
    ).rejects.toThrow();
    expect(tracer.spans).toMatchObject([
      { name: 'command account.Open', attributes: { events: 0 } },
      { name: 'command account.Break', error: expect.any(Error) as unknown },
    ]);
  });

  it('without a trace is not recorded', async () => {
    await handlerOf().handle(STREAM, open());
    expect(tracer.spans).toEqual([]);
    expect(await traces()).toEqual([undefined]);
  });

  it('gives its trace to its events, also where another command began the stream', async () => {
    const handler = handlerOf();
    await Promise.all([open(FIRST), deposit(OTHER), deposit()].map((each) => handler.handle(STREAM, each)));
    expect(await traces()).toEqual([FIRST, OTHER, undefined]);
  });
});

describe('a stream that is one trace', () => {
  it('has that of its first event, whatever the trace of a command is, and after a restart', async () => {
    await handlerOf(true).handle(STREAM, open(FIRST));
    const restarted = handlerOf(true);
    const continued = traceparentOf('a', 'd');
    for (const traceparent of [undefined, OTHER, continued]) await restarted.handle(STREAM, deposit(traceparent));
    expect(await traces()).toEqual([FIRST, FIRST, FIRST, continued]);
    const deposits = tracer.spans.filter(({ name }) => name === 'command account.Deposit');
    expect(deposits.map(({ parent, links }) => ({ parent, links }))).toEqual([
      { parent: FIRST, links: [] },
      { parent: FIRST, links: [OTHER] },
      { parent: continued, links: [] },
    ]);
  });

  it('has none when its first event has none', async () => {
    const handler = handlerOf(true);
    await Promise.all([open(), deposit(OTHER)].map((each) => handler.handle(STREAM, each)));
    await handler.handle(STREAM, deposit(OTHER));
    expect(await traces()).toEqual([undefined, undefined, undefined]);
    expect(tracer.spans).toEqual([]);
  });
});
