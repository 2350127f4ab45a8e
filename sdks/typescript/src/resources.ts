import { List } from './pages.js';
import { Resource } from './resource.js';
import { pathOf, type CallOptions, type WriteOptions } from './transport.js';
import type {
  Approval,
  ApprovePayment,
  Attestation,
  CheckAddress,
  ComplianceResult,
  CreateAttestation,
  CreatedWallets,
  CreateWallet,
  CreateWallets,
  CreateWebhookEndpoint,
  DecideApproval,
  DecideDeposit,
  Deleted,
  Delivery,
  Deposit,
  ExpandedWallet,
  UseFaucet,
  FaucetReceipt,
  LedgerEntry,
  ListQuery,
  PaymentStats,
  ReplayEvents,
  DecideReview,
  RotateWebhookSecret,
  TreasuryBalance,
  TreasurySettings,
  UpdateTreasurySettings,
  UpdateWebhookEndpoint,
  Wallet,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEvent,
} from './types.js';

export class Wallets extends Resource {
  /** @throws ComplianceBlockedError when the owner cannot be verified */
  create(params: CreateWallet, options?: WriteOptions): Promise<Wallet> {
    return this.transport.post('/wallets', params, options);
  }

  /** Creates up to 100 wallets; the answer has a wallet or an error for each, in order. */
  bulk(params: CreateWallets, options?: WriteOptions): Promise<CreatedWallets> {
    return this.transport.post('/wallets/bulk', params, options);
  }

  get(id: string, options?: CallOptions): Promise<Wallet> {
    return this.transport.get(pathOf('/wallets', id), {}, options);
  }

  /** The wallet with what a final block of its chain says of it: limit, spent, balances. */
  onchain(id: string, options?: CallOptions): Promise<ExpandedWallet> {
    return this.transport.get(pathOf('/wallets', id), { expand: 'onchain' }, options);
  }

  list(query: ListQuery<'listWallets'> = {}, options: CallOptions = {}): List<Wallet> {
    return new List(this.transport, '/wallets', query, options);
  }

  /** The entries of the ledger that move money of the wallet, the newest first. */
  ledger(id: string, query: ListQuery<'listWalletLedger'> = {}, options: CallOptions = {}): List<LedgerEntry> {
    return new List(this.transport, pathOf('/wallets', id, '/ledger'), query, options);
  }
}

export class Approvals extends Resource {
  list(query: ListQuery<'listApprovals'> = {}, options: CallOptions = {}): List<Approval> {
    return new List(this.transport, '/approvals', query, options);
  }

  get(id: string, options?: CallOptions): Promise<Approval> {
    return this.transport.get(pathOf('/approvals', id), {}, options);
  }

  /**
   * A live wallet's approvers sign the approval's `typed_data`, and `signature` carries it.
   *
   * @throws InvalidStateError when it is decided already
   */
  approve(id: string, params: ApprovePayment = {}, options?: WriteOptions): Promise<Approval> {
    return this.transport.post(pathOf('/approvals', id, '/approve'), params, options);
  }

  /** @throws InvalidStateError when it is decided already */
  reject(id: string, params: DecideApproval = {}, options?: WriteOptions): Promise<Approval> {
    return this.transport.post(pathOf('/approvals', id, '/reject'), params, options);
  }
}

export class Deposits extends Resource {
  /** Money whose sender was screened before it was available, the newest first. */
  list(query: ListQuery<'listDeposits'> = {}, options: CallOptions = {}): List<Deposit> {
    return new List(this.transport, '/deposits', query, options);
  }

  get(id: string, options?: CallOptions): Promise<Deposit> {
    return this.transport.get(pathOf('/deposits', id), {}, options);
  }

  /** @throws InvalidStateError unless a person has to decide */
  decide(id: string, params: DecideDeposit, options?: WriteOptions): Promise<Deposit> {
    return this.transport.post(pathOf('/deposits', id, '/decision'), params, options);
  }
}

class Settings extends Resource {
  get(options?: CallOptions): Promise<TreasurySettings> {
    return this.transport.get('/treasury/settings', {}, options);
  }

  /** What is left out stays, `null` removes. */
  update(params: UpdateTreasurySettings, options?: CallOptions): Promise<TreasurySettings> {
    return this.transport.patch('/treasury/settings', params, options);
  }
}

export class Treasury extends Resource {
  readonly settings = new Settings(this.transport);

  balance(options?: CallOptions): Promise<TreasuryBalance> {
    return this.transport.get('/treasury/balance', {}, options);
  }

