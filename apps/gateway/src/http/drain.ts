import type { OnModuleDestroy } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Clock } from '@stablecoin/event-sourcing';
import type { FastifyInstance } from 'fastify';
import type { PaymentWaiters } from '../waiting/payment-waiters';

/**
 * Ends the HTTP side before anything else of the service: no new requests, and those under way get their answers,
 * for which the relay and the consumer still run.
 */
export class Drain implements OnModuleDestroy {
  #closed: Promise<void> | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly waiters: PaymentWaiters,
    private readonly clock: Clock,
    /** Half of the time that the service has to stop. The rest is for what stops afterwards. */
    private readonly limitMs: number,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.close();
  }

  get begun(): boolean {
    return this.#closed !== undefined;
  }

  /** Takes no more requests, and resolves when those under way are answered; once, however often it is called. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    const now = this.clock.now();
    const timers = [
      this.clock.setTimer(now + this.limitMs, () => this.waiters.closeWindows()),
      // A client that does not read its answer must not hold the process up.
      this.clock.setTimer(now + 1.5 * this.limitMs, () => fastify.server.closeAllConnections()),
    ];
    await fastify.close();
    for (const cancel of timers) cancel();
  }
}
