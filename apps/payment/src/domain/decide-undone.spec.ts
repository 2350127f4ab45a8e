import type { MadeTransfer } from '@stablecoin/chains';
import { toUnits } from '@stablecoin/contracts';
import type { ChainName, Listed, PaymentErrorCode } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import {
  ONCHAIN,
  PAYMENT_ID,
  QUOTES,
  RECIPIENT,
  T0,
  WALLET_ID,
  authorized,
  command,
  factsAfterAll,
  initiated,
  routed,
  screened,
} from '../testing/payments';
import { paymentDecider } from './decide-payment';
import type { Earlier, ResolveUndone } from './payment-commands';
import type { PaymentEvent, PaymentReapprovalRequested } from './payment-events';
import { paymentResource } from './payment-resource';

const { data: granted } = authorized('base', 1, WALLET_ID);
const SIGNED = {
  ...granted.authorization,
  validUntil: T0 + 86_400_000,
  payer: { wallet: ONCHAIN, approval: [{ owner: '0xa', signature: 'sealed' }] },
};
const BROADCAST: readonly PaymentEvent[] = [
  initiated({ from: WALLET_ID }),
  screened,
  routed(1, QUOTES, WALLET_ID),
  { type: 'PaymentAuthorized', data: { ...granted, authorization: SIGNED } },
  { type: 'PaymentBroadcast', data: { hash: '0xhash', explorerUrl: null, sentAt: T0 + 10 } },
];
const SETTLED: readonly PaymentEvent[] = [
  ...BROADCAST,
  {
    type: 'PaymentSettled',
    data: {
      txHash: '0xhash',
      block: 7,
      reservation: granted.reservation,
      transfer: { chain: 'base', currency: 'USDC', amount: '10000000', from: '0xsource', to: RECIPIENT },
      facts: { ...factsAfterAll(...BROADCAST), stage: 'done', txHash: '0xhash', settledAt: T0 + 800 },
    },
  },
];
const HEARD = T0 + 900_000;

const undone = (code: PaymentErrorCode = 'transaction_expired'): PaymentEvent => ({
  type: 'PaymentUndone',
  data: { code, message: 'gone', notBefore: SIGNED.validUntil },
});
const lost = (code: PaymentErrorCode, message = 'gone', { reservation } = granted): PaymentEvent => ({
  type: 'PaymentSettlementLost',
  data: { code, message, returned: { reservation, chain: 'base', currency: 'USDC', amount: '10000000' } },
});
const AGAIN = `${PAYMENT_ID}#2`;
const asked: PaymentReapprovalRequested = {
  type: 'PaymentReapprovalRequested',
  data: {
    paymentId: PAYMENT_ID,
    attempt: 2,
    request: { id: AGAIN, walletId: WALLET_ID },
    amount: '10000000',
    currency: 'USDC',
    chain: 'base',
    to: RECIPIENT,
  },
};
const failure = (code: PaymentErrorCode, heardAt: number) =>
  command('FailPayment', { paymentId: PAYMENT_ID, code, message: 'gone', heardAt });
const resolve = (inclusion: ResolveUndone['data']['inclusion'] = null) => command('ResolveUndone', { inclusion });
const report = (confirmed: boolean) =>
  command('ReportTransfer', { hash: '0xother', explorerUrl: null, inclusion: { block: 9, at: HEARD, confirmed } });

