export { CLOCKS_MS } from './application/approval-term';
export { OnchainIds } from './application/onchain-ids';
export { InheritedPayments, OutcomeUnknownError } from './application/inherited-payments';
export type { InheritedOutcome } from './application/inherited-payments';
export { openChains } from './adapters/chains';
export { paymentService } from './service';
export { paymentProjection } from './read-model/payment-projection';
export { paymentJobProjection } from './read-model/payment-job-projection';
export { paymentAudit } from './read-model/payment-audit';
