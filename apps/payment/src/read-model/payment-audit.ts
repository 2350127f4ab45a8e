import type { AuditTable } from '@stablecoin/host';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentStreams } from '../domain/streams';

const events: AuditTable<PaymentEvent> = {
  PaymentInitiated: { action: 'payment.created' },
  // A payment that fails at once does so by the command that creates it.
  PaymentFailed: { action: 'payment.canceled', when: ({ code }) => code === 'canceled' },
  PaymentInReview: null,
  // By the command that creates it: nobody has screened the recipient.
  PaymentScreened: { action: 'payment.screening_skipped', when: ({ skipped }) => skipped },
  PaymentRouted: null,
  PaymentAwaitingApproval: null,
  PaymentWaiting: null,
  PaymentHeld: null,
  PaymentDoubtEnded: null,
  // By a person, or by a client that has sent its idempotency key again.
  PaymentConfirmed: { action: 'payment.resumed' },
  PaymentUnused: null,
  PaymentContinued: null,
  PaymentAuthorized: null,
  PaymentBroadcast: null,
  PaymentIncluded: null,
  PaymentUnconfirmed: null,
  PaymentSettled: null,
  PaymentReincluded: null,
  PaymentReauthorized: null,
  PaymentUndone: null,
  PaymentReapprovalRequested: null,
  PaymentSettlementLost: null,
  VoidAnswered: null,
  PostAnswered: null,
};

/** What the audit log shows of payments. */
export const paymentAudit = { streams: [paymentStreams], events };
