import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Pool } from 'undici';
import { atRate } from '../../bench/src/load/at-rate';
import { parseAmount, type Payment } from '@stablecoin/contracts';
import { Api } from '../e2e/support/api';
import { BuiltService } from '../e2e/support/built-service';
import { EVM_RECIPIENT } from '../e2e/support/payments';
import { allEnded } from '../rig/load/keyed-payments';
import { Witness } from '../rig/load/witness';
import { WITHOUT_LIMITS } from '../rig/start/without-limits';

/** How a run is made. */
export interface FullDiskOptions {
  /** How long nothing can be written, in seconds. */
  readonly fullSeconds: number;
  /** How long orders come before and after that, in seconds. */
  readonly freeSeconds: number;
  /** Orders per second, none of which has an idempotency key. */
  readonly rate: number;
  /** Is given a line of what happens. */
  readonly report?: (line: string) => void;
}

/** One order, by the memo that finds its payment. */
export interface SentOrder {
  readonly memo: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** When it was answered, in milliseconds since the epoch; undefined: the connection broke. */
  answeredAt?: number;
  status?: number;
  paymentId?: string;
}

/** The memory of the process while nothing could be written. */
export interface MemorySample {
  /** Since the disk was full, in milliseconds. */
  readonly at: number;
  /** Resident set, in bytes. */
  readonly bytes: number;
}

/** What was found when everything had come to rest. */
export interface FullDiskRun {
  readonly orders: readonly SentOrder[];
  readonly payments: readonly Payment[];
  readonly memory: readonly MemorySample[];
  /** Orders per second that were sent while the disk was full. */
  readonly reachedRate: number;
  /** What has left the treasury, in minor units. */
  readonly spent: bigint;
  /** Between which moments nothing could be written, in milliseconds since the epoch. */
  readonly full: { readonly from: number; readonly to: number };
}

const ACCOUNT = 'full_disk';
const KEY = 'svc_test_0000000000000000000000';
const AMOUNT = '0.01';
/** {@link AMOUNT} in minor units. */
export const AMOUNT_UNITS = 10_000n;
/** Orders that wait for their answers at one time; while it is so many, none is sent. */
const OPEN_MAX = 5_000;
const CONNECTIONS_MAX = 512;
const SAMPLE_MS = 1_000;
const REST = { withinMs: 120_000 };

/**
 * Sends orders without keys at a steady rate to the built service, of which no file can grow for a while; then lets it
 * come to rest and lists what it has made of them.
 */
export async function runOnFullDisk(options: FullDiskOptions): Promise<FullDiskRun> {
  const { fullSeconds, freeSeconds, rate, report = () => undefined } = options;
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-full-disk-'));
  const service = await BuiltService.start({
    dataFolder,
    environment: {
      LOG_LEVEL: 'silent',
      BOOTSTRAP_API_KEYS: `${KEY}:${ACCOUNT}:enterprise`,
      RATE_LIMITS: WITHOUT_LIMITS,
      REQUESTS_IN_PROGRESS_MAX: '1000',
      REQUESTS_QUEUED_MAX: '1000',
    },
  });
  try {
    const witness = Witness.of(new Api(service.url, KEY));
    const opening = await balance(witness);
    const load = new SteadyOrders(service.url, rate);
    const sending = load.start();
    await pause(freeSeconds * 1_000);
    const disk = new FileLimit(service.pid);
    const from = Date.now();
    const sentBefore = load.orders.length;
    disk.fill();
    report(`the disk is full; ${sentBefore} orders were sent before`);
    const memory = await sampleMemory(service.pid, fullSeconds, (sample) =>
      report(
        `${(sample.at / 1_000).toFixed(0)} s: ${megabytes(sample.bytes)} MB, ${load.orders.length} orders, ${load.open} open`,
      ),
    );
    disk.free();
    const to = Date.now();
    const reachedRate = (load.orders.length - sentBefore) / ((to - from) / 1_000);
    report(`there is room again; ${load.orders.length} orders were sent, ${reachedRate.toFixed(0)} a second`);
    await pause(freeSeconds * 1_000);
    load.stop();
    await sending;
    report('every order has its answer');
    const payments = await allEnded(witness);
    const spent = opening - (await balance(witness));
    return { orders: load.orders, payments, memory, reachedRate, spent, full: { from, to } };
  } finally {
    await service.end('SIGKILL');
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** No file of the process can grow while the disk is full. Linux only. */
class FileLimit {
  constructor(private readonly pid: number) {}

  fill(): void {
    this.#limit('1');
  }

  free(): void {
    this.#limit('unlimited');
  }

  #limit(bytes: string): void {
    execFileSync('prlimit', ['--pid', String(this.pid), `--fsize=${bytes}:unlimited`]);
  }
}

/** Sends so many orders a second, whatever becomes of those before. */
class SteadyOrders {
  readonly orders: SentOrder[] = [];
  readonly #pool: Pool;
  #open = 0;
  #stopped = false;

  constructor(
    url: string,
    private readonly rate: number,
  ) {
    this.#pool = new Pool(url, { connections: CONNECTIONS_MAX });
  }

  /** Orders that are not answered yet. */
  get open(): number {
    return this.#open;
  }

  /** Resolves when it was stopped and everything is answered. */
  async start(): Promise<void> {
    await atRate({ perSecond: () => this.rate, isOver: () => this.#stopped }, () => {
      if (this.#open < OPEN_MAX) this.#send();
    });
    await eventually(() => this.#open === 0, REST);
    await this.#pool.close();
  }

  stop(): void {
    this.#stopped = true;
  }

  #send(): void {
    const order: SentOrder = { memo: `order ${this.orders.length}`, sentAt: Date.now() };
    this.orders.push(order);
    this.#open += 1;
    this.#answer(order)
      .catch(() => undefined)
      .finally(() => (this.#open -= 1));
  }

  /** Without `fetch`, which takes several times the work, of which this process has enough. */
  async #answer(order: SentOrder): Promise<void> {
    const { statusCode, body } = await this.#pool.request({
      path: '/v1/payments',
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: EVM_RECIPIENT, amount: AMOUNT, memo: order.memo }),
    });
    const { id } = (await body.json()) as { readonly id: string };
    order.answeredAt = Date.now();
    order.status = statusCode;
    if (statusCode < 300) order.paymentId = id;
  }
}

async function sampleMemory(
  pid: number,
  seconds: number,
  each: (sample: MemorySample) => void,
): Promise<readonly MemorySample[]> {
  const samples: MemorySample[] = [];
  const from = Date.now();
  while (Date.now() < from + seconds * 1_000) {
    await pause(SAMPLE_MS);
    const sample = { at: Date.now() - from, bytes: residentBytes(pid) };
    samples.push(sample);
    if (samples.length % 10 === 0) each(sample);
  }
  return samples;
}

function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}

async function balance(witness: Witness): Promise<bigint> {
  const { usdc } = await witness.read('/treasury/balance');
  const units = parseAmount(String(usdc).replaceAll(',', ''));
  if (units === undefined) throw new Error(`the balance is ${String(usdc)}`);
  return units;
}