  ledger(query: ListQuery<'listLedgerEntries'> = {}, options: CallOptions = {}): List<LedgerEntry> {
    return new List(this.transport, '/treasury/ledger', query, options);
  }
}

class Attestations extends Resource {
  create(params: CreateAttestation, options?: WriteOptions): Promise<Attestation> {
    return this.transport.post('/compliance/attestations', params, options);
  }

  list(query: ListQuery<'listAttestations'> = {}, options: CallOptions = {}): List<Attestation> {
    return new List(this.transport, '/compliance/attestations', query, options);
  }

  get(id: string, options?: CallOptions): Promise<Attestation> {
    return this.transport.get(pathOf('/compliance/attestations', id), {}, options);
  }

  revoke(id: string, options?: CallOptions): Promise<Attestation> {
    return this.transport.delete(pathOf('/compliance/attestations', id), options);
  }
}

export class Compliance extends Resource {
  readonly attestations = new Attestations(this.transport);

  /** Screens an address. */
  check(params: CheckAddress, options?: WriteOptions): Promise<ComplianceResult> {
    return this.transport.post('/compliance/check', params, options);
  }

  get(ref: string, options?: CallOptions): Promise<ComplianceResult> {
    return this.transport.get(pathOf('/compliance/checks', ref), {}, options);
  }

  list(query: ListQuery<'listComplianceResults'> = {}, options: CallOptions = {}): List<ComplianceResult> {
    return new List(this.transport, '/compliance/checks', query, options);
  }

  /** Clears or blocks what is in review. */
  decide(ref: string, params: DecideReview, options?: WriteOptions): Promise<ComplianceResult> {
    return this.transport.post(pathOf('/compliance/checks', ref, '/decision'), params, options);
  }
}

export class WebhookEndpoints extends Resource {
  /** The answer has the endpoint's secret, which is not shown again. */
  create(params: CreateWebhookEndpoint, options?: WriteOptions): Promise<WebhookEndpointWithSecret> {
    return this.transport.post('/webhook_endpoints', params, options);
  }

  list(query: ListQuery<'listWebhookEndpoints'> = {}, options: CallOptions = {}): List<WebhookEndpoint> {
    return new List(this.transport, '/webhook_endpoints', query, options);
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.transport.get(pathOf('/webhook_endpoints', id), {}, options);
  }

  update(id: string, params: UpdateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.transport.patch(pathOf('/webhook_endpoints', id), params, options);
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.transport.delete(pathOf('/webhook_endpoints', id), options);
  }

  /** The answer has the new secret. The old one signs as well for 24 hours, or for `expires_in` seconds. */
  rotateSecret(
    id: string,
    options?: WriteOptions,
    params: RotateWebhookSecret = {},
  ): Promise<WebhookEndpointWithSecret> {
    return this.transport.post(pathOf('/webhook_endpoints', id, '/rotate_secret'), params, options);
  }

  /** Sends `webhook.test` to the endpoint. */
  test(id: string, options?: WriteOptions): Promise<WebhookEndpoint> {
    return this.transport.post(pathOf('/webhook_endpoints', id, '/test'), {}, options);
  }

  deliveries(id: string, query: ListQuery<'listDeliveries'> = {}, options: CallOptions = {}): List<Delivery> {
    return new List(this.transport, pathOf('/webhook_endpoints', id, '/deliveries'), query, options);
  }

  /** Sends events again, under their own ids. */
  replay(id: string, params: ReplayEvents, options?: WriteOptions): Promise<WebhookEndpoint> {
    return this.transport.post(pathOf('/webhook_endpoints', id, '/replay'), params, options);
  }
}

export class Events extends Resource {
  /** The newest first; with `order: 'asc'` the oldest, and with `wait` the answer is held until there is an event. */
  list(query: ListQuery<'listEvents'> = {}, options: CallOptions = {}): List<WebhookEvent> {
    const timeoutMs = this.transport.timeoutMsWith(query.wait);
    return new List(this.transport, '/events', query, { timeoutMs, ...options });
  }

  get(id: string, options?: CallOptions): Promise<WebhookEvent> {
    return this.transport.get(pathOf('/events', id), {}, options);
  }
}

export class Stats extends Resource {
  /** Counts, volumes, fees and settlement times of payments, by hour or day. */
  get(query: ListQuery<'getStats'> = {}, options?: CallOptions): Promise<PaymentStats> {
    return this.transport.get('/stats', query, options);
  }
}

/** With test keys only. */
export class Sandbox extends Resource {
  /** Credits the treasury, or a wallet. */
  faucet(params: UseFaucet, options?: WriteOptions): Promise<FaucetReceipt> {
    return this.transport.post('/sandbox/faucet', params, options);
  }
}
