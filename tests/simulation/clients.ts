import type { Payment } from '@stablecoin/contracts';
import { ApiError } from '@stablecoin/contracts';
import type { RequestContext } from '../../apps/gateway/src/application/request-context';
import type { Cluster } from './cluster';
import type { Process } from './process';
import type { PlannedPayment } from './workload';
import { BLOCK_MS } from './world';
import type { World } from './world';

export const ACCOUNT = 'acme';
const TRIES_MAX = 60;

/** One client that wants one payment: it sends its request again until it is told of a payment. */
interface Client {
  readonly planned: PlannedPayment;
  readonly name: string;
  tries: number;
  /** When it sends its next request. */
  at: number;
  /** The gateway that has its request; null: none has. */
  asking: Process | null;
  /** The payment that it was told of. */
  paymentId: string | null;
  /** Nothing more to be learnt: a payment without a key cannot be asked for again. */
  isDone: boolean;
  cancelAt: number | null;
}

/** The customers. They judge only by the answers that they get. */
export class Clients {
  /** What was answered, by payment: the latest status. */
  readonly answered = new Map<string, Payment['status']>();
  /** Payments that were answered as canceled. */
  readonly canceled = new Set<string>();
  readonly #world: World;
  readonly #cluster: Cluster;
  readonly #clients: Client[] = [];
  #day: PlannedPayment['day'] = 0;
  #requests = 0;

