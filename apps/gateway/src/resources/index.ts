import { CreateApiKeyController } from './api-keys/create-api-key';
import { RevokeApiKeyController } from './api-keys/revoke-api-key';
import { GetApiKeyController } from './api-keys/get-api-key';
import { ListApiKeysController } from './api-keys/list-api-keys';
import { RotateApiKeyController } from './api-keys/rotate-api-key';
import { UpdateApiKeyController } from './api-keys/update-api-key';
import { ApprovePaymentController } from './approvals/approve-payment';
import { GetApprovalController } from './approvals/get-approval';
import { ListApprovalsController } from './approvals/list-approvals';
import { RejectPaymentController } from './approvals/reject-payment';
import { ListAuditLogController } from './audit-log/list-audit-log';
import { CheckComplianceController } from './compliance/check-compliance';
import { CreateAttestationController } from './compliance/create-attestation';
import { DecideReviewController } from './compliance/decide-review';
import { GetAttestationController } from './compliance/get-attestation';
import { GetComplianceResultController } from './compliance/get-compliance-result';
import { ListAttestationsController } from './compliance/list-attestations';
import { ListComplianceResultsController } from './compliance/list-compliance-results';
import { RevokeAttestationController } from './compliance/revoke-attestation';
import { DecideDepositController } from './deposits/decide-deposit';
import { GetDepositController } from './deposits/get-deposit';
import { ListDepositsController } from './deposits/list-deposits';
import { GetEventController } from './events/get-event';
import { ListEventsController } from './events/list-events';
import { StreamEventsController } from './events/stream-events';
import { IsLiveController } from './health/is-live';
import { IsReadyController } from './health/is-ready';
import { CancelPaymentController } from './payments/cancel-payment';
import { CreatePaymentController } from './payments/create-payment';
import { GetPaymentController } from './payments/get-payment';
import { GetPaymentTimelineController } from './payments/get-payment-timeline';
import { ListPaymentsController } from './payments/list-payments';
import { SimulatePaymentController } from './payments/simulate-payment';
import { GetPoliciesController } from './policies/get-policies';
import { UpdatePoliciesController } from './policies/update-policies';
import { UseFaucetController } from './sandbox/use-faucet';
import { GetStatsController } from './stats/get-stats';
import { GetTreasuryBalanceController } from './treasury/get-treasury-balance';
import { GetBalanceHistoryController } from './treasury/get-balance-history';
import { GetReconciliationController } from './treasury/get-reconciliation';
import { GetTreasurySettingsController } from './treasury/get-treasury-settings';
import { ListLedgerEntriesController } from './treasury/list-ledger-entries';
import { UpdateTreasurySettingsController } from './treasury/update-treasury-settings';
import { CreateWalletController } from './wallets/create-wallet';
import { CreateWalletsController } from './wallets/create-wallets';
import { GetWalletController } from './wallets/get-wallet';
import { ListWalletLedgerController } from './wallets/list-wallet-ledger';
import { ListWalletsController } from './wallets/list-wallets';
import { CreateWebhookEndpointController } from './webhook-endpoints/create-webhook-endpoint';
import { DeleteWebhookEndpointController } from './webhook-endpoints/delete-webhook-endpoint';
import { GetDeliveryController } from './webhook-endpoints/get-delivery';
import { GetWebhookEndpointController } from './webhook-endpoints/get-webhook-endpoint';
import { ListDeliveriesController } from './webhook-endpoints/list-deliveries';
import { ListWebhookEndpointsController } from './webhook-endpoints/list-webhook-endpoints';
import { ReplayEventsController } from './webhook-endpoints/replay-events';
import { RotateWebhookSecretController } from './webhook-endpoints/rotate-webhook-secret';
import { SendTestEventController } from './webhook-endpoints/send-test-event';
import { UpdateWebhookEndpointController } from './webhook-endpoints/update-webhook-endpoint';
import { CreateSessionController } from './sessions/create-session';
import { EndSessionController } from './sessions/end-session';
import { EndSessionsController } from './sessions/end-sessions';
import { FinishSignInController } from './sessions/finish-sign-in';
import { GetSessionController } from './sessions/get-session';
import { GetSignInMethodsController } from './sessions/get-sign-in-methods';
import { StartSignInController } from './sessions/start-sign-in';
import { GetSystemController } from './system/get-system';
import { ListDeadLettersController } from './system/list-dead-letters';
import { RedriveDeadLetterController } from './system/redrive-dead-letter';
import { ListMembersController } from './members/list-members';
import { SetMemberController } from './members/set-member';

/** Every endpoint of the API. */
export const CONTROLLERS = [
  CreatePaymentController,
  ListPaymentsController,
  SimulatePaymentController,
  GetPaymentController,
  GetPaymentTimelineController,
  CancelPaymentController,
  GetStatsController,
  CreateWalletController,
  CreateWalletsController,
  ListWalletsController,
  GetWalletController,
  ListWalletLedgerController,
  ListApprovalsController,
  GetApprovalController,
  ApprovePaymentController,
  RejectPaymentController,
  CheckComplianceController,
  ListComplianceResultsController,
  GetComplianceResultController,
  DecideReviewController,
  CreateAttestationController,
  ListAttestationsController,
  GetAttestationController,
  RevokeAttestationController,
  GetPoliciesController,
  UpdatePoliciesController,
  GetTreasuryBalanceController,
  GetBalanceHistoryController,
  GetReconciliationController,
  GetTreasurySettingsController,
  UpdateTreasurySettingsController,
  ListLedgerEntriesController,
  CreateWebhookEndpointController,
  ListWebhookEndpointsController,
  GetWebhookEndpointController,
  UpdateWebhookEndpointController,
  DeleteWebhookEndpointController,
  RotateWebhookSecretController,
  SendTestEventController,
  ListDeliveriesController,
  GetDeliveryController,
  ReplayEventsController,
  ListEventsController,
  StreamEventsController,
  DecideDepositController,
  GetDepositController,
  ListDepositsController,
  GetEventController,
  CreateApiKeyController,
  ListApiKeysController,
  GetApiKeyController,
  UpdateApiKeyController,
  RevokeApiKeyController,
  RotateApiKeyController,
  CreateSessionController,
  GetSessionController,
  GetSignInMethodsController,
  EndSessionController,
  EndSessionsController,
  StartSignInController,
  FinishSignInController,
  ListMembersController,
  SetMemberController,
  ListAuditLogController,
  GetSystemController,
  ListDeadLettersController,
  RedriveDeadLetterController,
  UseFaucetController,
  IsLiveController,
  IsReadyController,
] as const;
