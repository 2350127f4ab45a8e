import type { Payment } from '@stablecoin/contracts';
import { ApiError } from '@stablecoin/contracts';
import type { RequestContext } from '../../apps/access/src/application/request-context';
import type { AuditedPayment } from './audit';
import type { Cluster } from './cluster';
import type { Process } from './process';
import type { PlannedPayment } from './workload';
import { BLOCK_MS } from './world';
import type { World } from './world';

const TRIES_MAX = 60;
/** How often the same is ordered at most, under as many keys. */
const ORDERS_MAX = 3;

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
  /** Its idempotency key at present: who is told that a payment has failed may order the same under another one. */
  key: string | null;
  orders: number;
  /** It wants nothing any more. */
  hasGivenUp: boolean;
  /** What it was told last since it has asked. */
  told: Payment['status'] | null;
  /** Payments, and keys, of which it was told that they have failed. */
  readonly unwanted: Set<string>;
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
          cancelAt: random.chance(world.isLive ? 0.4 : 0.25) ? random.below(15) * BLOCK_MS : null,
          key: planned.key,
          orders: 1,
          hasGivenUp: false,
          told: null,
          unwanted: new Set(),
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

  /** The store is an older one: who has a key sends it again, and answers of before may be about what is not there. */
  restored(): void {
    const { random, now } = this.#world;
    this.answered.clear();
    this.canceled.clear();
    for (const client of this.#clients) {
      if (client.asking !== null && client.key === null) client.isDone = true;
      client.asking = null;
      client.told = null;
      client.cancelAt = null;
      if (client.hasGivenUp) client.paymentId = null;
      if (client.hasGivenUp || client.key === null) continue;
      Object.assign(client, { paymentId: null, isDone: false, tries: 0, at: now + random.below(40) * BLOCK_MS });
      if (random.chance(0.2)) client.cancelAt = random.below(15) * BLOCK_MS;
    }
  }

  /** Whether whoever has ordered a payment still wants it, for a person who asks. */
  wants({ id, intent, idempotencyKey }: Pick<AuditedPayment, 'id' | 'intent' | 'idempotencyKey'>): boolean {
    return this.#clients.some(
      ({ planned, unwanted }) =>
        planned.order.memo === intent &&
        !unwanted.has(id) &&
        !(idempotencyKey !== null && unwanted.has(idempotencyKey)),
    );
  }

  /** What each was told last of what it wants; without those who were told of nothing. */
  get told(): readonly { readonly intent: string; readonly status: Payment['status'] }[] {
    return this.#clients.flatMap(({ planned, told }) =>
      told === null ? [] : [{ intent: planned.order.memo ?? '', status: told }],
    );
  }

  /** Something that is wrong with what they were told; null: nothing. */
  problem(): string | null {
    const byKey = new Map<string, string>();
    for (const { key, paymentId, name, hasGivenUp } of this.#clients) {
      if (key === null || hasGivenUp) continue;
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
    } else if (random.chance(this.#world.isLive ? 0.1 : 0.03))
      this.#ask(client, (process) => this.#get(client, process));
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
    const { planned, key } = client;
    client.tries++;
    const { payments } = this.#gatewayOf(process);
    let payment: Payment;
    try {
      const operation = 'POST /v1/payments';
      const { to, amount, memo } = planned.order;
      const input = { to, amount, ...(memo === null ? {} : { memo }) };
      payment = (await payments.place(this.#context(process, operation, key), input)).object;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'plan_required') {
        this.#world.note(`${client.name} is refused`);
        this.#hasFailed(client, null);
        return;
      }
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
    const { now, random, faults, isLive } = this.#world;
    if (client.cancelAt !== null) client.cancelAt += now;
    else if (isLive && random.chance(faults.regret)) client.cancelAt = now + random.below(6) * BLOCK_MS;
    this.#told(client, payment);
  }

  async #cancel(client: Client, process: Process): Promise<void> {
    const { paymentId, name } = client;
    if (paymentId === null) return;
    const { cancellations } = this.#gatewayOf(process);
    const context = this.#context(process, 'POST /v1/payments/:id/cancel', null);
    const { object } = await cancellations.cancel(context, paymentId);
    this.#world.note(`${name} is told that ${paymentId} is canceled`);
    if (object.error_code !== 'canceled') this.#world.fail(`a cancellation is answered with ${object.status}`);
    this.canceled.add(paymentId);
    if (client.paymentId === paymentId) this.#hasFailed(client, paymentId);
  }

  async #get(client: Client, process: Process): Promise<void> {
    if (client.paymentId === null) return;
    const before = this.answered.get(client.paymentId) ?? 'pending';
    const payment = await this.#read(process, client.paymentId);
    // What has no key, and was ordered after the backup, cannot be asked for again.
    if (payment === null && client.key === null && this.#world.isLive) client.hasGivenUp = true;
    else if (payment === null) this.#world.fail(`${client.paymentId} was answered and is not found`);
    else this.#told(client, payment, before);
  }

  /** @param before - what had been said when it was asked for: it is not taken back */
  #told(client: Client, { id, status, error_code: code }: Payment, before: Payment['status'] = 'pending'): void {
    this.#world.note(`${client.name} is told that ${id} is ${status} ${code ?? ''}`);
    if (before !== 'pending' && status !== before) this.#world.fail(`${id} was ${before} and is ${status}`);
    if (status !== 'pending' || !this.answered.has(id)) this.answered.set(id, status);
    if (client.paymentId !== id) return;
    if (status === 'failed') this.#hasFailed(client, id);
    else client.told = status;
  }

  /** Whoever still wants it orders it again, under another key. */
  #hasFailed(client: Client, paymentId: string | null): void {
    const { planned, key } = client;
    const { random, now, isLive } = this.#world;
    client.told = 'failed';
    if (!isLive) return;
    for (const each of [paymentId, key]) if (each !== null) client.unwanted.add(each);
    client.isDone = client.hasGivenUp = client.orders >= ORDERS_MAX || random.chance(0.2);
    client.cancelAt = null;
    if (client.hasGivenUp) return;
    client.orders += 1;
    const next = planned.key === null ? null : `${planned.key}, ${client.orders}`;
    this.#world.note(`${client.name} orders it again as ${next ?? 'a payment without a key'}`);
    Object.assign(client, { key: next, paymentId: null, told: null, tries: 0, at: now + 2 * BLOCK_MS });
    if (random.chance(0.2)) client.cancelAt = random.below(15) * BLOCK_MS;
  }

  #failed(client: Client, cause: string): void {
    this.#world.note(`${client.name} gets no answer: ${cause}`);
    client.asking = null;
    client.at = this.#world.now + 2 * BLOCK_MS;
    if (client.key !== null && client.tries < TRIES_MAX) return;
    client.isDone = true;
    if (client.paymentId === null) client.cancelAt = null;
  }

  #gatewayOf(process: Process) {
    const found = this.#cluster.gateways().find((each) => each.process === process);
    if (found === undefined) throw new Error(`${process.name} does not run`);
    return found.gateway;
  }

  #read(process: Process, id: string): Promise<Payment | null> {
    return this.#gatewayOf(process).queries.ask('payment.get', { ...this.#world.tenant, id });
  }

  #context(process: Process, operation: string, idempotencyKey: string | null): RequestContext {
    return {
      ...this.#world.tenant,
      caller: {
        ...this.#world.tenant,
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