describe('protocol rule 19: what owners have signed, settled and reorganized away', () => {
  it('is made with their signatures while these are valid: its sender has ended it after a restore', () => {
    for (const heardAt of [HEARD, SIGNED.validUntil - 60_001]) {
      given(paymentDecider, ...SETTLED)
        .when(failure('transaction_expired', heardAt))
        .then({ type: 'PaymentReauthorized', data: { authorization: SIGNED } });
    }
  });

  it.each<[string, PaymentErrorCode, number]>([
    ['in the last minute of the signatures', 'transaction_expired', SIGNED.validUntil - 60_000],
    ['right after it, where no block says so', 'transaction_expired', SIGNED.validUntil + 1],
    ['when the token blocks the recipient, while anybody may still send it', 'recipient_blocklisted', HEARD],
    ['when it was executed, and reverted', 'wallet_policy_changed', HEARD],
  ])('is not called lost without a proof: %s', (_when, code, heardAt) => {
    given(paymentDecider, ...SETTLED)
      .when(failure(code, heardAt))
      .then(undone(code));
  });

  it('is looked up once, however often its sender says that it failed', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(failure('transaction_expired', SIGNED.validUntil + 1))
      .then();
  });

  it('is lost when no endpoint has it at a final block of after its validity, and signatures would not help', () => {
    given(paymentDecider, ...SETTLED, undone('recipient_blocklisted'))
      .when(resolve())
      .then(lost('recipient_blocklisted'));
  });

  it('is lost without a request for signatures when nobody signs for its payer, and its money is available again', () => {
    const { data } = authorized();
    const opened = [initiated(), screened, routed()];
    const settled = SETTLED.at(-1);
    if (settled?.type !== 'PaymentSettled') throw new Error('it has settled');
    const events: readonly PaymentEvent[] = [
      ...opened,
      { type: 'PaymentAuthorized', data },
      { ...settled, data: { ...settled.data, reservation: data.reservation } },
    ];
    for (const code of ['transaction_expired', 'recipient_blocklisted'] as const) {
      given(paymentDecider, ...events, undone(code))
        .when(resolve())
        .then(lost(code, 'gone', data));
    }
  });

  it('on Solana it has failed for good when its sender says so: nobody else can send it', () => {
    const { data } = authorized('solana');
    const settled = SETTLED.at(-1);
    if (settled === undefined) throw new Error('it has settled');
    given(paymentDecider, initiated(), screened, routed(), { type: 'PaymentAuthorized', data }, settled)
      .when(failure('recipient_blocklisted', HEARD))
      .then({ type: 'PaymentSettlementLost', data: { code: 'recipient_blocklisted', message: 'gone' } });
  });

  it('is back when somebody had it included, and is followed until that is final', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(report(true))
      .then();
    given(paymentDecider, ...SETTLED, undone())
      .when(resolve({ hash: '0xother', block: 9, explorerUrl: null }))
      .then({ type: 'PaymentReincluded', data: { txHash: '0xother', block: 9, explorerUrl: null } });
  });

  it('is answered once', () => {
    for (const events of [
      SETTLED,
      [...SETTLED, undone(), lost('recipient_blocklisted')],
      [...SETTLED, undone(), asked],
    ]) {
      given(paymentDecider, ...events)
        .when(resolve())
        .then();
    }
  });

  it('stays settled, and its client is told of nothing', () => {
    const facts = factsAfterAll(...SETTLED, undone());
    expect(paymentResource(facts)).toMatchObject({ status: 'settled', stage: 'done' });
    expect(facts).toEqual(factsAfterAll(...SETTLED));
  });
});

