import type { Measurement } from '../bench';
import type { ClosedLoop } from '../load/closed-loop';
import { PAYMENTS } from '../load/workload';
import type { BenchChain } from '../options';
import { LIVE_API_KEY } from '../processes/accounts';
import { Child } from '../processes/child';
import { temporaryFolder } from '../processes/folders';
import { lift, recipientsOn } from '../processes/local-chains';
import { Service } from '../processes/service';
import { cpuMsOf, untilQuiet } from '../processes/usage';
import { FIGURES } from '../report/figures';
import { atLeast } from '../report/section';
import { median, pairedRatio } from '../report/statistics';
import type { RawPayments, RawRate } from '../servers/raw-chain';
import { requireAnswers } from './contest';

const PER_SECOND_WANTED = 1_000;
const TITLES = { evm: 'Base, by anvil with a block each second', solana: 'Solana, by LiteSVM with a slot each 400 ms' };
const OF_RAW_WANTED = { evm: 0.4, solana: 0.3 };
const RECIPIENTS = 1_000;
/** A payment is under way for a block or two, and all that come meanwhile are under way with it. */
const CONNECTIONS = { quick: 256, full: 1_024 };
/** Blocks are far apart, and a slice has to see a good number of them. */
const LONGER = 8;
const RAW_PAYMENTS_PER_SLICE_SECOND = 3_000;
/** The answer to POST is the settled payment: it waits longer than any takes. */
const WAIT_MS = '30000';

/** Payments through the whole service to settlement on a chain of this machine, against that chain alone. */
export function paymentsOn(family: BenchChain): Measurement {
  const chain = family === 'evm' ? 'base' : 'solana';
  return {
    name: `chain-${family}`,
    option: `--chain ${family}`,
    title: `POST /payments to settlement on ${TITLES[family]}`,
    run: async ({ cleanup, load, progress, scale }) => {
      progress.begin(2 * scale.rounds + 2);
      const recipients = recipientsOn(chain, RECIPIENTS);
      const folder = temporaryFolder(cleanup).path;
      const service = await Service.start(folder, cleanup, {
        CHAINS: 'local',
        BOOTSTRAP_API_KEYS: `${LIVE_API_KEY}:bench:enterprise`,
        WAIT_MS,
        // What waits for a block is bounded by the connections.
        REQUESTS_IN_PROGRESS_MAX: '100000',
      });
      await lift(folder);
      const raw = Child.start('servers/raw-chain.js', [temporaryFolder(cleanup).path], cleanup);
      const workload = { ...PAYMENTS, apiKey: LIVE_API_KEY, recipients, chain };
      const connections = scale.quick ? CONNECTIONS.quick : CONNECTIONS.full;
      const seconds = scale.sliceSeconds * LONGER;
      const stress: ClosedLoop = { kind: 'closed', url: service.url, workload, connections, seconds };
      const rawPayments = { chain, recipients, count: RAW_PAYMENTS_PER_SLICE_SECOND * scale.sliceSeconds } as const;

      // Also makes the recipients' accounts, which the first payment to each pays for.
      progress.step('warm-up: service');
      await load.run({ ...stress, requestsMax: scale.warmUp.requests, seconds: scale.warmUp.secondsMax });
      progress.step('warm-up: chain alone');
      await raw.ask<RawRate>({ ...rawPayments, count: RECIPIENTS } satisfies RawPayments);

      const slices = [];
      const cpuMicroseconds: number[] = [];
      const rawRates: number[] = [];
      for (let round = 0; round < scale.rounds; round++) {
        progress.step('service');
        const cpuBefore = cpuMsOf(service.pid) ?? NaN;
        const slice = await load.run(stress);
        requireAnswers('the service', stress, slice);
        await untilQuiet(service.pid);
        slices.push(slice);
        cpuMicroseconds.push((((cpuMsOf(service.pid) ?? NaN) - cpuBefore) * 1_000) / slice.requests);
        progress.step('chain alone');
        const { payments, seconds: taken } = await raw.ask<RawRate>(rawPayments satisfies RawPayments);
        rawRates.push(payments / taken);
      }

      const rates = slices.map(({ requestsPerSecond }) => requestsPerSecond);
      const row = {
        connections,
        requestsPerSecond: median(rates),
        p50Ms: median(slices.map(({ p50Ms }) => p50Ms)),
        p99Ms: median(slices.map(({ p99Ms }) => p99Ms)),
        cpuMicroseconds: median(cpuMicroseconds),
        rawPerSecond: median(rawRates),
        ofRaw: pairedRatio(rates, rawRates),
      };
      return {
        columns: [
          { key: 'connections', title: 'connections', format: 'whole' },
          ...FIGURES,
          { key: 'rawPerSecond', title: 'chain alone/s', format: 'whole' },
          { key: 'ofRaw', title: '× chain alone', format: 'hundredths' },
        ],
        rows: [row],
        verdicts: [
          atLeast(`payments settled per second on ${chain}`, row.requestsPerSecond, PER_SECOND_WANTED),
          atLeast(`payments × ${chain} alone`, row.ofRaw, OF_RAW_WANTED[family]),
        ],
      };
    },
  };
}
