import { RecordingTracer, traceparentOf } from '@stablecoin/event-sourcing/testing';
import { BusTransport } from '@stablecoin/messaging';
import type { Message } from '@stablecoin/contracts';
import type { Handler, ServiceBus } from '@stablecoin/messaging';
import type { Tracing } from '../observability';
import { tracedBus } from './traced-bus';

const TRACEPARENT = traceparentOf('a');
const PAYMENT = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const MESSAGE: Message = {
  ...{ id: 'msg_1', type: 'payment.settled', key: PAYMENT, time: 1, data: {}, account: 'acme', livemode: false },
  ...{ correlationId: 'req_1', causationId: 'e', traceparent: TRACEPARENT },
};

let tracer: RecordingTracer;
let published: Message[];
let refuses: boolean;
let handlers: ReadonlyMap<string, Handler>;

beforeEach(() => {
  [tracer, published, refuses, handlers] = [new RecordingTracer(), [], false, new Map()];
});

function open(isInProcess: boolean): ServiceBus {
  const tracing: Tracing = Object.assign(tracer, {
    enter: () => ({ traceparent: undefined, end: () => undefined }),
    forService: () => tracing,
    close: () => Promise.resolve(),
  });
  const bus: ServiceBus = {
    publish: (messages) => {
      published.push(...messages);
      return refuses ? Promise.reject(new Error('away')) : Promise.resolve();
    },
    redeliver: () => Promise.resolve('handled'),
    transport: (consumer) =>
      new BusTransport(consumer, {
        listen: (given) => void (handlers = given),
        close: () => Promise.resolve(),
      }),
  };
  return tracedBus(bus, tracing, isInProcess);
}

/** What a handler of the bus is given. */
function consume(handler: Handler): (message: Message) => Promise<unknown> {
  const transport = open(true).transport('webhook');
  transport.addHandler('payment.settled', handler, true);
  transport.listen(() => undefined);
  return (message) => handlers.get(message.type)?.(message) ?? Promise.reject(new Error('no handler'));
}

describe('a message that is published to a broker', () => {
  it('carries the span of its publication', async () => {
    await open(false).publish([MESSAGE]);
    const [span] = tracer.spans;
    expect(span).toMatchObject({
      ...{ name: 'publish payment.settled', kind: 'producer', parent: TRACEPARENT },
      attributes: { 'messaging.destination.name': 'payment.events.v1', 'payment.id': PAYMENT },
    });
    expect(published).toEqual([{ ...MESSAGE, traceparent: span?.traceparent }]);
  });

  it('is recorded when the broker has it', async () => {
    refuses = true;
    await expect(open(false).publish([MESSAGE])).rejects.toThrow('away');
    expect(tracer.spans).toEqual([]);
  });

  it('stays as it is without a trace, and within a process', async () => {
    const untraced = { ...MESSAGE, traceparent: traceparentOf('a').replace(/01$/, '00') };
    await open(false).publish([untraced]);
    await open(true).publish([MESSAGE]);
    expect(published).toEqual([untraced, MESSAGE]);
    expect(tracer.spans).toEqual([]);
  });
});

describe('a message that is consumed', () => {
  it('is handled at once, and what follows from it follows from its span', async () => {
    const given: Message[] = [];
    const handled = consume((message) => Promise.resolve(given.push(message)))(MESSAGE);
    expect(given).toHaveLength(1);
    await handled;
    expect(tracer.spans).toMatchObject([{ name: 'consume payment.settled', kind: 'consumer', parent: TRACEPARENT }]);
    expect(given).toEqual([{ ...MESSAGE, traceparent: tracer.spans[0]?.traceparent }]);
  });

  it('fails as its handler does', async () => {
    const error = new Error('no');
    await expect(consume(() => Promise.reject(error))(MESSAGE)).rejects.toBe(error);
    expect(tracer.spans).toMatchObject([{ name: 'consume payment.settled', error }]);
  });
});