  constructor(world: World, cluster: Cluster, payments: readonly PlannedPayment[]) {
    this.#world = world;
    this.#cluster = cluster;
    const { random, now } = world;
    for (const planned of payments) {
      for (let number = 0; number < planned.clients; number++) {
        this.#clients.push({
          planned,
          name: `client of ${planned.key ?? 'no key'}`,
          tries: 0,
          at: now + random.below(12) * BLOCK_MS,
          asking: null,
          paymentId: null,
          isDone: false,
          cancelAt: random.chance(0.25) ? random.below(15) * BLOCK_MS : null,
        });
      }
    }
  }

  /** Whether nobody wants anything any more on this day. */
  get areDone(): boolean {
    return this.#clients.every(
      ({ planned, isDone, asking, cancelAt }) =>
        planned.day > this.#day || (isDone && asking === null && cancelAt === null),
    );
  }

  /** From now on payments of the next day are asked for. */
  nextDay(): void {
    const { random, now } = this.#world;
    this.#day = 1;
    for (const client of this.#clients) if (client.planned.day === 1) client.at = now + random.below(4) * BLOCK_MS;
  }

  /** Something that is wrong with what they were told; null: nothing. */
  problem(): string | null {
    const byKey = new Map<string, string>();
    for (const { planned, paymentId, name } of this.#clients) {
      const { key } = planned;
      if (key === null) continue;
      if (paymentId === null) return `${name} gets no answer`;
      const other = byKey.get(key) ?? paymentId;
      if (other !== paymentId) return `two payments for ${key}: ${other} and ${paymentId}`;
      byKey.set(key, paymentId);
    }
    return null;
  }

  /** One of them does what it wants to do now. */
  act(): void {
    const { random, now } = this.#world;
    const client = this.#clients[random.below(this.#clients.length)];
    if (client === undefined || client.planned.day > this.#day) return;
    if (client.asking !== null) {
      if (!client.asking.alive) this.#failed(client, 'its gateway is gone');
      return;
    }
    if (client.paymentId === null) {
      if (!client.isDone && now >= client.at) this.#ask(client, (process) => this.#pay(client, process));
    } else if (client.cancelAt !== null && now >= client.cancelAt) {
      client.cancelAt = null;
      this.#ask(client, (process) => this.#cancel(client, process));
    } else if (random.chance(0.03)) this.#ask(client, (process) => this.#get(client, process));
  }

  #ask(client: Client, request: (process: Process) => Promise<void>): void {
    const gateways = this.#cluster.gateways();
    const gateway = gateways[this.#world.random.below(gateways.length)];
    if (gateway === undefined) return;
    const { process } = gateway;
    client.asking = process;
    request(process).then(
      () => {
        if (client.asking === process) client.asking = null;
      },
      (error: unknown) => {
        if (client.asking === process) this.#failed(client, String(error));
      },
    );
  }

  async #pay(client: Client, process: Process): Promise<void> {
    const { planned } = client;
    client.tries++;
    const { payments } = this.#gatewayOf(process);
    let payment: Payment;
    try {
      const operation = 'POST /v1/payments';
      const { to, amount, memo } = planned.order;
      const input = { to, amount, ...(memo === null ? {} : { memo }) };
      payment = (await payments.place(this.#context(process, operation, planned.key), input)).object;
    } catch (error) {
      // A refusal names its payment: it is an answer like any other.
      if (!(error instanceof ApiError) || error.paymentId === undefined) throw error;
      const read = await this.#read(process, error.paymentId);
      if (read === null) {
        this.#world.fail(`${error.paymentId} was answered and does not exist`);
        return;
      }
      payment = read;
    }
    client.paymentId = payment.id;
    client.isDone = true;
    if (client.cancelAt !== null) client.cancelAt += this.#world.now;
    this.#told(client, payment);
  }

  async #cancel({ paymentId, name }: Client, process: Process): Promise<void> {
    if (paymentId === null) return;
    const { cancellations } = this.#gatewayOf(process);
    const context = this.#context(process, 'POST /v1/payments/:id/cancel', null);
    const { object } = await cancellations.cancel(context, paymentId);
    this.#world.note(`${name} is told that ${paymentId} is canceled`);
    if (object.error_code !== 'canceled') this.#world.fail(`a cancellation is answered with ${object.status}`);
    this.canceled.add(paymentId);
  }

  async #get(client: Client, process: Process): Promise<void> {
    if (client.paymentId === null) return;
    const before = this.answered.get(client.paymentId) ?? 'pending';
    const payment = await this.#read(process, client.paymentId);
    if (payment === null) this.#world.fail(`${client.paymentId} was answered and is not found`);
    else this.#told(client, payment, before);
  }

  /** @param before - what had been said when it was asked for: it is not taken back */
  #told({ name }: Client, { id, status, error_code: code }: Payment, before: Payment['status'] = 'pending'): void {
    this.#world.note(`${name} is told that ${id} is ${status} ${code ?? ''}`);
    if (before !== 'pending' && status !== before) this.#world.fail(`${id} was ${before} and is ${status}`);
    if (status !== 'pending' || !this.answered.has(id)) this.answered.set(id, status);
  }

  #failed(client: Client, cause: string): void {
    this.#world.note(`${client.name} gets no answer: ${cause}`);
    client.asking = null;
    client.at = this.#world.now + 2 * BLOCK_MS;
    if (client.planned.key !== null && client.tries < TRIES_MAX) return;
    client.isDone = true;
    if (client.paymentId === null) client.cancelAt = null;
  }

  #gatewayOf(process: Process) {
    const found = this.#cluster.gateways().find((each) => each.process === process);
    if (found === undefined) throw new Error(`${process.name} does not run`);
    return found.gateway;
  }

  #read(process: Process, id: string): Promise<Payment | null> {
    return this.#gatewayOf(process).queries.ask('payment.get', { account: ACCOUNT, livemode: false, id });
  }

  #context(process: Process, operation: string, idempotencyKey: string | null): RequestContext {
    return {
      account: ACCOUNT,
      livemode: false,
      caller: {
        account: ACCOUNT,
        livemode: false,
        keyId: 'key_simulated',
        actor: { type: 'key', id: 'key_simulated', name: null, ip: null },
        plan: 'enterprise',
        scopes: new Set(),
        expiresAt: null,
        credential: { type: 'key', hash: '' },
        role: null,
        ipAllowList: null,
        walletIds: null,
      },
      requestId: `req_${++this.#requests}`,
      operation,
      idempotencyKey,
      formerKey: null,
      keyScope: null,
      at: this.#world.now + process.skewMs,
      traceparent: undefined,
    };
  }
}
