import type { AuditTable } from '@stablecoin/host';
import { shownDocument } from '../domain/rules-resource';
import type { PaymentEvent } from '../domain/payment-events';
import { toIso } from '../domain/payment-resource';
import type { RulesDrafted, RulesEvent } from '../domain/rules';
import { paymentStreams, rulesStreams } from '../domain/streams';

type Drafted = RulesDrafted['data'];
/** What a draft says, and said before. */
const draft = {
  part: ({ draftId }: Drafted) => draftId,
  details: ({ draftId }: Drafted) => ({ draft: draftId }),
  fields: ({ document }: Drafted) => ({ ...shownDocument(document) }),
};

const events: AuditTable<PaymentEvent | RulesEvent> = {
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
  RulesDrafted: {
    action: 'rules.drafted',
    ...draft,
  },
  RulesRevised: {
    action: 'rules.draft_changed',
    ...draft,
  },
  RulesDiscarded: { action: 'rules.draft_discarded', details: ({ draftId }) => ({ draft: draftId }) },
  RulesAgreed: { action: 'rules.agreed', details: ({ draftId }) => ({ draft: draftId }) },
  RulesPublished: {
    action: 'rules.published',
    fields: ({ version, from, draftId, agreement, document }) => ({
      version,
      in_force_from: toIso(from),
      draft: draftId,
      agreement,
      ...shownDocument(document),
    }),
  },
};

/** What the audit log shows of payments and of their rules. */
export const paymentAudit = { streams: [paymentStreams, rulesStreams], events };
