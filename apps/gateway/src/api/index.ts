import { CreateApiKeyController } from './api-keys/create-api-key';
import { DeleteApiKeyController } from './api-keys/delete-api-key';
import { GetApiKeyController } from './api-keys/get-api-key';
import { ListApiKeysController } from './api-keys/list-api-keys';
import { RotateApiKeyController } from './api-keys/rotate-api-key';
import { UpdateApiKeyController } from './api-keys/update-api-key';
import { ApprovePaymentController } from './approvals/approve-payment';
import { GetApprovalController } from './approvals/get-approval';
import { ListApprovalsController } from './approvals/list-approvals';
import { RejectPaymentController } from './approvals/reject-payment';
import { ListAuditLogController } from './audit-log/list-audit-log';
import { CheckAddressController } from './compliance/check-address';
import { CreateAttestationController } from './compliance/create-attestation';
import { DecideReviewController } from './compliance/decide-review';
import { GetAttestationController } from './compliance/get-attestation';
import { GetCheckController } from './compliance/get-check';
import { ListAttestationsController } from './compliance/list-attestations';
import { ListChecksController } from './compliance/list-checks';
import { RevokeAttestationController } from './compliance/revoke-attestation';
import { DecideDepositController } from './deposits/decide-deposit';
import { GetDepositController } from './deposits/get-deposit';
import { ListDepositsController } from './deposits/list-deposits';
import { GetEventController } from './events/get-event';
import { ListEventsController } from './events/list-events';
import { StreamEventsController } from './events/stream-events';
import { GatewayConsumer } from './gateway.consumer';
import { LiveController } from './health/live';
import { ReadyController } from './health/ready';
import { CancelPaymentController } from './payments/cancel-payment';
import { CreatePaymentController } from './payments/create-payment';
import { GetPaymentController } from './payments/get-payment';
import { GetTimelineController } from './payments/get-timeline';
import { ListPaymentsController } from './payments/list-payments';
import { SimulatePaymentController } from './payments/simulate-payment';
import { GetPoliciesController } from './policies/get-policies';
import { UpdatePoliciesController } from './policies/update-policies';
import { FaucetController } from './sandbox/faucet';
import { GetStatsController } from './stats/get-stats';
import { GetBalanceController } from './treasury/get-balance';
import { GetBalanceHistoryController } from './treasury/get-balance-history';
import { GetReconciliationController } from './treasury/get-reconciliation';
import { GetSettingsController } from './treasury/get-settings';
import { ListLedgerController } from './treasury/list-ledger';
import { UpdateSettingsController } from './treasury/update-settings';
import { CreateWalletController } from './wallets/create-wallet';
import { CreateWalletsController } from './wallets/create-wallets';
import { GetWalletController } from './wallets/get-wallet';
import { ListWalletLedgerController } from './wallets/list-wallet-ledger';
import { ListWalletsController } from './wallets/list-wallets';
import { CreateEndpointController } from './webhook-endpoints/create-endpoint';
import { DeleteEndpointController } from './webhook-endpoints/delete-endpoint';
import { GetDeliveryController } from './webhook-endpoints/get-delivery';
import { GetEndpointController } from './webhook-endpoints/get-endpoint';
import { ListDeliveriesController } from './webhook-endpoints/list-deliveries';
import { ListEndpointsController } from './webhook-endpoints/list-endpoints';
import { ReplayEventsController } from './webhook-endpoints/replay-events';
import { RotateSecretController } from './webhook-endpoints/rotate-secret';
import { SendTestEventController } from './webhook-endpoints/send-test-event';
import { UpdateEndpointController } from './webhook-endpoints/update-endpoint';
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

/** Every endpoint of the API, and the consumer. */
export const CONTROLLERS = [
  CreatePaymentController,
  ListPaymentsController,
  SimulatePaymentController,
  GetPaymentController,
  GetTimelineController,
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
  CheckAddressController,
  ListChecksController,
  GetCheckController,
  DecideReviewController,
  CreateAttestationController,
  ListAttestationsController,
  GetAttestationController,
  RevokeAttestationController,
  GetPoliciesController,
  UpdatePoliciesController,
  GetBalanceController,
  GetBalanceHistoryController,
  GetReconciliationController,
  GetSettingsController,
  UpdateSettingsController,
  ListLedgerController,
  CreateEndpointController,
  ListEndpointsController,
  GetEndpointController,
  UpdateEndpointController,
  DeleteEndpointController,
  RotateSecretController,
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
  DeleteApiKeyController,
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
  FaucetController,
  LiveController,
  ReadyController,
  GatewayConsumer,
] as const;
