import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Handler } from './consumer';

/**
 * Handles messages of a key strictly in order: `@EventPattern('payment.settled', IN_ORDER)`. The next message of the key,
 * among the types with this option, is handled when the one before is handled or stored as a dead letter (protocol rule
 * 22). Without it the handlers of a key start in order, but later messages overtake one that failed.
 */
export const IN_ORDER = { inOrder: true } as const;

/** The part of the bus that the transport calls. */
export interface TransportPort {
  /**
   * @param inOrder - the types whose handlers ask for {@link IN_ORDER}
   * @returns when messages published from now on reach the handlers
   */
  listen(handlers: ReadonlyMap<string, Handler>, inOrder: ReadonlySet<string>): Promise<void> | void;
  close(): Promise<void>;
}

/**
 * Connects the `@EventPattern` handlers of one Nest context to a bus.
 *
 * Nest's own `Server.handleEvent` swallows a handler's error, so the bus calls the handlers that are registered here
 * and waits for them itself.
 */
export class BusTransport extends Server implements CustomTransportStrategy {
  readonly #inOrder = new Set<string>();
  #wrap: (handler: Handler) => Handler = (handler) => handler;

  constructor(
    private readonly consumer: string,
    private readonly port: TransportPort,
  ) {
    super();
  }

  /**
   * Refuses replies, which a bus cannot carry, and two handlers of one type in a service: a failure of one would repeat
   * the other.
   */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Partial<typeof IN_ORDER> = {},
  ): void {
    if (typeof pattern !== 'string') throw new Error(`${this.consumer}: a pattern is the type of a message`);
    if (!isEventHandler)
      throw new Error(`${this.consumer}: ${pattern} takes @EventPattern: the bus carries no replies`);
    if (this.messageHandlers.has(pattern)) throw new Error(`${this.consumer}: two handlers for ${pattern}`);
    super.addHandler(pattern, callback, isEventHandler, extras);
    // Nest keeps the extras with the function, which may handle other types too.
    if (extras.inOrder === true) this.#inOrder.add(pattern);
  }

  /**
   * Wraps the handlers, before it listens. What wraps one has to call it at once, because the order of a key depends on it.
   */
  around(wrap: (handler: Handler) => Handler): void {
    this.#wrap = wrap;
  }

  listen(callback: (error?: unknown) => void): void {
    const handlers = [...this.messageHandlers].map(([type, handler]) => [type, this.#wrap(awaited(handler))] as const);
    const listening = this.port.listen(new Map(handlers), this.#inOrder);
    if (listening === undefined) callback();
    else listening.then(() => callback(), callback);
  }

  close(): Promise<void> {
    return this.port.close();
  }

  on(): never {
    throw new Error('the transport has no events');
  }

  unwrap(): never {
    throw new Error('the transport shows nothing of what is underneath');
  }
}

/** With an interceptor in the way Nest answers with a stream, and the handler runs when it is subscribed to. */
function awaited(handler: MessageHandler): Handler {
  return async (message) => {
    const result: unknown = await handler(message);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  };
}
