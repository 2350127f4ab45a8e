import type { PrincipalIds, PaymentPolicy, ChainName, Units } from '@stablecoin/contracts';
import type { Json } from '@stablecoin/event-sourcing';
import { given } from '@stablecoin/event-sourcing/testing';
import { pocketOf } from '@stablecoin/contracts';
import type { ApprovalGiven, ApprovalRequested } from '@stablecoin/funds/domain';
import { open, treasuryDecider } from './decide-treasury';
import type { TreasuryCommand } from './treasury-commands';
import { initialTreasury } from './treasury';
import type { FundsReserved, TreasuryEvent, TreasuryState } from './treasury';

const AT = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const OPENING: Units = '1000000';
const opened = open(OPENING);
const first = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const second = { reservationId: 'pay_2#1', paymentId: 'pay_2' };
const approvalId = 'apr_1';
const CHAINS: readonly ChainName[] = ['base', 'ethereum'];

function command<Type extends TreasuryCommand['type']>(
  type: Type,
  data: Extract<TreasuryCommand, { type: Type }>['data'],
  at = AT,
): TreasuryCommand {
  const envelope = { id: 'msg_1', at, correlationId: 'req_1', account: 'acme', livemode: false };
  return { ...envelope, type, data } as TreasuryCommand;
}

const reserve = (amount: Units, policy: PaymentPolicy = {}) =>
  command('ReserveFunds', {
    ...first,
    ...{ amount, currency: 'USDC', candidates: CHAINS, opening: OPENING },
    ...{ approvalId, approvalExpiresAt: AT + DAY, policy: { ...policy, treasuryApproval: true } },
  });
const approve = (by: PrincipalIds = ['key_1'], at = AT) => command('ApprovePayment', { approvalId, by }, at);
const reject = (at = AT, why: { readonly reason?: string } = {}) =>
  command('RejectPayment', { approvalId, ...why }, at);
const expire = (at: number) => command('ExpireApproval', { approvalId }, at);
const giveBack = command('VoidReservation', { ...first, opening: OPENING });

const requested = (policy: PaymentPolicy = {}): ApprovalRequested => ({
  type: 'ApprovalRequested',
  data: {
    ...{ ...first, approvalId, amount: '600000', currency: 'USDC', candidates: CHAINS, expiresAt: AT + DAY },
    ...{ threshold: policy.twoApprovers === true ? 2 : 1, policy: { ...policy, treasuryApproval: true } },
  },
});
const approvedBy = (...people: readonly string[]): ApprovalGiven => ({
  type: 'ApprovalGiven',
  data: { approvalId, approvedBy: people },
});
const reserved = (chain: ChainName = 'base'): FundsReserved => ({
  type: 'FundsReserved',
  data: { ...first, approvalId, chain, currency: 'USDC', amount: '600000' },
});
/** Another payment, which needed no approval. */
const taken = (chain: ChainName): FundsReserved => ({
  type: 'FundsReserved',
  data: { ...second, reservationId: `pay_2#${chain}`, chain, currency: 'USDC', amount: '600000' },
});
const refused = (code: 'approval_rejected' | 'approval_expired', message: string): TreasuryEvent => ({
  type: 'ReservationRefused',
  data: { ...first, code, message, approvalId },
});
const canceled: TreasuryEvent = { type: 'ApprovalCanceled', data: { ...first, approvalId } };
const waiting = [opened, requested()];

describe('treasury_approval_above', () => {
  it('a payment above it waits for an approval, and holds nothing', () => {
    given(treasuryDecider, opened).when(reserve('600000')).then(requested());
    const state = [...waiting].reduce((folded, event) => treasuryDecider.evolve(folded, event), initialTreasury());
    expect(state.book.open().size).toBe(0);
    expect(state.book.available(pocketOf('base', 'USDC'))).toBe(1_000_000n);
  });

  it('opens a treasury, and waits', () => {
    given(treasuryDecider).when(reserve('600000')).then(opened, requested());
  });

  it('the balance is asked first', () => {
    given(treasuryDecider, opened)
      .when(reserve('1000001'))
      .then({
        type: 'ReservationRefused',
        data: {
          ...first,
          code: 'insufficient_balance',
          message: 'The treasury has no 1.000001 USDC available on one chain: base has 1.00, ethereum has 1.00.',
        },
      });
  });

  it('protocol rules 4 and 13: a reservation that waits, has ended or was voided before it came is not asked for again', () => {
    const voided: TreasuryEvent = { type: 'VoidRemembered', data: first };
    for (const events of [
      waiting,
      [...waiting, canceled],
      [...waiting, approvedBy('key_1'), reserved()],
      [opened, voided],
    ]) {
      given(treasuryDecider, ...events)
        .when(reserve('600000'))
        .then();
    }
  });
});

