import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { parseAmount } from '@stablecoin/contracts';
import { Api } from '../e2e/support/api';
import { BuiltService } from '../e2e/support/built-service';
import { EVM_RECIPIENT } from '../e2e/support/payments';

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

/** A payment as the list shows it. */
export interface FoundPayment {
  readonly id: string;
  readonly memo: string;
  readonly status: string;
  /** Milliseconds since the epoch. */
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
  readonly payments: readonly FoundPayment[];
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
const TICK_MS = 20;
/** Orders that wait for their answers at one time; while it is so many, none is sent. */
const OPEN_MAX = 5_000;
const SOCKETS_MAX = 512;
const SAMPLE_MS = 1_000;
const REST = { withinMs: 120_000 };
const LIMIT = { rate: 100_000, burst: 100_000, peak: 100_000 };

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
      RATE_LIMITS: JSON.stringify({ enterprise: { payments: LIMIT, reads: LIMIT } }),
      REQUESTS_IN_PROGRESS_MAX: '1000',
      REQUESTS_QUEUED_MAX: '1000',
    },
  });
  try {
    const api = new Api(service.url, KEY);
    const opening = await balance(api);
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
    await eventually(async () => expect(await list(api, 'status=pending')).toEqual([]), REST);
    const payments = await list(api);
    const spent = opening - (await balance(api));
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
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  #open = 0;
  #stopped = false;

  constructor(
    private readonly url: string,
    private readonly rate: number,
  ) {}

  /** Orders that are not answered yet. */
  get open(): number {
    return this.#open;
  }

  /** Resolves when it was stopped and everything is answered. */
  async start(): Promise<void> {
    let sentUntil = Date.now();
    while (!this.#stopped) {
      for (; sentUntil < Date.now(); sentUntil += 1_000 / this.rate) if (this.#open < OPEN_MAX) this.#send();
      await pause(TICK_MS);
    }
    await eventually(() => this.#open === 0, REST);
    this.#agent.destroy();
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

  async #answer(order: SentOrder): Promise<void> {
    const { status, body } = await this.#post({ to: EVM_RECIPIENT, amount: AMOUNT, memo: order.memo });
    order.answeredAt = Date.now();
    order.status = status;
    if (status < 300) order.paymentId = (JSON.parse(body) as { readonly id: string }).id;
  }

  /** By hand, because `fetch` takes several times the work, of which this process has enough. */
  #post(order: object): Promise<{ readonly status: number; readonly body: string }> {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}/v1/payments`, { method: 'POST', agent: this.#agent, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body })).on('error', reject);
      });
      sent.on('error', reject).end(JSON.stringify(order));
    });
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

interface Listed {
  readonly id: string;
  readonly memo: string;
  readonly status: string;
}

async function list(api: Api, filter = ''): Promise<readonly FoundPayment[]> {
  const found: FoundPayment[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: string = ['limit=100', filter, after].filter((part) => part !== '').join('&');
    const { status, body } = await api.get(`/payments?${query}`);
    if (status !== 200) throw new Error(`GET /payments answered ${status}`);
    const page = body['data'] as readonly Listed[];
    found.push(...page.map(({ id, memo, status }) => ({ id, memo, status })));
    const next = body['next_cursor'] as string | null;
    after = next === null ? null : `starting_after=${next}`;
  }
  return found;
}

async function balance(api: Api): Promise<bigint> {
  const { body } = await api.get('/treasury/balance');
  const units = parseAmount(String(body['usdc']).replaceAll(',', ''));
  if (units === undefined) throw new Error(`the balance is ${String(body['usdc'])}`);
  return units;
}
