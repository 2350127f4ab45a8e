/**
 * Drives local chains of its own without the service: what the service would broadcast is signed beforehand, so that
 * what is measured is the chain. In a process of its own, as the service is.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  loadLocalChains,
  openLiveChains,
  type Authorization,
  type Chain,
  type ChainRouter,
  type Submission,
} from '@stablecoin/chains';
import { readConfiguration } from '@stablecoin/host';
import { answerParent } from '../processes/answer-parent';
import { lift } from '../processes/local-chains';

/** Payments of one kind, to recipients in turn. */
export interface RawPayments {
  readonly chain: 'base' | 'solana';
  readonly recipients: readonly string[];
  readonly count: number;
}

export interface RawRate {
  readonly payments: number;
  readonly seconds: number;
}

/** What the service puts into one submission. */
const SUBMISSION_SIZE = 100;
const SENT_AT_ONCE = 8;
const LOOK_MS = 20;
const WITHIN_MS = 120_000;

interface Prepared {
  readonly submission: Submission;
  readonly authorizations: readonly Authorization[];
}

const [, , folder = ''] = process.argv;
let opened: Promise<ChainRouter> | undefined;
let made = 0;

answerParent(async ({ chain: name, recipients, count }: RawPayments): Promise<RawRate> => {
  const chain = (await (opened ??= open())).on(name);
  const prepared = await prepare(chain, name, recipients, count);
  const begin = performance.now();
  await send(chain, prepared);
  for (const each of prepared) await untilConfirmed(chain, each, begin + WITHIN_MS);
  return { payments: count, seconds: (performance.now() - begin) / 1_000 };
});

async function open(): Promise<ChainRouter> {
  const local = await loadLocalChains().useLocalChains(folder, false);
  await lift(folder);
  // The signers' keys are found there, as the service finds them.
  const env = { ...process.env, ...local, DATA_DIR: folder, LIVE_ACCOUNT: 'bench' };
  const log = { warn: console.error, error: console.error };
  const live = await openLiveChains(readConfiguration(env).liveChains, { env, log, now: Date.now });
  if (live === undefined) throw new Error('there are no local chains');
  return live.router;
}

/** Signs them all, by senders in turn as the service does. */
async function prepare(chain: Chain, name: RawPayments['chain'], recipients: readonly string[], count: number) {
  const bySender = new Map<string, Authorization[]>();
  for (let n = 0; n < count; n++) {
    made += 1;
    const at = Date.now();
    const granted = chain.authorize({ chain: name, at });
    const to = recipients[made % recipients.length] ?? '';
    const what = { to, amount: '10000', currency: 'USDC', memo: null } as const;
    const authorization: Authorization = { id: `pay_raw_${made}`, chain: name, ...what, authorizedAt: at, ...granted };
    const own = bySender.get(granted.sender) ?? [];
    own.push(authorization);
    bySender.set(granted.sender, own);
  }
  const prepared: Prepared[] = [];
  for (const own of bySender.values()) {
    const nonces: number[] = [];
    for (let start = 0; start < own.length; start += SUBMISSION_SIZE) {
      const authorizations = own.slice(start, start + SUBMISSION_SIZE);
      // Looks up what the recipients are, as the service does before it assembles.
      await Promise.all(authorizations.map((each) => chain.precheck(each, Date.now())));
      const submission = await chain.assemble(authorizations, () => Promise.resolve(nonces));
      if (submission.nonce !== undefined) nonces.push(submission.nonce);
      prepared.push({ submission, authorizations });
    }
  }
  return prepared;
}

async function send(chain: Chain, prepared: readonly Prepared[]): Promise<void> {
  const rest = [...prepared];
  await Promise.all(
    Array.from({ length: SENT_AT_ONCE }, async () => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        await chain.broadcast(next.submission, next.authorizations);
      }
    }),
  );
}

async function untilConfirmed(chain: Chain, { submission, authorizations }: Prepared, deadline: number): Promise<void> {
  for (;;) {
    const seen = await chain.observe(submission, authorizations, Date.now());
    if (seen.every(({ state }) => state === 'confirmed' || state === 'final')) return;
    const lost = seen.find(({ state }) => state === 'reverted' || state === 'expired');
    if (lost !== undefined) throw new Error(`a transfer is ${lost.state}`);
    if (performance.now() > deadline) throw new Error('the chain does not include what it was sent');
    await pause(LOOK_MS);
  }
}