describe('POST /approvals/:id/approve of the treasury', () => {
  it('the key or person that approves stands for it, and the money is reserved', () => {
    given(treasuryDecider, ...waiting)
      .when(approve(['usr_1', 'key_0']))
      .then(approvedBy('usr_1'), reserved());
  });

  it('the balance is asked again, on every chain that the payment may go by', () => {
    given(treasuryDecider, ...waiting, taken('base'))
      .when(approve())
      .then(approvedBy('key_1'), reserved('ethereum'));
    given(treasuryDecider, ...waiting, taken('base'), taken('ethereum'))
      .when(approve())
      .then(approvedBy('key_1'), {
        type: 'ReservationRefused',
        data: {
          ...{ ...first, approvalId, code: 'insufficient_balance' },
          message: 'The treasury has no 0.60 USDC available on one chain: base has 0.40, ethereum has 0.40.',
        },
      });
  });

  it('takes nothing for an approval that is decided, canceled or unknown: 409 invalid_state', () => {
    for (const end of [[reserved()], [refused('approval_rejected', 'The payment was rejected.')], [canceled]]) {
      for (const decision of [approve(), reject()]) {
        given(treasuryDecider, ...waiting, ...end)
          .when(decision)
          .thenRefused('invalid_state');
      }
    }
    given(treasuryDecider, opened).when(approve()).thenRefused('invalid_state');
  });

  it('a rejection ends the payment, and says why', () => {
    given(treasuryDecider, ...waiting)
      .when(reject())
      .then(refused('approval_rejected', 'The payment was rejected.'));
    given(treasuryDecider, ...waiting)
      .when(reject(AT, { reason: 'Paid already.' }))
      .then(refused('approval_rejected', 'The payment was rejected: Paid already.'));
  });

  it('a payment that is canceled meanwhile waits no longer', () => {
    given(treasuryDecider, ...waiting)
      .when(giveBack)
      .then(canceled);
    given(treasuryDecider, ...waiting, canceled)
      .when(giveBack)
      .then();
  });

  it('what was reserved with an approval is given back and posted as any other', () => {
    const money = { ...first, chain: 'base', currency: 'USDC', amount: '600000' } as const;
    given(treasuryDecider, ...waiting, reserved())
      .when(giveBack)
      .then({ type: 'ReservationVoided', data: money });
    given(treasuryDecider, ...waiting, reserved())
      .when(command('PostReservation', first))
      .then({ type: 'ReservationPosted', data: money });
  });
});

describe('protocol rule 25: an approval expires on the stream of the treasury', () => {
  const expired = refused('approval_expired', 'Nobody approved the payment in time.');

  it('at its time and not before, and nothing is approved from then on', () => {
    given(treasuryDecider, ...waiting)
      .when(expire(AT + DAY - 1))
      .then();
    given(treasuryDecider, ...waiting)
      .when(expire(AT + DAY))
      .then(expired);
    given(treasuryDecider, ...waiting)
      .when(approve(['key_1'], AT + DAY - 1))
      .then(approvedBy('key_1'), reserved());
    for (const decision of [approve(['key_1'], AT + DAY), reject(AT + DAY)]) {
      given(treasuryDecider, ...waiting)
        .when(decision)
        .thenRefused('invalid_state');
    }
  });

  it('protocol rule 6: what comes after its end is nothing', () => {
    for (const end of [expired, canceled, reserved()]) {
      given(treasuryDecider, ...waiting, end)
        .when(expire(AT + DAY))
        .then();
    }
  });
});

