import type { Message } from '@stablecoin/contracts';
import { BusTransport, IN_ORDER, WantedKeys } from '@stablecoin/messaging';
import type { Handler, ServiceBus, TransportOptions } from '@stablecoin/messaging';
import { promisify } from 'node:util';
import { remote, serve } from './remote';
import type { ThreadRpc } from './thread-rpc';

const CALLS = ['publish', 'redeliver'] as const;

/** How a consumer of the other thread listens. */
interface Listening {
  readonly options: TransportOptions;
  readonly types: readonly string[];
  /** Those of the types that are taken in order. */
  readonly inOrder: readonly string[];
  /** Those of the types that cross for the keys that were asked for. */
  readonly onlyWanted: readonly string[];
}

/** Lets the other thread publish to a bus, and consume from it. What fails there is tried again from here. */
export function serveBus(rpc: ThreadRpc, bus: ServiceBus): void {
  serve(rpc, 'bus', bus, CALLS);
  const transports = new Map<string, ReturnType<ServiceBus['transport']>>();
  const wanted = new Map<string, WantedKeys>();
  rpc.answer('bus.listen', ([consumer, listening]: [string, Listening]) => listen(consumer, listening));
  rpc.answer('bus.want', ([consumer, key, isWanted]: [string, string, boolean]) => {
    if (isWanted) wanted.get(consumer)?.add(key);
    else wanted.get(consumer)?.delete(key);
  });
  rpc.answer('bus.close', async ([consumer]: [string]) => {
    await transports.get(consumer)?.close();
  });

  function listen(consumer: string, { options, types, inOrder, onlyWanted }: Listening): Promise<void> {
    const transport = bus.transport(consumer, options);
    transports.set(consumer, transport);
    const keys = new WantedKeys();
    wanted.set(consumer, keys);
    const deliver = (message: Message) => rpc.call('bus.deliver', [consumer, message]);
    // What nobody over there waits for does not cross.
    const deliverWanted = (message: Message) => (keys.has(message.key) ? deliver(message) : Promise.resolve());
    for (const type of types) {
      const extras = inOrder.includes(type) ? IN_ORDER : {};
      transport.addHandler(type, onlyWanted.includes(type) ? deliverWanted : deliver, true, extras);
    }
    return promisify((listening: (error?: unknown) => void): void => {
      transport.listen(listening);
    })();
  }
}

/** The bus of another thread. */
export class LinkedBus implements ServiceBus {
  readonly publish: ServiceBus['publish'];
  readonly redeliver: ServiceBus['redeliver'];
  readonly #consumers = new Map<string, ReadonlyMap<string, Handler>>();

  constructor(private readonly rpc: ThreadRpc) {
    const calls = remote<ServiceBus, (typeof CALLS)[number]>(rpc, 'bus', CALLS);
    this.publish = calls.publish;
    this.redeliver = calls.redeliver;
    rpc.answer('bus.deliver', ([consumer, message]: [string, Message]) => this.#deliver(consumer, message));
  }

  transport(consumer: string, { onlyWanted, ...options }: TransportOptions = {}): BusTransport {
    return new BusTransport(consumer, {
      listen: (handlers, inOrder) => {
        this.#consumers.set(consumer, handlers);
        onlyWanted?.keys.onChange((key, isWanted) => this.#want(consumer, key, isWanted));
        const types = [...handlers.keys()];
        const listening: Listening = { options, types, inOrder: [...inOrder], onlyWanted: onlyWanted?.types ?? [] };
        return this.rpc.call('bus.listen', [consumer, listening]);
      },
      close: () => this.rpc.call('bus.close', [consumer]),
    });
  }

  /** Calls arrive in their order, so this one does before whatever is published behind it. */
  #want(consumer: string, key: string, isWanted: boolean): void {
    // It only fails when the rpc has ended, and then nothing is delivered any more.
    this.rpc.call('bus.want', [consumer, key, isWanted]).catch(() => undefined);
  }

  async #deliver(consumer: string, message: Message): Promise<void> {
    const handler = this.#consumers.get(consumer)?.get(message.type);
    if (handler === undefined) throw new Error(`${consumer} does not handle ${message.type}`);
    await handler(message);
  }
}
