import type { Message } from '@stablecoin/contracts';
import { BusTransport } from '@stablecoin/messaging';
import type { Handler, ServiceBus, TransportOptions } from '@stablecoin/messaging';
import { promisify } from 'node:util';
import { remote, serve } from './remote';
import type { ThreadLink } from './thread-link';

const CALLS = ['publish', 'redeliver'] as const;

/** Lets the other thread publish to a bus, and consume from it. What fails there is tried again from here. */
export function serveBus(link: ThreadLink, bus: ServiceBus): void {
  serve(link, 'bus', bus, CALLS);
  const transports = new Map<string, ReturnType<ServiceBus['transport']>>();
  link.answer('bus.listen', ([consumer, options, types]: [string, TransportOptions, readonly string[]]) =>
    listen(consumer, options, types),
  );
  link.answer('bus.close', async ([consumer]: [string]) => {
    await transports.get(consumer)?.close();
  });

  function listen(consumer: string, options: TransportOptions, types: readonly string[]): Promise<void> {
    const transport = bus.transport(consumer, options);
    transports.set(consumer, transport);
    for (const type of types) {
      transport.addHandler(type, (message) => link.call('bus.deliver', [consumer, message]), true);
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

  constructor(private readonly link: ThreadLink) {
    const calls = remote<ServiceBus, (typeof CALLS)[number]>(link, 'bus', CALLS);
    this.publish = calls.publish;
    this.redeliver = calls.redeliver;
    link.answer('bus.deliver', ([consumer, message]: [string, Message]) => this.#deliver(consumer, message));
  }

  transport(consumer: string, options: TransportOptions = {}): BusTransport {
    return new BusTransport(consumer, {
      listen: (handlers) => {
        this.#consumers.set(consumer, handlers);
        return this.link.call('bus.listen', [consumer, options, [...handlers.keys()]]);
      },
      close: () => this.link.call('bus.close', [consumer]),
    });
  }

  async #deliver(consumer: string, message: Message): Promise<void> {
    const handler = this.#consumers.get(consumer)?.get(message.type);
    if (handler === undefined) throw new Error(`${consumer} does not handle ${message.type}`);
    await handler(message);
  }
}
