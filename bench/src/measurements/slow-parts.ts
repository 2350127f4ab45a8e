import type { Bench, Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { API_KEYS } from '../processes/accounts';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { atMost } from '../report/section';
import { median } from '../report/statistics';
import { subscribe } from '../servers/sink';

const REQUESTS_PER_SECOND = 50;
/** Payments that wait for the slow part while others are made: more than a worker looks after at one time. */
const WAITING = 40;
/** Noise, and what those payments themselves are worth. */
const TIMES_WANTED = 1.5;
const SLICES = 2;
const SETTINGS = { SCREENING_DEADLINE_MS: '60000', WEBHOOK_TIMEOUT_MS: '120000' };

/** What the sandbox has never answered, and has confirm late. */
const UNSCREENED = { to: '0x000000000000000000000000000000000000D007', amount: '1.00' };
const LATE_ON_CHAIN = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.000102', chain: 'ethereum' };

/** Makes a part slow. */
interface SlowPart {
  /** Once, for a service. */
  readonly start?: (service: Service, bench: Bench) => Promise<void>;
  /** Before each slice. */
  readonly again?: (service: Service) => Promise<void>;
}

const PARTS: Readonly<Record<string, SlowPart>> = {
  nothing: {},
  'webhook receiver': { start: async ({ url }, { cleanup }) => (await subscribe(url, cleanup)).hold() },
  'screening provider': { again: ({ url }) => begin(url, UNSCREENED) },
  chain: { again: ({ url }) => begin(url, LATE_ON_CHAIN) },
};

/** Payments beside a receiver, a provider or a chain that does not answer: they do not need it, and do not wait for it. */
export const slowParts: Measurement = {
  name: 'slow',
  title: 'Overload: beside a slow part',
  byNameOnly: true,
  run: async (bench) => {
    const { cleanup, progress, scale, load } = bench;
    const names = Object.keys(PARTS);
    progress.begin(names.length * (scale.rounds + 1));
    const services: { name: string; service: Service; part: SlowPart; p50s: number[]; p99s: number[] }[] = [];
    for (const [name, part] of Object.entries(PARTS)) {
      progress.step(`${name}: start`);
      const service = await Service.start(temporaryFolder(cleanup).path, cleanup, SETTINGS);
      await part.start?.(service, bench);
      services.push({ name, service, part, p50s: [], p99s: [] });
    }
    for (let round = 0; round < scale.rounds; round++) {
      for (const { name, service, part, p50s, p99s } of services) {
        progress.step(name);
        await part.again?.(service);
        const { p50Ms, p99Ms, turnedAway, failures } = await load.run({
          kind: 'open',
          url: service.url,
          workload: PAYMENTS,
          requestsPerSecond: REQUESTS_PER_SECOND,
          seconds: scale.sliceSeconds * SLICES,
        });
        const wrong = Object.entries({ ...failures, ...(turnedAway > 0 ? { 429: turnedAway } : {}) });
        if (wrong.length > 0) {
          const answers = wrong.map(([reason, count]) => `${count} × ${reason}`).join(', ');
          throw new Error(`beside a slow ${name} payments were answered ${answers}`);
        }
        p50s.push(p50Ms);
        p99s.push(p99Ms);
      }
    }
    const rows = services.map(({ name, p50s, p99s }) => ({ slow: name, p50Ms: median(p50s), p99Ms: median(p99s) }));
    const calm = rows[0]?.p50Ms ?? 0;
    return {
      columns: [
        { key: 'slow', title: 'slow', format: 'text' },
        { key: 'p50Ms', title: 'p50 ms', format: 'tenths' },
        { key: 'p99Ms', title: 'p99 ms', format: 'tenths' },
      ],
      rows,
      verdicts: rows
        .slice(1)
        .map(({ slow, p50Ms }) => atMost(`p50 beside a slow ${slow}, × without`, p50Ms / calm, TIMES_WANTED)),
    };
  },
};

/** Begins payments that wait on. */
async function begin(url: string, order: object): Promise<void> {
  for (let n = 0; n < WAITING; n++) {
    const response = await fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${API_KEYS[0]}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify(order),
    });
    if (response.status !== 202) throw new Error(`a slow payment was answered ${response.status}`);
  }
}
