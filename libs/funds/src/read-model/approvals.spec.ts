import { JobChanges, type OpenDatabase, type RecordedEvent } from '@stablecoin/event-sourcing';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { type ApprovalTables, createApprovalTable, projectApprovals } from './approvals';

const AT = Date.parse('2026-11-26T08:00:00Z');

let database: OpenDatabase<ApprovalTables>;

const describeEach = forEachDatabase<ApprovalTables>(async (opened) => {
  database = opened;
  await createApprovalTable(database.db);
});

function event(type: string, data: object): RecordedEvent {
  const metadata = { commandId: 'c1', at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
  return { type, data: { ...data }, id: 'e1', stream: 'wallet-wal_1', revision: 0, position: 1, metadata };
}

const ref = (n: number) => ({ reservationId: `pay_${n}#1`, paymentId: `pay_${n}` });
const requested = (n: number): RecordedEvent =>
  event('ApprovalRequested', {
    ...ref(n),
    approvalId: `apr_${n}`,
    ...{ amount: '1000000', currency: 'USDC', candidates: ['base'], threshold: 1, expiresAt: AT + 60_000 },
  });
const given = (n: number, ...approvedBy: readonly string[]): RecordedEvent =>
  event('ApprovalGiven', { approvalId: `apr_${n}`, approvedBy });
const approved = (n: number): RecordedEvent => event('FundsReserved', { ...ref(n), approvalId: `apr_${n}` });
const canceled = (n: number): RecordedEvent => event('ApprovalCanceled', { ...ref(n), approvalId: `apr_${n}` });
const refused = (n: number, code: string): RecordedEvent =>
  event('ReservationRefused', { ...ref(n), code, message: 'no', approvalId: `apr_${n}` });

const HISTORY = [
  ...[1, 2, 3, 4, 5].map(requested),
  given(1, 'ann'),
  given(2, 'ann'),
  given(2, 'ann', 'bob'),
  approved(2),
  canceled(3),
  refused(4, 'approval_rejected'),
  refused(5, 'approval_expired'),
  event('FundsReserved', ref(6)),
];

async function project(events: readonly RecordedEvent[]): Promise<void> {
  await database.db.transaction().execute((trx) => projectApprovals(trx, events, new JobChanges()));
}

const rows = () => database.db.selectFrom('approvals').select(['id', 'status', 'approved_by']).orderBy('id').execute();

describeEach('the approvals of a read model', () => {
  it.each([
    ['in one batch', [HISTORY]],
    ['in a batch each', HISTORY.map((each) => [each])],
    ['requested in one batch, ended in another', [HISTORY.slice(0, 5), HISTORY.slice(5)]],
  ])('are the same when their events come %s', async (_, batches) => {
    for (const batch of batches) await project(batch);
    expect(await rows()).toEqual([
      { id: 'apr_1', status: 'pending', approved_by: '["ann"]' },
      { id: 'apr_2', status: 'approved', approved_by: '["ann","bob"]' },
      { id: 'apr_3', status: 'canceled', approved_by: '[]' },
      { id: 'apr_4', status: 'rejected', approved_by: '[]' },
      { id: 'apr_5', status: 'expired', approved_by: '[]' },
    ]);
  });

  it('are written and ended by the hundred', async () => {
    const many = Array.from({ length: 200 }, (_, index) => index + 10);
    await project(many.map(requested));
    await project(many.map((n) => (n % 2 === 0 ? approved(n) : canceled(n))));
    const statuses = (await rows()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'approved')).toHaveLength(100);
    expect(statuses.filter((status) => status === 'canceled')).toHaveLength(100);
  });
});
