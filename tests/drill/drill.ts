import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { API_KEY, OPENING, Site, type Topology } from './site';

const CHAINS = 3;
const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
/** A service that has just started keeps up when it has answered nearly all that was sent in so many seconds. */
const SECONDS_BEFORE = 5;
const NEARLY_ALL = 0.95;
const KEEPS_UP_WITHIN_MS = 90_000;
const SECONDS_AFTER = 5;
const TICK_MS = 5;
const ANSWERED_WITHIN_MS = 30_000;
const ENDED_WITHIN_MS = 120_000;
const READERS = 16;
const PAGE = 100;

export interface DrillOptions {
  readonly paymentsPerSecond: number;
  /** Where the backup goes: a folder that does not exist. */
  readonly backup: string;
  /** Is told of each step. */
  readonly say: (line: string) => void;
}

/** What became of a drill. */
export interface DrillRun {
  readonly topology: Topology;
  /** That were answered per second while the backup was made. */
  readonly paymentsPerSecond: number;
  /** Answered payments: in all, and before the backup began. */
  readonly answered: number;
  readonly before: number;
  /** How long the backup took, and the restore with its checks. */
  readonly backupMs: number;
  readonly restoreMs: number;
  /** Of those before the backup: how many the restored service does not have, or tells something else of. */
  readonly lost: number;
  /** Keys with more than one payment after all were sent again. */
  readonly doubled: number;
  /** What left the treasury beyond one amount for each settled payment, in USDC. */
  readonly overpaid: number;
}

interface Payment {
  readonly id: string;
  readonly status: string;
  readonly idempotency_key: string | null;
}

/**
 * Backs up a service under load, destroys it with everything that it has written, restores it on another machine, and sends
 * every payment again with its key.
 */
export async function runDrill(
  topology: Topology,
  { paymentsPerSecond, backup, say }: DrillOptions,
): Promise<DrillRun> {
  const load = new Load(paymentsPerSecond);
  const former = await Site.open(topology);
  let before: ReadonlyMap<string, Payment>;
  let backupMs: number;
  let rate: number;
  try {
    const url = await former.start();
    say(`pays at ${url}`);
    const running = load.run(url);
    await load.keepsUp();
    before = new Map(load.answered);
    const from = performance.now();
    say(await former.tool('backup', backup));
    backupMs = performance.now() - from;
    rate = ((load.answered.size - before.size) * 1_000) / backupMs;
    await pause(SECONDS_AFTER * 1_000);
    load.stop();
    await running;
  } finally {
    load.stop();
    await former.destroy();
  }
  say(
    `${load.answered.size} payments were answered, ${before.size} before the backup; all but the backup is destroyed`,
  );

  const next = await Site.open(topology);
  try {
    const from = performance.now();
    await next.tool('restore', backup);
    say(await next.tool('restore', 'review'));
    await next.tool('restore', 'accept', '--ended', new Date().toISOString());
    const restoreMs = performance.now() - from;
    const url = await next.start();
    const lost = await countLost(url, before);
    await load.sendAgain(url);
    say('every payment was sent again');
    const payments = await allEnded(url);
    const keys = payments.map((payment) => payment.idempotency_key);
    const settled = payments.filter(({ status }) => status === 'settled').length;
    const balance = Number((await get(url, '/treasury/balance'))['usdc']);
    return {
      ...{ topology, paymentsPerSecond: rate, answered: load.answered.size, before: before.size },
      ...{ backupMs, restoreMs, lost, doubled: keys.length - new Set(keys).size },
      overpaid: CHAINS * OPENING - balance - settled,
    };
  } finally {
    await next.destroy();
  }
}

/** Payments at a fixed rate, whatever comes back, each with a key of its own. */
class Load {
  /** The last answer to each key. */
  readonly answered = new Map<string, Payment>();
  #sent = 0;
  #isOver = false;

  constructor(private readonly paymentsPerSecond: number) {}

  async run(url: string): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    let due = performance.now();
    while (!this.#isOver) {
      for (; due <= performance.now(); due += 1_000 / this.paymentsPerSecond) {
        // What has no answer is sent again at the end.
        const sent = this.#send(url, `order-${++this.#sent}`).catch(() => undefined);
        underWay.add(sent);
        void sent.finally(() => underWay.delete(sent));
      }
      await pause(TICK_MS);
    }
    await Promise.all(underWay);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** @throws Error when the service does not keep up within the time */
  async keepsUp(): Promise<void> {
    const wanted = NEARLY_ALL * this.paymentsPerSecond * SECONDS_BEFORE;
    await eventually(
      async () => {
        const before = this.answered.size;
        await pause(SECONDS_BEFORE * 1_000);
        return this.answered.size - before >= wanted && this.#sent - this.answered.size <= this.paymentsPerSecond;
      },
      { withinMs: KEEPS_UP_WITHIN_MS },
    );
  }

  async sendAgain(url: string): Promise<void> {
    const left = Array.from({ length: this.#sent }, (_, index) => `order-${index + 1}`);
    await inTurns(left, (key) =>
      eventually(() => this.#send(url, key).then(() => true), { withinMs: ENDED_WITHIN_MS }),
    );
  }

  async #send(url: string, key: string): Promise<void> {
    const response = await fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ORDER, idempotency_key: key }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${key}: ${text}`);
    this.answered.set(key, JSON.parse(text) as Payment);
  }
}

const HEADERS = { authorization: `Bearer ${API_KEY}` };

async function get(url: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}/v1${path}`, { headers: HEADERS });
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Payments whose client was answered before the backup, and that are not there as it was told. */
async function countLost(url: string, before: ReadonlyMap<string, Payment>): Promise<number> {
  let lost = 0;
  await inTurns([...before.values()], async ({ id, status, idempotency_key: key }) => {
    const found = await get(url, `/payments/${id}`).catch(() => undefined);
    if (found?.['idempotency_key'] !== key || (status === 'settled' && found['status'] !== 'settled')) lost++;
  });
  return lost;
}

/** Every payment, once none of them is under way any more. */
async function allEnded(url: string): Promise<readonly Payment[]> {
  return eventually(
    async () => {
      const payments: Payment[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page = await get(url, `/payments?limit=${PAGE}${after}`);
        const data = page['data'] as readonly Payment[];
        payments.push(...data);
        const cursor = page['next_cursor'] as string | null;
        after = cursor === null ? null : `&starting_after=${cursor}`;
      }
      return payments.every(({ status }) => status === 'settled' || status === 'failed') && payments;
    },
    { withinMs: ENDED_WITHIN_MS },
  );
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: READERS }, worker));
}
