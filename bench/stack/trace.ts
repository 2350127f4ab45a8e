import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, EventStoreDBClient, type Position, START } from '@eventstore/db-client';
import { SERVICES } from '@stablecoin/contracts';
import { Kafka, logLevel, type Consumer } from 'kafkajs';
import { median } from '../src/report/statistics';

const TOPICS = SERVICES.flatMap((service) => [`${service}.commands.v1`, `${service}.events.v1`]);
/** What fewer payments have is not their usual way. */
const SHARE_MIN = 0.5;

/** One step of a payment's way, in the middle of all payments that were seen. */
export interface Hop {
  readonly step: string;
  /** Since the first step. */
  readonly atMs: number;
  /** Since the step before. */
  readonly tookMs: number;
}

/** What was seen of payments. */
export interface Traced {
  /** Their usual way, in its order. */
  readonly hops: readonly Hop[];
  /** To the event store, for each of them. */
  readonly appendsPerPayment: number;
}

/** Writes down when the events of payments were stored, and when the messages that follow were sent. */
export class Trace {
  /** By the request that all of it belongs to: when each step came. */
  readonly #requests = new Map<string, Map<string, number>>();
  /** By stream and moment: what is appended together has one time. */
  readonly #appends = new Set<string>();

  private constructor(
    private readonly consumer: Consumer,
    private readonly store: EventStoreDBClient,
    private readonly from: Position | typeof START,
  ) {}

  /** Begins with what comes from now on. */
  static async start(busUrl: string, storeUrl: string): Promise<Trace> {
    const kafka = new Kafka({ brokers: [new URL(busUrl).host], clientId: 'trace', logLevel: logLevel.NOTHING });
    const consumer = kafka.consumer({ groupId: `trace-${randomUUID()}`, allowAutoTopicCreation: false });
    const store = EventStoreDBClient.connectionString(storeUrl);
    const trace = new Trace(consumer, store, await lastPosition(store));
    await trace.#listen();
    return trace;
  }

  async end(): Promise<Traced> {
    await this.consumer.disconnect();
    await this.#readAppends();
    await this.store.dispose();
    const payments = [...this.#requests.values()].filter((steps) => steps.has('message payment.InitiatePayment'));
    const names = new Set(payments.flatMap((steps) => [...steps.keys()]));
    const steps = [...names].flatMap((step) => {
      const offsets = payments.flatMap((times) => {
        const at = times.get(step);
        return at === undefined ? [] : [at - Math.min(...times.values())];
      });
      return offsets.length < SHARE_MIN * payments.length ? [] : [{ step, atMs: median(offsets) }];
    });
    const sorted = steps.sort((a, b) => a.atMs - b.atMs);
    const hops = sorted.map((hop, index) => ({ ...hop, tookMs: hop.atMs - (sorted[index - 1]?.atMs ?? 0) }));
    return { hops, appendsPerPayment: this.#appends.size / Math.max(1, payments.length) };
  }

  async #listen(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: TOPICS });
    await this.consumer.run({
      autoCommit: false,
      eachMessage: ({ message: { headers = {}, timestamp } }) => {
        this.#see(String(headers['ce_correlationid']), `message ${String(headers['ce_type'])}`, Number(timestamp));
        return Promise.resolve();
      },
    });
  }

  /** Afterwards: it would take from what it measures. */
  async #readAppends(): Promise<void> {
    for await (const { event } of this.store.readAll({ fromPosition: this.from })) {
      if (event === undefined || /^(\$|snapshot_)/.test(event.streamId)) continue;
      this.#appends.add(`${event.streamId} ${Number(event.created)}`);
      const { correlationId } = event.metadata as { readonly correlationId?: string };
      if (correlationId === undefined) continue;
      const [kind = ''] = event.streamId.split('-');
      this.#see(correlationId, `append to ${kind}: ${event.type}`, Number(event.created));
    }
  }

  #see(request: string, step: string, at: number): void {
    let steps = this.#requests.get(request);
    if (steps === undefined) this.#requests.set(request, (steps = new Map<string, number>()));
    if (!steps.has(step)) steps.set(step, at);
  }
}

async function lastPosition(store: EventStoreDBClient): Promise<Position | typeof START> {
  for await (const { event } of store.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
    if (event !== undefined) return event.position;
  }
  return START;
}
