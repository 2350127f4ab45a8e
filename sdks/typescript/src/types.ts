import type { components, operations, webhooks } from './generated/openapi.js';

type Schemas = components['schemas'];

/** The filters of a list. */
export type ListQuery<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

export type Payment = Schemas['Payment'];
export type CreatePayment = Schemas['CreatePayment'];
export type Simulation = Schemas['Simulation'];
export type Timeline = Schemas['Timeline'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type Wallet = Schemas['Wallet'];
export type ExpandedWallet = Schemas['ExpandedWallet'];
export type CreateWallet = Schemas['CreateWallet'];
export type CreateWallets = Schemas['CreateWallets'];
export type CreatedWallets = Schemas['CreatedWallets'];
export type Approval = Schemas['Approval'];
export type ApprovePayment = Schemas['ApprovePayment'];
export type DecideApproval = Schemas['DecideApproval'];
export type TreasuryBalance = Schemas['TreasuryBalance'];
export type TreasurySettings = Schemas['TreasurySettings'];
export type UpdateTreasurySettings = Schemas['UpdateTreasurySettings'];
export type LedgerEntry = Schemas['LedgerEntry'];
export type PaymentStats = Schemas['PaymentStats'];
export type Policies = Schemas['Policies'];
export type UpdatePolicies = Schemas['UpdatePolicies'];
export type Rules = Schemas['Rules'];
export type RuleDraft = Schemas['RuleDraft'];
export type CreateRuleDraft = Schemas['CreateRuleDraft'];
export type UpdateRuleDraft = Schemas['UpdateRuleDraft'];
export type AgreeToRuleDraft = Schemas['AgreeToRuleDraft'];
export type PublishRuleDraft = Schemas['PublishRuleDraft'];
export type DiscardedRuleDraft = Schemas['DiscardedRuleDraft'];
export type Member = Schemas['Member'];
export type RotateApiKey = Schemas['RotateApiKey'];
export type RotateWebhookSecret = Schemas['RotateWebhookSecret'];
export type SetMember = Schemas['SetMember'];
export type ComplianceResult = Schemas['ComplianceResult'];
export type CheckAddress = Schemas['CheckAddress'];
export type DecideReview = Schemas['DecideReview'];
export type Deposit = Schemas['Deposit'];
export type DecideDeposit = Schemas['DecideDeposit'];
export type Attestation = Schemas['Attestation'];
export type AuditLogEntry = Schemas['AuditLogEntry'];
export type CreateAttestation = Schemas['CreateAttestation'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];
export type CreateWebhookEndpoint = Schemas['CreateWebhookEndpoint'];
export type UpdateWebhookEndpoint = Schemas['UpdateWebhookEndpoint'];
export type ReplayEvents = Schemas['ReplayEvents'];
export type Delivery = Schemas['Delivery'];
export type Deleted = Schemas['Deleted'];
export type ApiKey = Schemas['ApiKey'];
export type ApiKeyWithSecret = Schemas['ApiKeyWithSecret'];
export type CreateApiKey = Schemas['CreateApiKey'];
export type UpdateApiKey = Schemas['UpdateApiKey'];
export type UseFaucet = Schemas['UseFaucet'];
export type FaucetReceipt = Schemas['FaucetReceipt'];

/** What a webhook tells, by its `type`. More types may be added: answer 2xx to one that you do not know. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];
