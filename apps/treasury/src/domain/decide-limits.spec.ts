import type { PaymentPolicy, Units, WindowLimit } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { TreasuryHandler } from '../application/handlers';
import { open, treasuryDecider } from './decide-treasury';
import type { FundsReserved, TreasuryEvent } from './treasury';
import type { TreasuryCommand } from './treasury-commands';
import { treasurySnapshots } from './treasury-snapshots';

const AT = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OPENING: Units = '10000000000';
const opened = open(OPENING);
const approvalId = 'apr_1';
const limit: WindowLimit = { rule: 'velocity', version: 4, counter: 'velocity', hours: 24, per: 'payer', max: '1000' };
const three: WindowLimit = {
  ...{ rule: 'three', version: 4, counter: 'three 0xto', hours: 1, per: 'recipient' },
  maxPayments: 3,
};

let commands = 0;
function command<Type extends TreasuryCommand['type']>(
  type: Type,
  data: Extract<TreasuryCommand, { type: Type }>['data'],
  at = AT,
): TreasuryCommand {
  commands += 1;
  const envelope = { id: `msg_${commands}`, at, correlationId: 'req_1', account: 'acme', livemode: false };
  return { ...envelope, type, data } as TreasuryCommand;
}
const ref = (n: number) => ({ reservationId: `pay_${n}#1`, paymentId: `pay_${n}` });
const reserve = (n: number, amount: Units, policy: PaymentPolicy | null = { limits: [limit] }, at = AT) =>
  command(
    'ReserveFunds',
    {
      ...ref(n),
      ...{ amount, currency: 'USDC' as const, candidates: ['base' as const], opening: OPENING },
      ...(policy === null ? {} : { policy }),
      ...(policy?.treasuryApproval === true ? { approvalId, approvalExpiresAt: AT + 10 * DAY } : {}),
    },
    at,
  );
const reserved = (n: number, amount: Units, at = AT, limits: readonly WindowLimit[] = [limit]): FundsReserved => ({
  type: 'FundsReserved',
  data: {
    ...{ chain: 'base', currency: 'USDC', amount, ...ref(n) },
    counted: { at, windows: limits.map(({ counter, hours }) => ({ counter, hours })) },
  },
});
const posted = (n: number, amount: Units, settledAt?: number): TreasuryEvent => ({
  type: 'ReservationPosted',
  data: {
    ...{ chain: 'base', currency: 'USDC', amount, ...ref(n) },
    ...(settledAt === undefined ? {} : { settledAt }),
  },
});
const voided = (n: number, amount: Units): TreasuryEvent => ({
  type: 'ReservationVoided',
  data: { chain: 'base', currency: 'USDC', amount, ...ref(n) },
});
const refused = (n: number, message: string, more: object = {}): TreasuryEvent => ({
  type: 'ReservationRefused',
  data: { ...ref(n), code: 'rule_denied', message, ...more },
});
const OVER =
  'The rule velocity of version 4 limits payments to 0.001 USDC within 24 hours, per payer: 0.0006 USDC count already, and the payment is of 0.000401 USDC. Nothing was paid.';

