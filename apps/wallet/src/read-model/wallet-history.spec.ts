import { JobChanges, type OpenDatabase, type StoredEvent } from '@stablecoin/event-sourcing';
import { forEachDatabase } from '@stablecoin/stores/testing';
import type { WalletEvent } from '../domain/wallet-events';
import {
  AT,
  DAY,
  approvalRequested,
  command,
  created,
  credited,
  first,
  posted,
  profile,
  reserve,
  reserved,
  second,
  snapshot,
} from '../testing/wallet-fixture';
import { appliedBefore } from './wallet-history';
import { walletProjection } from './wallet-projection';
import type { WalletTables } from './tables';

const STREAM = 'wallet-wal_1';
const third = { reservationId: 'pay_3#1', paymentId: 'pay_3' };

let database: OpenDatabase<WalletTables>;
let position = 0;

const describeEach = forEachDatabase<WalletTables>(async (opened) => {
  database = opened;
  await walletProjection({ overdueMs: 60_000 }).createTables(database.db);
});

async function project(...events: readonly WalletEvent[]): Promise<void> {
  const recorded = events.map((event): StoredEvent<WalletEvent> => {
    position++;
    const metadata = { commandId: `c${position}`, at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
    return { ...event, id: `e${position}`, stream: STREAM, revision: position, position, metadata };
  });
  await database.db
    .transaction()
    .execute((trx) => walletProjection({ overdueMs: 60_000 }).apply(recorded, trx, new JobChanges()));
}

const known = (...args: Parameters<typeof command>) => appliedBefore(database.db, STREAM, command(...args));
const knownReserve = (ref: typeof first) => appliedBefore(database.db, STREAM, reserve('1', ref));
const approve = { approvalId: 'apr_1', approver: null };

describeEach('protocol rule 4: what a command has left behind tells that it was applied', () => {
  it('a reservation, open, closed, refused, waiting or voided before it came', async () => {
    await expect(knownReserve(first)).resolves.toBe(false);
    await project(created(), reserved('1'));
    await expect(knownReserve(first)).resolves.toBe(true);
    await project(approvalRequested('2000', snapshot(), second));
    await expect(knownReserve(second)).resolves.toBe(true);
    await project({ type: 'VoidRemembered', data: third });
    await expect(knownReserve(third)).resolves.toBe(true);
  });

  it('a returned reservation, and nothing of one that was only posted', async () => {
    const back = { ...first, chain: 'base', currency: 'USDC', amount: '1' } as const;
    await project(created(), reserved('1'), posted('1'));
    await expect(known('ReturnReservation', back)).resolves.toBe(false);
    await project({ type: 'ReservationReturned', data: back });
    await expect(known('ReturnReservation', back)).resolves.toBe(true);
  });

  it('a Post and a Void, once the reservation is closed; not while it is open or waits for approval', async () => {
    await project(created(), reserved('1'), approvalRequested('2000', snapshot(), second));
    for (const ref of [first, second, third]) {
      await expect(known('PostReservation', ref)).resolves.toBe(false);
      await expect(known('VoidReservation', ref)).resolves.toBe(false);
    }
    await project(
      posted('1'),
      { type: 'ApprovalCanceled', data: { ...second, approvalId: 'apr_1' } },
      { type: 'VoidRemembered', data: third },
    );
    for (const ref of [first, second, third]) await expect(known('VoidReservation', ref)).resolves.toBe(true);
    await expect(known('PostReservation', first)).resolves.toBe(true);
  });

  it('an approval, once it is no longer pending', async () => {
    await project(created(), approvalRequested('2000', snapshot()));
    await expect(known('ApprovePayment', approve)).resolves.toBe(false);
    await expect(known('ExpireApproval', { approvalId: 'apr_1' }, AT + DAY)).resolves.toBe(false);
    await project(reserved('2000', first, AT, { approvalId: 'apr_1' }));
    await expect(known('ApprovePayment', approve)).resolves.toBe(true);
    await expect(known('RejectPayment', approve)).resolves.toBe(true);
    await expect(known('ExpireApproval', { approvalId: 'apr_1' }, AT + DAY)).resolves.toBe(true);
  });

  it('a wallet and a transfer', async () => {
    const transfer = { transferId: 'transfer-1', chain: 'base', currency: 'USDC', amount: '1' } as const;
    const credit = { ...transfer, from: '0xfrom', txHash: '0xhash' };
    await expect(known('CreateWallet', { ...profile, compliance: 'auto' })).resolves.toBe(false);
    await expect(known('CreditWallet', credit)).resolves.toBe(false);
    await project(created(), credited('1'));
    await expect(known('CreateWallet', { ...profile, compliance: 'auto' })).resolves.toBe(true);
    await expect(known('CreditWallet', credit)).resolves.toBe(true);
    await expect(known('CreditWallet', { ...credit, transferId: 'transfer-2' })).resolves.toBe(false);
  });
});
