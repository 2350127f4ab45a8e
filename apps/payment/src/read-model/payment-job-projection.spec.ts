import type { EarlierUse } from '@stablecoin/chains';
import type { JobSink } from '@stablecoin/event-sourcing';
import { recognize } from '../domain/earlier-use';
import { openPayment } from '../domain/payment';
import type { PaymentEvent } from '../domain/payment-events';
import { PAYMENT_ID, RECIPIENT, T0, initiated } from '../testing/payments';
import { followJobs } from './payment-job-projection';

/** The jobs that events leave, by kind. */
function jobsAfter(...events: readonly PaymentEvent[]): readonly string[] {
  const left = new Set<string>();
  const jobs: JobSink = {
    add: ({ kind }) => void left.add(kind),
    postpone: () => undefined,
    remove: (kind) => void left.delete(kind),
  };
  const recorded = events.map((event, revision) => ({
    ...{ ...event, stream: `payment-${PAYMENT_ID}`, id: `e-${revision}`, revision, position: revision + 1 },
    metadata: { commandId: 'c', at: T0, correlationId: 'c', account: 'acme', livemode: true },
  }));
  followJobs(recorded, jobs, new Map(), { screeningDeadlineMs: 1_000 });
  return [...left];
}

describe('the jobs of a payment', () => {
  it('that was found on chain before it was screened have no deadline of a screening', () => {
    const transfer = { from: '0xsource', to: RECIPIENT, currency: 'USDC', amount: '10000000' } as const;
    const use: EarlierUse = { state: 'final', chain: 'base', hash: '0x1', block: 7, at: T0, transfer };
    const first = initiated();
    expect(jobsAfter(first)).toEqual(['screening_deadline']);
    expect(jobsAfter(first, recognize({ use, explorerUrl: null, payer: '0xsource' }, openPayment(first)))).toEqual([]);
  });
});
