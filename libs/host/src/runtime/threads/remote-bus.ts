import type { Message } from '@stablecoin/contracts';
import { BusTransport, IN_ORDER } from '@stablecoin/messaging';
import type { Handler, ServiceBus, TransportOptions } from '@stablecoin/messaging';
import { promisify } from 'node:util';
import { remote, serve } from './remote-object';
import type { ThreadRpc } from './thread-rpc';

const CALLS = ['publish', 'redeliver'] as const;

/** How a consumer of the other thread listens. */
interface Listening {
  readonly options: TransportOptions;
  readonly types: readonly string[];
  /** Those of the types that are taken in order. */
  readonly inOrder: readonly string[];
}

/** Lets the other thread publish to a bus, and consume from it. What fails there is tried again from here. */
export function serveBus(rpc: ThreadRpc, bus: ServiceBus): void {
  serve(rpc, 'bus', bus, CALLS);
  const transports = new Map<string, ReturnType<ServiceBus['transport']>>();
  rpc.answer('bus.listen', ([consumer, listening]: [string, Listening]) => listen(consumer, listening));
  rpc.answer('bus.close', async ([consumer]: [string]) => {
    await transports.get(consumer)?.close();
  });

  function listen(consumer: string, { options, types, inOrder }: Listening): Promise<void> {
    const transport = bus.transport(consumer, options);
    transports.set(consumer, transport);
    const deliver = (message: Message) => rpc.call('bus.deliver', [consumer, message]);
    for (const type of types) transport.addHandler(type, deliver, true, inOrder.includes(type) ? IN_ORDER : {});
    return promisify((listening: (error?: unknown) => void): void => {
      transport.listen(listening);
    })();
  }
}

/** The bus of another thread. */
export class RemoteBus implements ServiceBus {
  readonly publish: ServiceBus['publish'];
  readonly redeliver: ServiceBus['redeliver'];
  readonly #consumers = new Map<string, ReadonlyMap<string, Handler>>();

  constructor(private readonly rpc: ThreadRpc) {
    const calls = remote<ServiceBus, (typeof CALLS)[number]>(rpc, 'bus', CALLS);
    this.publish = calls.publish;
    this.redeliver = calls.redeliver;
    rpc.answer('bus.deliver', ([consumer, message]: [string, Message]) => this.#deliver(consumer, message));
  }

  transport(consumer: string, options: TransportOptions = {}): BusTransport {
    return new BusTransport(consumer, {
      listen: (handlers, inOrder) => {
        this.#consumers.set(consumer, handlers);
        const listening: Listening = { options, types: [...handlers.keys()], inOrder: [...inOrder] };
        return this.rpc.call('bus.listen', [consumer, listening]);
      },
      close: () => this.rpc.call('bus.close', [consumer]),
    });
  }

  async #deliver(consumer: string, message: Message): Promise<void> {
    const handler = this.#consumers.get(consumer)?.get(message.type);
    if (handler === undefined) throw new Error(`${consumer} does not handle ${message.type}`);
    await handler(message);
  }
}