describe('who approves', () => {
  const ROOT = ['key_root'];
  const CHILD = ['key_child', 'key_root'];
  const SIBLING = ['key_sibling', 'key_root'];
  const OTHER = ['key_other'];
  const ADMIN = ['usr_admin'];
  const MADE = ['key_made', 'usr_admin'];
  const UNKNOWN: PrincipalIds = [];
  const PEOPLE = { ROOT, CHILD, SIBLING, OTHER, ADMIN, MADE, UNKNOWN };
  const GROUPS: Readonly<Record<keyof typeof PEOPLE, string | null>> = {
    ...{ ROOT: 'root', CHILD: 'root', SIBLING: 'root', OTHER: 'other', ADMIN: 'admin', MADE: 'admin' },
    // Who is not known may be anybody.
    UNKNOWN: null,
  };
  type Name = keyof typeof PEOPLE;
  const NAMES = Object.keys(PEOPLE) as Name[];
  const pairs = NAMES.flatMap((one) => NAMES.map((other) => [one, other] as const));
  const areApart = (one: Name, other: Name): boolean =>
    GROUPS[one] !== null && GROUPS[other] !== null && GROUPS[one] !== GROUPS[other];

  const after = (events: readonly TreasuryEvent[]): TreasuryState =>
    events.reduce((folded, event) => treasuryDecider.evolve(folded, event), initialTreasury());
  /** Whether the payment goes on after these have approved, one after another. */
  const passes = (policy: PaymentPolicy, people: readonly Name[]): boolean => {
    let state = after([opened, requested(policy)]);
    let isPaid = false;
    for (const name of people) {
      for (const event of treasuryDecider.decide(approve(PEOPLE[name]), state)) {
        if (event.type === 'CommandRefused') continue;
        isPaid ||= event.type === 'FundsReserved';
        state = treasuryDecider.evolve(state, event);
      }
    }
    return isPaid;
  };

  it.each(pairs)('separate_creator: what %s has ordered, %s approves only as somebody else', (creator, name) => {
    expect(passes({ creator: PEOPLE[creator] }, [name])).toBe(areApart(creator, name));
  });

  it.each(pairs)('two_approvers_above: %s and %s pass only if they are two people', (one, other) => {
    expect(passes({ twoApprovers: true }, [one, other])).toBe(areApart(one, other));
    // However often each of them tries.
    expect(passes({ twoApprovers: true }, [one, one, other, other, one])).toBe(areApart(one, other));
  });

  it('both policies: two people of whom neither has ordered the payment, for every three', () => {
    for (const creator of NAMES) {
      for (const [one, other] of pairs) {
        const expected = areApart(one, other) && areApart(creator, one) && areApart(creator, other);
        expect(passes({ creator: PEOPLE[creator], twoApprovers: true }, [one, other])).toBe(expected);
      }
    }
  });

  it('says why, and takes the same approval again without an error', () => {
    const voice = { ...approvedBy('key_root'), data: { ...approvedBy('key_root').data, voice: { by: ROOT } } };
    const events = [opened, requested({ twoApprovers: true }), voice];
    given(treasuryDecider, ...events.slice(0, 2))
      .when(approve(ROOT))
      .then(voice);
    given(treasuryDecider, ...events)
      .when(approve(ROOT))
      .then(approvedBy('key_root'));
    given(treasuryDecider, ...events)
      .when(approve(CHILD))
      .thenRefused('insufficient_scope');
    given(treasuryDecider, opened, requested({ creator: ROOT }))
      .when(approve(CHILD))
      .thenRefused('insufficient_scope');
  });

  it('a snapshot keeps what waits and who has approved, and one from before has none', () => {
    const state = after([opened, requested({ twoApprovers: true }), approvedBy('key_root')]);
    const { snapshot } = treasuryDecider;
    const { approvals, ...before } = JSON.parse(JSON.stringify(snapshot?.toJson(state))) as Record<string, Json>;
    const restored = snapshot?.fromJson({ ...before, approvals } as Json);
    expect([restored?.approvals, restored?.waiting]).toEqual([state.approvals, state.waiting]);
    expect(snapshot?.fromJson(before).approvals).toEqual(new Map());
  });
});
