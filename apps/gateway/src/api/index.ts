import { CreateApiKey } from './api-keys/create-api-key';
import { DeleteApiKey } from './api-keys/delete-api-key';
import { GetApiKey } from './api-keys/get-api-key';
import { ListApiKeys } from './api-keys/list-api-keys';
import { RotateApiKeyController } from './api-keys/rotate-api-key';
import { UpdateApiKey } from './api-keys/update-api-key';
import { ApproveEndpoint } from './approvals/approve-payment';
import { GetApproval } from './approvals/get-approval';
import { ListApprovals } from './approvals/list-approvals';
import { RejectEndpoint } from './approvals/reject-payment';
import { CheckAddressEndpoint } from './compliance/check-address';
import { DecideReviewEndpoint } from './compliance/decide-review';
import { GetCheck } from './compliance/get-check';
import { GetEvent } from './events/get-event';
import { ListEvents } from './events/list-events';
import { GatewayConsumer } from './gateway.consumer';
import { Live } from './health/live';
import { Ready } from './health/ready';
import { CancelPaymentEndpoint } from './payments/cancel-payment';
import { CreatePayment } from './payments/create-payment';
import { GetPayment } from './payments/get-payment';
import { GetTimeline } from './payments/get-timeline';
import { ListPayments } from './payments/list-payments';
import { SimulatePayment } from './payments/simulate-payment';
import { FaucetEndpoint } from './sandbox/faucet';
import { GetBalance } from './treasury/get-balance';
import { GetSettings } from './treasury/get-settings';
import { ListLedger } from './treasury/list-ledger';
import { UpdateSettings } from './treasury/update-settings';
import { CreateWalletEndpoint } from './wallets/create-wallet';
import { CreateWallets } from './wallets/create-wallets';
import { GetWallet } from './wallets/get-wallet';
import { ListWallets } from './wallets/list-wallets';
import { CreateEndpointController } from './webhook-endpoints/create-endpoint';
import { DeleteEndpointController } from './webhook-endpoints/delete-endpoint';
import { GetEndpoint } from './webhook-endpoints/get-endpoint';
import { ListDeliveries } from './webhook-endpoints/list-deliveries';
import { ListEndpoints } from './webhook-endpoints/list-endpoints';
import { ReplayEventsController } from './webhook-endpoints/replay-events';
import { RotateSecretController } from './webhook-endpoints/rotate-secret';
import { SendTestEventController } from './webhook-endpoints/send-test-event';
import { UpdateEndpointController } from './webhook-endpoints/update-endpoint';

/** Every endpoint of the API, and the consumer. */
export const CONTROLLERS = [
  CreatePayment,
  ListPayments,
  SimulatePayment,
  GetPayment,
  GetTimeline,
  CancelPaymentEndpoint,
  CreateWalletEndpoint,
  CreateWallets,
  ListWallets,
  GetWallet,
  ListApprovals,
  GetApproval,
  ApproveEndpoint,
  RejectEndpoint,
  CheckAddressEndpoint,
  GetCheck,
  DecideReviewEndpoint,
  GetBalance,
  GetSettings,
  UpdateSettings,
  ListLedger,
  CreateEndpointController,
  ListEndpoints,
  GetEndpoint,
  UpdateEndpointController,
  DeleteEndpointController,
  RotateSecretController,
  SendTestEventController,
  ListDeliveries,
  ReplayEventsController,
  ListEvents,
  GetEvent,
  CreateApiKey,
  ListApiKeys,
  GetApiKey,
  UpdateApiKey,
  DeleteApiKey,
  RotateApiKeyController,
  FaucetEndpoint,
  Live,
  Ready,
  GatewayConsumer,
] as const;