describe('a limit over a time', () => {
  it('is reached exactly, and not exceeded by one unit', () => {
    given(treasuryDecider, opened, reserved(1, '600')).when(reserve(2, '400')).then(reserved(2, '400'));
    given(treasuryDecider, opened, reserved(1, '600')).when(reserve(2, '401')).then(refused(2, OVER));
  });

  it('counts what is open, however long it has been', () => {
    given(treasuryDecider, opened, reserved(1, '600'))
      .when(reserve(2, '401', undefined, AT + 10 * DAY))
      .then(refused(2, OVER));
  });

  it('counts what has settled until its hours have passed since', () => {
    const settled = [opened, reserved(1, '600'), posted(1, '600', AT + HOUR)] as const;
    const late = AT + HOUR + DAY;
    given(treasuryDecider, ...settled)
      .when(reserve(2, '401', undefined, late - 1))
      .then(refused(2, OVER));
    given(treasuryDecider, ...settled)
      .when(reserve(2, '401', undefined, late))
      .then(reserved(2, '401', late));
  });

  it('says when a payment that it counts has settled, and of no other', () => {
    given(treasuryDecider, opened, reserved(1, '600'))
      .when(command('PostReservation', ref(1), AT + 5))
      .then(posted(1, '600', AT + 5));
    const { counted: _, ...uncounted } = reserved(1, '600').data;
    given(treasuryDecider, opened, { type: 'FundsReserved', data: uncounted })
      .when(command('PostReservation', ref(1), AT + 5))
      .then(posted(1, '600'));
  });

  it('counts nothing that was given back', () => {
    given(treasuryDecider, opened, reserved(1, '600'), voided(1, '600'))
      .when(reserve(2, '1000'))
      .then(reserved(2, '1000'));
  });

  it('does not move back with a command that was overtaken', () => {
    const settled = [opened, reserved(1, '600'), posted(1, '600', AT), reserved(2, '1000', AT + DAY)] as const;
    given(treasuryDecider, ...settled, voided(2, '1000'))
      .when(reserve(3, '1000', undefined, AT + 1))
      .then(reserved(3, '1000', AT + DAY));
  });

  it('of a number of payments counts them, whatever their amounts', () => {
    const policy = { limits: [three] };
    const both = [opened, ...[1, 2].map((n) => reserved(n, '1', AT, [three]))];
    given(treasuryDecider, ...both)
      .when(reserve(3, '9000', policy))
      .then(reserved(3, '9000', AT, [three]));
    const message =
      'The rule three of version 4 limits payments to 3 within an hour, per payer and recipient: 3 count already. Nothing was paid.';
    given(treasuryDecider, ...both, reserved(3, '1', AT, [three]))
      .when(reserve(4, '1', policy))
      .then(refused(4, message));
  });

  it('is one of several that all have to hold, and each counts the payment', () => {
    const policy = { limits: [limit, three] };
    given(treasuryDecider, opened)
      .when(reserve(1, '1000', policy))
      .then(reserved(1, '1000', AT, [limit, three]));
    const used = [1, 2, 3].map((n) => reserved(n, '1', AT, [three]));
    given(treasuryDecider, opened, ...used)
      .when(reserve(4, '1', policy))
      .then(expect.objectContaining({ type: 'ReservationRefused' }) as TreasuryEvent);
  });

  it('counts another counter separately, and payments without a limit not at all', () => {
    const other = { ...limit, counter: 'velocity 0xother' };
    given(treasuryDecider, opened, reserved(1, '1000'))
      .when(reserve(2, '1000', { limits: [other] }))
      .then(reserved(2, '1000', AT, [other]));
    given(treasuryDecider, opened, reserved(1, '1000'))
      .when(reserve(2, '5000', null))
      .then({ type: 'FundsReserved', data: { ...ref(2), chain: 'base', currency: 'USDC', amount: '5000' } });
  });

  it('refuses at once what would wait for an approval, and again when it is approved', () => {
    const policy = { limits: [limit], treasuryApproval: true } as const;
    given(treasuryDecider, opened, reserved(1, '600'))
      .when(reserve(2, '401', policy))
      .then(refused(2, OVER));
    const waiting: TreasuryEvent = {
      type: 'ApprovalRequested',
      data: {
        ...{ ...ref(2), approvalId, amount: '401', currency: 'USDC', candidates: ['base'], threshold: 1 },
        ...{ expiresAt: AT + 10 * DAY, policy },
      },
    };
    const approve = command('ApprovePayment', { approvalId, by: ['key_1'] }, AT + 5);
    const approved: TreasuryEvent = { type: 'ApprovalGiven', data: { approvalId, approvedBy: ['key_1'] } };
    given(treasuryDecider, opened, waiting, reserved(1, '600'))
      .when(approve)
      .then(approved, refused(2, OVER, { approvalId }));
    const { data } = reserved(2, '401', AT + 5);
    given(treasuryDecider, opened, waiting)
      .when(approve)
      .then(approved, { type: 'FundsReserved', data: { ...data, approvalId } });
  });

  it('holds for 500 payments at once, also after a crash and from a snapshot', async () => {
    const store = new MemoryEventStore();
    const stream = 'treasury-acme.test';
    const many: WindowLimit = { ...limit, max: '1000000000' };
    const handler = (): TreasuryHandler =>
      new TreasuryHandler({
        ...{ store, clock: new ManualClock(AT), log: silentLog, meter: silentMeter },
        decider: { ...treasuryDecider, snapshot: { ...treasurySnapshots, every: 20 } },
      });
    // Two instances do not know of each other: the store refuses the append of the one that was later.
    const [one, other] = [handler(), handler()];
    const asked = Array.from({ length: 500 }, (_, n) => reserve(n, '7000000', { limits: [many] }));
    await Promise.all(asked.map((each, n) => (n % 2 === 0 ? one : other).handle(stream, each)));
    await eventually(async () => expect(await store.loadSnapshot(stream)).toBeDefined());
    // Delivered again to an instance that has started since.
    const restarted = handler();
    for (const each of asked) await restarted.handle(stream, each);
    const last = await restarted.handle(stream, reserve(500, '7000000', { limits: [many] }));
    expect(last.events).toMatchObject([{ type: 'ReservationRefused', data: { code: 'rule_denied' } }]);
    let sum = 0n;
    for (const { type, data } of await store.read(stream)) {
      if (type === 'FundsReserved') sum += BigInt((data as FundsReserved['data']).amount);
    }
    expect(sum).toBe(142n * 7_000_000n);
  });
});
