import { join } from 'node:path';
import { type RecordedEvent } from '@stablecoin/event-sourcing';
import { SqliteEventStore } from '@stablecoin/stores';
import type { Load } from '../load/load';
import { PAYMENTS } from '../load/workload';
import type { Cleanup } from '../processes/cleanup';
import { firstPaymentMs } from '../processes/first-payment';
import { temporaryFolder, type TemporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { untilQuiet } from '../processes/usage';
import { CopyAppender } from './append-copies';
import { type CopiedEvent, Recording } from './recording';
import { markPublished, rebuildAll } from './tools';

/** Payments before the recording, which make known whom it pays. */
const RECIPIENTS = 200;
/** Payments in the recording. */
const RECORDED = 200;
const CONNECTIONS = 16;
const RECORDED_WITHIN_SECONDS = 300;
/** The history ends so long ago, which is longer than the window in which commands are remembered. */
const AGE_MS = 3_600_000;
/** What share of the payments is newer than the one that is deep in the store. */
const DEPTH = 0.9;
const PAYMENT_STREAM = 'payment-';

export type OnFilling = (what: string, done: number, total: number) => void;

/** The data folder of a service that is stopped, and has so many payments behind it. */
export interface FilledStore {
  readonly folder: TemporaryFolder;
  readonly payments: number;
  /** A payment that most others are newer than. */
  readonly deep: { readonly paymentId: string; readonly newer: number };
}

/** Makes stores with a history: a stretch of it is recorded from the service, the rest are copies of that stretch. */
export class StoreFiller {
  private constructor(
    private readonly folder: TemporaryFolder,
    private readonly load: Load,
    private readonly cleanup: Cleanup,
    private readonly recording: Recording,
    private payments: number,
  ) {}

  static async start(load: Load, cleanup: Cleanup): Promise<StoreFiller> {
    const folder = temporaryFolder(cleanup);
    await serve(folder, cleanup, (service) => pay(service, load, RECIPIENTS));
    const before = await eventsOf(folder);
    await serve(folder, cleanup, (service) => pay(service, load, RECORDED));
    const all = await eventsOf(folder);
    const recording = new Recording(before, all.slice(before.length));
    return new StoreFiller(folder, load, cleanup, recording, RECIPIENTS + RECORDED);
  }

  /** Adds payments until there are so many. */
  async fillTo(payments: number, onFilling: OnFilling): Promise<FilledStore> {
    const store = await SqliteEventStore.open(join(this.folder.path, 'events.db'));
    const appender = new CopyAppender(store);
    const copies = Math.max(0, Math.round((payments - RECIPIENTS - this.payments) / RECORDED));
    const deepCopy = Math.floor(copies * (1 - DEPTH));
    let deepId = '';
    for (let copy = 0; copy < copies; copy++) {
      onFilling('writing events', copy, copies);
      const events = this.recording.copy((copy - copies) * this.recording.durationMs - AGE_MS);
      await appender.append(events);
      if (copy === deepCopy) deepId = firstPaymentOf(events);
    }
    await appender.flush();
    const head = await store.head();
    await store.close();
    markPublished(this.folder.path, head);
    await rebuildAll(this.folder.path, this.cleanup, (service, percent) =>
      onFilling(`making the read model of ${service}`, percent, 100),
    );
    // Who pays behind a history folds it and keeps snapshots, of each recipient's screenings too, as a service that had
    // lived it would have.
    await serve(this.folder, this.cleanup, async (service) => {
      await firstPaymentMs(service);
      await pay(service, this.load, RECIPIENTS);
    });
    this.payments += copies * RECORDED + RECIPIENTS;
    const deep = { paymentId: deepId, newer: this.payments - deepCopy * RECORDED };
    return { folder: this.folder, payments: this.payments, deep };
  }
}

function firstPaymentOf(events: readonly CopiedEvent[]): string {
  return events.find(({ stream }) => stream.startsWith(PAYMENT_STREAM))?.stream.slice(PAYMENT_STREAM.length) ?? '';
}

/** Starts the service on a folder, and stops it when it has done everything. */
async function serve(
  folder: TemporaryFolder,
  cleanup: Cleanup,
  use: (service: Service) => Promise<unknown>,
): Promise<void> {
  await cleanup.within(async (inner) => {
    const service = await Service.start(folder.path, inner);
    await use(service);
    await untilQuiet(service.pid);
    await service.stop();
  });
}

/** Pays each recipient in turn. */
async function pay({ url }: Service, load: Load, requestsMax: number): Promise<void> {
  const workload = { ...PAYMENTS, recipients: RECIPIENTS };
  const stress = { kind: 'closed', url, workload, connections: CONNECTIONS, requestsMax } as const;
  const { requests } = await load.run({ ...stress, seconds: RECORDED_WITHIN_SECONDS });
  if (requests < requestsMax) throw new Error(`only ${requests} of ${requestsMax} payments were settled`);
}

async function eventsOf(folder: TemporaryFolder): Promise<readonly RecordedEvent[]> {
  const store = await SqliteEventStore.open(join(folder.path, 'events.db'));
  const events: RecordedEvent[] = [];
  for await (const batch of store.subscribe({ after: 'start', signal: new AbortController().signal })) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  await store.close();
  return events;
}
