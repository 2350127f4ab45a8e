import { randomUUID } from 'node:crypto';
import { SERVICES } from '@stablecoin/contracts';
import { type EventStore } from '@stablecoin/event-sourcing';
import { openEventStoreDb } from '@stablecoin/stores';
import { silentLog } from '@stablecoin/event-sourcing/testing';
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

/** Writes down when the events of payments were decided, and when the messages that follow were sent. */
export class Trace {
  /** By the request that all of it belongs to: when each step came. */
  readonly #requests = new Map<string, Map<string, number>>();
  /** By stream and command: what is appended together. */
  readonly #appends = new Set<string>();

  private constructor(
    private readonly consumer: Consumer,
    private readonly store: EventStore,
    /** Position of the last event that was there before. */
    private readonly after: number,
  ) {}

  /** Begins with what comes from now on. */
  static async start(busUrl: string, storeUrl: string): Promise<Trace> {
    const kafka = new Kafka({ brokers: [new URL(busUrl).host], clientId: 'trace', logLevel: logLevel.NOTHING });
    const consumer = kafka.consumer({ groupId: `trace-${randomUUID()}`, allowAutoTopicCreation: false });
    const store = openEventStoreDb(storeUrl, silentLog);
    const trace = new Trace(consumer, store, await store.head());
    await trace.#listen();
    return trace;
  }

  async end(): Promise<Traced> {
    await this.consumer.disconnect();
    await this.#readAppends();
    await this.store.close();
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
    const head = await this.store.head();
    if (head <= this.after) return;
    const { signal } = new AbortController();
    for await (const { events, position } of this.store.subscribe({ after: this.after, signal })) {
      for (const { stream, type, metadata } of events) {
        this.#appends.add(`${stream} ${metadata.commandId}`);
        const [kind = ''] = stream.split('-');
        this.#see(metadata.correlationId, `append to ${kind}: ${type}`, metadata.at);
      }
      if (position >= head) return;
    }
  }

  #see(request: string, step: string, at: number): void {
    let steps = this.#requests.get(request);
    if (steps === undefined) this.#requests.set(request, (steps = new Map<string, number>()));
    if (!steps.has(step)) steps.set(step, at);
  }
}