describe('protocol rule 43: owners are asked to sign a settled payment again that was provably not made', () => {
  const RENEWED = T0 + 3 * 86_400_000;
  const ASKED = [...SETTLED, undone(), asked];
  const signed = { wallet: ONCHAIN, approval: [{ owner: '0xb', signature: 'sealed again' }] };
  const funds = { paymentId: PAYMENT_ID, reservationId: AGAIN, chain: 'base' as const };
  const approved = (listed: Listed = 'not_listed', reservationId = AGAIN, earlier?: Earlier) =>
    command('AuthorizeTransfer', {
      ...(earlier === undefined ? {} : { earlier }),
      funds: { ...funds, reservationId },
      health: { status: 'down', reason: 'no blocks' },
      listed,
      sender: 'another',
      source: '0xsource',
      authorizedAt: RENEWED - 10_000,
      validUntil: RENEWED,
      payer: signed,
    });
  const reauthorized: PaymentEvent = {
    type: 'PaymentReauthorized',
    data: { authorization: { ...SIGNED, validUntil: RENEWED, payer: signed } },
  };
  const refuse = (code: PaymentErrorCode) =>
    command('RefuseReservation', { reservationId: AGAIN, code, message: 'No.', signedUntil: RENEWED });
  const refused = (code: PaymentErrorCode): PaymentEvent => ({
    type: 'PaymentUndone',
    data: { code, message: 'No.', notBefore: RENEWED },
  });

  it('asks when the proof is there, once', () => {
    given(paymentDecider, ...SETTLED, undone())
      .when(resolve())
      .then(asked);
  });

  it('shows the approval that it waits for, and stays settled', () => {
    const facts = { ...factsAfterAll(...SETTLED), approvalId: 'apr_2' };
    const shown: PaymentEvent = { type: 'PaymentAwaitingApproval', data: { approvalId: 'apr_2', facts } };
    given(paymentDecider, ...ASKED)
      .when(command('AwaitApproval', { reservationId: AGAIN, approvalId: 'apr_2' }))
      .then(shown);
    given(paymentDecider, ...ASKED, shown)
      .when(command('CancelPayment', { paymentId: PAYMENT_ID }))
      .thenRefused('invalid_state');
    expect(paymentResource(factsAfterAll(...ASKED, shown))).toMatchObject({ status: 'settled', approval_id: 'apr_2' });
  });

  it('is authorized again with the new signatures, by the same sender, and looked for since the first time', () => {
    given(paymentDecider, ...ASKED)
      .when(approved())
      .then(reauthorized);
    expect(RENEWED).toBeGreaterThan(SIGNED.validUntil);
  });

  it('takes each approval once, and none that it did not ask for', () => {
    const other = { paymentId: PAYMENT_ID, reservation: { id: `${PAYMENT_ID}#3`, walletId: WALLET_ID } };
    given(paymentDecider, ...ASKED)
      .when(approved('not_listed', `${PAYMENT_ID}#3`))
      .then({ type: 'VoidAnswered', data: other });
    const late = { paymentId: PAYMENT_ID, reservation: { id: AGAIN, walletId: WALLET_ID } };
    for (const after of [reauthorized, refused('approval_expired')]) {
      given(paymentDecider, ...ASKED, after)
        .when(approved())
        .then({ type: 'VoidAnswered', data: late });
    }
    given(paymentDecider, ...ASKED)
      .when(command('DeclineFunds', { reservationId: AGAIN }))
      .then();
  });

  it('is settled by what it is made with then, and its amount is not posted again', () => {
    given(paymentDecider, ...ASKED, reauthorized)
      .when(report(true))
      .then({ type: 'PaymentReincluded', data: { txHash: '0xother', block: 9, explorerUrl: null } });
    given(paymentDecider, ...ASKED)
      .when(report(true))
      .then();
  });

  it.each<PaymentErrorCode>(['approval_expired', 'approval_rejected'])(
    'is lost after %s: when a final block proves that nothing that one of them signed can make it',
    (code) => {
      given(paymentDecider, ...ASKED)
        .when(refuse(code))
        .then(refused(code));
      given(paymentDecider, ...ASKED, refused(code))
        .when(resolve())
        .then(lost(code, 'No.'));
      given(paymentDecider, ...ASKED, refused(code))
        .when(resolve({ hash: '0xother', block: 9, explorerUrl: null }))
        .then({ type: 'PaymentReincluded', data: { txHash: '0xother', block: 9, explorerUrl: null } });
    },
  );

  describe('where a restored store does not know that they had signed it again before', () => {
    const MADE: MadeTransfer = { from: '0xsource', to: RECIPIENT, currency: 'USDC', amount: toUnits(10_000_000n) };
    const where = { explorerUrl: 'https://explorer/lost', payer: '0xSource' };
    const found = (transfer: MadeTransfer | null = MADE, chain: ChainName = 'base'): Earlier => ({
      use: { state: 'final', chain, hash: '0xlost', block: 30, at: T0 + 1_000_000, transfer },
      ...where,
    });
    const kept: PaymentEvent = {
      type: 'PaymentReincluded',
      data: { txHash: '0xlost', block: 30, explorerUrl: 'https://explorer/lost' },
    };

    it('its transfer is found, and nothing is signed, whatever a list says by now', () => {
      for (const listed of ['not_listed', 'listed', 'unknown'] as const) {
        given(paymentDecider, ...ASKED)
          .when(approved(listed, AGAIN, found()))
          .then(kept);
      }
      const late = { paymentId: PAYMENT_ID, reservation: { id: AGAIN, walletId: WALLET_ID } };
      given(paymentDecider, ...ASKED, kept)
        .when(approved())
        .then({ type: 'VoidAnswered', data: late });
    });

    it.each<[string, Earlier]>([
      ['is canceled', found(null)],
      ['was made for another transfer', found({ ...MADE, amount: toUnits(1n) })],
      ['was made on another chain', found(MADE, 'ethereum')],
      ['is not final yet', { use: { state: 'recent', chain: 'base', since: T0, isGuarded: true }, ...where }],
      ['cannot be looked up', 'unknown'],
    ])('the token decides on the new signatures where its nonce %s', (_, earlier) => {
      given(paymentDecider, ...ASKED)
        .when(approved('not_listed', AGAIN, earlier))
        .then(reauthorized);
    });
  });

  it('is asked for again when the new signatures run out as well', () => {
    given(paymentDecider, ...ASKED, reauthorized)
      .when(failure('transaction_expired', RENEWED + 1))
      .then({ type: 'PaymentUndone', data: { code: 'transaction_expired', message: 'gone', notBefore: RENEWED } });
    const again = {
      type: 'PaymentUndone',
      data: { code: 'transaction_expired', message: 'gone', notBefore: RENEWED },
    } as const;
    const third = { id: `${PAYMENT_ID}#3`, walletId: WALLET_ID };
    given(paymentDecider, ...ASKED, reauthorized, again)
      .when(resolve())
      .then({ type: asked.type, data: { ...asked.data, attempt: 3, request: third } });
  });

  it('is not made to somebody whom a sanctions list names by now, and waits while no list can say that', () => {
    const message = 'A sanctions list names the recipient, the payment is not made again.';
    given(paymentDecider, ...ASKED)
      .when(approved('listed'))
      .then({ type: 'PaymentUndone', data: { code: 'compliance_blocked', message, notBefore: RENEWED } });
    const facts = factsAfterAll(...SETTLED);
    const held = { ...funds };
    const waiting: PaymentEvent = { type: 'PaymentWaiting', data: { reason: 'sanctions_list', funds: held, facts } };
    given(paymentDecider, ...ASKED)
      .when(approved('unknown'))
      .then(waiting);
    given(paymentDecider, ...ASKED, waiting)
      .when(approved('unknown'))
      .then();
    given(paymentDecider, ...ASKED, waiting)
      .when(approved())
      .then({ type: 'PaymentContinued', data: null }, reauthorized);
  });
});
