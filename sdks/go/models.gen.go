// Code generated from apps/gateway/openapi.json by generate. DO NOT EDIT.

package stablecoin

import (
	"encoding/json"
	"fmt"
	"time"
)

// Defines values for ActorType.
const (
	ActorTypeKey     ActorType = "key"
	ActorTypeSystem  ActorType = "system"
	ActorTypeUnknown ActorType = "unknown"
	ActorTypeUser    ActorType = "user"
)

// Defines values for AlarmName.
const (
	AlarmNameChainEndpointsDisagree AlarmName = "chain_endpoints_disagree"
	AlarmNameDeadLetters            AlarmName = "dead_letters"
	AlarmNameDepositsHeld           AlarmName = "deposits_held"
	AlarmNamePartDown               AlarmName = "part_down"
	AlarmNameSanctionsListRefused   AlarmName = "sanctions_list_refused"
	AlarmNameSanctionsListStale     AlarmName = "sanctions_list_stale"
	AlarmNameSenderGasLow           AlarmName = "sender_gas_low"
	AlarmNameServiceUnreachable     AlarmName = "service_unreachable"
	AlarmNameTransactionsSetAside   AlarmName = "transactions_set_aside"
	AlarmNameTreasuryDiffers        AlarmName = "treasury_differs"
	AlarmNameWalletAllowances       AlarmName = "wallet_allowances"
)

// Defines values for AlarmService.
const (
	AlarmServiceCompliance AlarmService = "compliance"
	AlarmServiceGateway    AlarmService = "gateway"
	AlarmServicePayment    AlarmService = "payment"
	AlarmServiceTreasury   AlarmService = "treasury"
	AlarmServiceWallet     AlarmService = "wallet"
	AlarmServiceWebhook    AlarmService = "webhook"
)

// Defines values for AlarmSeverity.
const (
	AlarmSeverityCritical AlarmSeverity = "critical"
	AlarmSeverityWarning  AlarmSeverity = "warning"
)

// Defines values for ApprovalStatus.
const (
	ApprovalStatusApproved ApprovalStatus = "approved"
	ApprovalStatusCanceled ApprovalStatus = "canceled"
	ApprovalStatusExpired  ApprovalStatus = "expired"
	ApprovalStatusPending  ApprovalStatus = "pending"
	ApprovalStatusRejected ApprovalStatus = "rejected"
)

// Defines values for AttestationStatus.
const (
	AttestationStatusActive  AttestationStatus = "active"
	AttestationStatusExpired AttestationStatus = "expired"
	AttestationStatusRevoked AttestationStatus = "revoked"
)

// Defines values for AuditLogEntryAction.
const (
	AuditLogEntryActionAPIKeyCreated                AuditLogEntryAction = "api_key.created"
	AuditLogEntryActionAPIKeyRefused                AuditLogEntryAction = "api_key.refused"
	AuditLogEntryActionAPIKeyRevoked                AuditLogEntryAction = "api_key.revoked"
	AuditLogEntryActionAPIKeyRotated                AuditLogEntryAction = "api_key.rotated"
	AuditLogEntryActionAPIKeyUpdated                AuditLogEntryAction = "api_key.updated"
	AuditLogEntryActionAPIKeyUsedFromNewAddress     AuditLogEntryAction = "api_key.used_from_new_address"
	AuditLogEntryActionApprovalApproved             AuditLogEntryAction = "approval.approved"
	AuditLogEntryActionApprovalRejected             AuditLogEntryAction = "approval.rejected"
	AuditLogEntryActionAttestationCreated           AuditLogEntryAction = "attestation.created"
	AuditLogEntryActionAttestationRevoked           AuditLogEntryAction = "attestation.revoked"
	AuditLogEntryActionComplianceCheckCreated       AuditLogEntryAction = "compliance_check.created"
	AuditLogEntryActionComplianceCheckDecided       AuditLogEntryAction = "compliance_check.decided"
	AuditLogEntryActionDeadLetterRedriven           AuditLogEntryAction = "dead_letter.redriven"
	AuditLogEntryActionDepositCleared               AuditLogEntryAction = "deposit.cleared"
	AuditLogEntryActionDepositKept                  AuditLogEntryAction = "deposit.kept"
	AuditLogEntryActionMemberCreated                AuditLogEntryAction = "member.created"
	AuditLogEntryActionMemberRefused                AuditLogEntryAction = "member.refused"
	AuditLogEntryActionMemberUpdated                AuditLogEntryAction = "member.updated"
	AuditLogEntryActionMemberUsedFromNewAddress     AuditLogEntryAction = "member.used_from_new_address"
	AuditLogEntryActionPaymentCanceled              AuditLogEntryAction = "payment.canceled"
	AuditLogEntryActionPaymentCreated               AuditLogEntryAction = "payment.created"
	AuditLogEntryActionPaymentResumed               AuditLogEntryAction = "payment.resumed"
	AuditLogEntryActionPaymentScreeningSkipped      AuditLogEntryAction = "payment.screening_skipped"
	AuditLogEntryActionPoliciesUpdated              AuditLogEntryAction = "policies.updated"
	AuditLogEntryActionRulesAgreed                  AuditLogEntryAction = "rules.agreed"
	AuditLogEntryActionRulesDraftChanged            AuditLogEntryAction = "rules.draft_changed"
	AuditLogEntryActionRulesDraftDiscarded          AuditLogEntryAction = "rules.draft_discarded"
	AuditLogEntryActionRulesDrafted                 AuditLogEntryAction = "rules.drafted"
	AuditLogEntryActionRulesPublished               AuditLogEntryAction = "rules.published"
	AuditLogEntryActionSessionAllEnded              AuditLogEntryAction = "session.all_ended"
	AuditLogEntryActionSessionCreated               AuditLogEntryAction = "session.created"
	AuditLogEntryActionSessionEnded                 AuditLogEntryAction = "session.ended"
	AuditLogEntryActionSessionRefused               AuditLogEntryAction = "session.refused"
	AuditLogEntryActionTreasuryCredited             AuditLogEntryAction = "treasury.credited"
	AuditLogEntryActionTreasurySettingsUpdated      AuditLogEntryAction = "treasury.settings_updated"
	AuditLogEntryActionTreasuryTransferBooked       AuditLogEntryAction = "treasury.transfer_booked"
	AuditLogEntryActionWalletCreated                AuditLogEntryAction = "wallet.created"
	AuditLogEntryActionWalletCredited               AuditLogEntryAction = "wallet.credited"
	AuditLogEntryActionWalletTransferBooked         AuditLogEntryAction = "wallet.transfer_booked"
	AuditLogEntryActionWebhookEndpointCreated       AuditLogEntryAction = "webhook_endpoint.created"
	AuditLogEntryActionWebhookEndpointDeleted       AuditLogEntryAction = "webhook_endpoint.deleted"
	AuditLogEntryActionWebhookEndpointDisabled      AuditLogEntryAction = "webhook_endpoint.disabled"
	AuditLogEntryActionWebhookEndpointEnabled       AuditLogEntryAction = "webhook_endpoint.enabled"
	AuditLogEntryActionWebhookEndpointReplayed      AuditLogEntryAction = "webhook_endpoint.replayed"
	AuditLogEntryActionWebhookEndpointSecretRotated AuditLogEntryAction = "webhook_endpoint.secret_rotated"
	AuditLogEntryActionWebhookEndpointTested        AuditLogEntryAction = "webhook_endpoint.tested"
	AuditLogEntryActionWebhookEndpointUpdated       AuditLogEntryAction = "webhook_endpoint.updated"
)

// Defines values for Chain.
const (
	ChainAuto     Chain = "auto"
	ChainBase     Chain = "base"
	ChainEthereum Chain = "ethereum"
	ChainSolana   Chain = "solana"
)

// Defines values for CheckName.
const (
	CheckNameAML        CheckName = "aml"
	CheckNameKYC        CheckName = "kyc"
	CheckNameSanctions  CheckName = "sanctions"
	CheckNameTravelRule CheckName = "travel_rule"
)

// Defines values for CheckOutcome.
const (
	CheckOutcomeFail       CheckOutcome = "fail"
	CheckOutcomeNotCovered CheckOutcome = "not_covered"
	CheckOutcomePass       CheckOutcome = "pass"
	CheckOutcomeReview     CheckOutcome = "review"
)

// Defines values for Code.
const (
	CodeChainUnavailable    Code = "chain_unavailable"
	CodeComplianceBlocked   Code = "compliance_blocked"
	CodeIdempotencyConflict Code = "idempotency_conflict"
	CodeInsufficientBalance Code = "insufficient_balance"
	CodeInsufficientScope   Code = "insufficient_scope"
	CodeInternalError       Code = "internal_error"
	CodeInvalidRequest      Code = "invalid_request"
	CodeInvalidState        Code = "invalid_state"
	CodeNotFound            Code = "not_found"
	CodePlanRequired        Code = "plan_required"
	CodePossibleDuplicate   Code = "possible_duplicate"
	CodeRateLimited         Code = "rate_limited"
	CodeRuleDenied          Code = "rule_denied"
	CodeUnauthorized        Code = "unauthorized"
)

// Defines values for ComplianceMode.
const (
	ComplianceModeAuto ComplianceMode = "auto"
	ComplianceModeSkip ComplianceMode = "skip"
)

// Defines values for ComplianceStatus.
const (
	ComplianceStatusBlocked ComplianceStatus = "blocked"
	ComplianceStatusCleared ComplianceStatus = "cleared"
	ComplianceStatusReview  ComplianceStatus = "review"
)

// Defines values for CreateRuleDraftOtherwise.
const (
	CreateRuleDraftOtherwiseAllow CreateRuleDraftOtherwise = "allow"
	CreateRuleDraftOtherwiseDeny  CreateRuleDraftOtherwise = "deny"
)

// Defines values for Currency.
const (
	CurrencyETH  Currency = "ETH"
	CurrencyEURC Currency = "EURC"
	CurrencySOL  Currency = "SOL"
	CurrencyUSDC Currency = "USDC"
)

// Defines values for DeadLetterConsumer.
const (
	DeadLetterConsumerCompliance DeadLetterConsumer = "compliance"
	DeadLetterConsumerGateway    DeadLetterConsumer = "gateway"
	DeadLetterConsumerPayment    DeadLetterConsumer = "payment"
	DeadLetterConsumerTreasury   DeadLetterConsumer = "treasury"
	DeadLetterConsumerWallet     DeadLetterConsumer = "wallet"
	DeadLetterConsumerWebhook    DeadLetterConsumer = "webhook"
)

// Defines values for DeliveryStatus.
const (
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	DeliveryStatusFailed    DeliveryStatus = "failed"
	DeliveryStatusPending   DeliveryStatus = "pending"
)

// Defines values for DeliveryWithBodyStatus.
const (
	DeliveryWithBodyStatusDelivered DeliveryWithBodyStatus = "delivered"
	DeliveryWithBodyStatusFailed    DeliveryWithBodyStatus = "failed"
	DeliveryWithBodyStatusPending   DeliveryWithBodyStatus = "pending"
)

// Defines values for DepositStatus.
const (
	DepositStatusHeld      DepositStatus = "held"
	DepositStatusKept      DepositStatus = "kept"
	DepositStatusReleased  DepositStatus = "released"
	DepositStatusScreening DepositStatus = "screening"
)

// Defines values for DepositVerdict.
const (
	DepositVerdictClear DepositVerdict = "clear"
	DepositVerdictKeep  DepositVerdict = "keep"
)

// Defines values for DisabledWebhookEndpointStatus.
const (
	DisabledWebhookEndpointStatusDisabled DisabledWebhookEndpointStatus = "disabled"
)

// Defines values for DuplicateGuard.
const (
	DuplicateGuardAll       DuplicateGuard = "all"
	DuplicateGuardBoundKeys DuplicateGuard = "bound_keys"
	DuplicateGuardOff       DuplicateGuard = "off"
)

// Defines values for EndpointStatus.
const (
	EndpointStatusDisabled EndpointStatus = "disabled"
	EndpointStatusEnabled  EndpointStatus = "enabled"
)

// Defines values for EventType.
const (
	EventTypeComplianceMatchFound     EventType = "compliance.match_found"
	EventTypeDepositHeld              EventType = "deposit.held"
	EventTypeDepositReleased          EventType = "deposit.released"
	EventTypePaymentAwaitingApproval  EventType = "payment.awaiting_approval"
	EventTypePaymentComplianceBlocked EventType = "payment.compliance_blocked"
	EventTypePaymentFailed            EventType = "payment.failed"
	EventTypePaymentInReview          EventType = "payment.in_review"
	EventTypePaymentSettled           EventType = "payment.settled"
	EventTypePaymentWaiting           EventType = "payment.waiting"
	EventTypeRulesPublished           EventType = "rules.published"
	EventTypeTreasuryLowBalance       EventType = "treasury.low_balance"
	EventTypeWalletActivated          EventType = "wallet.activated"
	EventTypeWalletFunded             EventType = "wallet.funded"
	EventTypeWalletSpendLimitReached  EventType = "wallet.spend_limit_reached"
	EventTypeWebhookEndpointDisabled  EventType = "webhook_endpoint.disabled"
	EventTypeWebhookTest              EventType = "webhook.test"
)

// Defines values for ExpandedWalletStatus.
const (
	ExpandedWalletStatusActive   ExpandedWalletStatus = "active"
	ExpandedWalletStatusInReview ExpandedWalletStatus = "in_review"
	ExpandedWalletStatusRejected ExpandedWalletStatus = "rejected"
)

// Defines values for GetPaymentTimelineExpand.
const (
	GetPaymentTimelineExpandDeliveries          GetPaymentTimelineExpand = "deliveries"
	GetPaymentTimelineExpandDeliveriesScreening GetPaymentTimelineExpand = "deliveries,screening"
	GetPaymentTimelineExpandScreening           GetPaymentTimelineExpand = "screening"
	GetPaymentTimelineExpandScreeningDeliveries GetPaymentTimelineExpand = "screening,deliveries"
)

// Defines values for LedgerEntryKind.
const (
	LedgerEntryKindCredited   LedgerEntryKind = "credited"
	LedgerEntryKindHeld       LedgerEntryKind = "held"
	LedgerEntryKindNetworkFee LedgerEntryKind = "network_fee"
	LedgerEntryKindOpened     LedgerEntryKind = "opened"
	LedgerEntryKindPosted     LedgerEntryKind = "posted"
	LedgerEntryKindReleased   LedgerEntryKind = "released"
	LedgerEntryKindReserved   LedgerEntryKind = "reserved"
	LedgerEntryKindReturned   LedgerEntryKind = "returned"
	LedgerEntryKindVoided     LedgerEntryKind = "voided"
)

// Defines values for LedgerKind.
const (
	LedgerKindCredited   LedgerKind = "credited"
	LedgerKindHeld       LedgerKind = "held"
	LedgerKindNetworkFee LedgerKind = "network_fee"
	LedgerKindOpened     LedgerKind = "opened"
	LedgerKindPosted     LedgerKind = "posted"
	LedgerKindReleased   LedgerKind = "released"
	LedgerKindReserved   LedgerKind = "reserved"
	LedgerKindReturned   LedgerKind = "returned"
	LedgerKindVoided     LedgerKind = "voided"
)

// Defines values for LimitPer.
const (
	LimitPerCreator   LimitPer = "creator"
	LimitPerPayer     LimitPer = "payer"
	LimitPerRecipient LimitPer = "recipient"
)

// Defines values for ListAuditLogAction.
const (
	ListAuditLogActionAPIKeyCreated                ListAuditLogAction = "api_key.created"
	ListAuditLogActionAPIKeyRefused                ListAuditLogAction = "api_key.refused"
	ListAuditLogActionAPIKeyRevoked                ListAuditLogAction = "api_key.revoked"
	ListAuditLogActionAPIKeyRotated                ListAuditLogAction = "api_key.rotated"
	ListAuditLogActionAPIKeyUpdated                ListAuditLogAction = "api_key.updated"
	ListAuditLogActionAPIKeyUsedFromNewAddress     ListAuditLogAction = "api_key.used_from_new_address"
	ListAuditLogActionApprovalApproved             ListAuditLogAction = "approval.approved"
	ListAuditLogActionApprovalRejected             ListAuditLogAction = "approval.rejected"
	ListAuditLogActionAttestationCreated           ListAuditLogAction = "attestation.created"
	ListAuditLogActionAttestationRevoked           ListAuditLogAction = "attestation.revoked"
	ListAuditLogActionComplianceCheckCreated       ListAuditLogAction = "compliance_check.created"
	ListAuditLogActionComplianceCheckDecided       ListAuditLogAction = "compliance_check.decided"
	ListAuditLogActionDeadLetterRedriven           ListAuditLogAction = "dead_letter.redriven"
	ListAuditLogActionDepositCleared               ListAuditLogAction = "deposit.cleared"
	ListAuditLogActionDepositKept                  ListAuditLogAction = "deposit.kept"
	ListAuditLogActionMemberCreated                ListAuditLogAction = "member.created"
	ListAuditLogActionMemberRefused                ListAuditLogAction = "member.refused"
	ListAuditLogActionMemberUpdated                ListAuditLogAction = "member.updated"
	ListAuditLogActionMemberUsedFromNewAddress     ListAuditLogAction = "member.used_from_new_address"
	ListAuditLogActionPaymentCanceled              ListAuditLogAction = "payment.canceled"
	ListAuditLogActionPaymentCreated               ListAuditLogAction = "payment.created"
	ListAuditLogActionPaymentResumed               ListAuditLogAction = "payment.resumed"
	ListAuditLogActionPaymentScreeningSkipped      ListAuditLogAction = "payment.screening_skipped"
	ListAuditLogActionPoliciesUpdated              ListAuditLogAction = "policies.updated"
	ListAuditLogActionRulesAgreed                  ListAuditLogAction = "rules.agreed"
	ListAuditLogActionRulesDraftChanged            ListAuditLogAction = "rules.draft_changed"
	ListAuditLogActionRulesDraftDiscarded          ListAuditLogAction = "rules.draft_discarded"
	ListAuditLogActionRulesDrafted                 ListAuditLogAction = "rules.drafted"
	ListAuditLogActionRulesPublished               ListAuditLogAction = "rules.published"
	ListAuditLogActionSessionAllEnded              ListAuditLogAction = "session.all_ended"
	ListAuditLogActionSessionCreated               ListAuditLogAction = "session.created"
	ListAuditLogActionSessionEnded                 ListAuditLogAction = "session.ended"
	ListAuditLogActionSessionRefused               ListAuditLogAction = "session.refused"
	ListAuditLogActionTreasuryCredited             ListAuditLogAction = "treasury.credited"
	ListAuditLogActionTreasurySettingsUpdated      ListAuditLogAction = "treasury.settings_updated"
	ListAuditLogActionTreasuryTransferBooked       ListAuditLogAction = "treasury.transfer_booked"
	ListAuditLogActionWalletCreated                ListAuditLogAction = "wallet.created"
	ListAuditLogActionWalletCredited               ListAuditLogAction = "wallet.credited"
	ListAuditLogActionWalletTransferBooked         ListAuditLogAction = "wallet.transfer_booked"
	ListAuditLogActionWebhookEndpointCreated       ListAuditLogAction = "webhook_endpoint.created"
	ListAuditLogActionWebhookEndpointDeleted       ListAuditLogAction = "webhook_endpoint.deleted"
	ListAuditLogActionWebhookEndpointDisabled      ListAuditLogAction = "webhook_endpoint.disabled"
	ListAuditLogActionWebhookEndpointEnabled       ListAuditLogAction = "webhook_endpoint.enabled"
	ListAuditLogActionWebhookEndpointReplayed      ListAuditLogAction = "webhook_endpoint.replayed"
	ListAuditLogActionWebhookEndpointSecretRotated ListAuditLogAction = "webhook_endpoint.secret_rotated"
	ListAuditLogActionWebhookEndpointTested        ListAuditLogAction = "webhook_endpoint.tested"
	ListAuditLogActionWebhookEndpointUpdated       ListAuditLogAction = "webhook_endpoint.updated"
)

// Defines values for ListDeadLettersConsumer.
const (
	ListDeadLettersConsumerCompliance ListDeadLettersConsumer = "compliance"
	ListDeadLettersConsumerGateway    ListDeadLettersConsumer = "gateway"
	ListDeadLettersConsumerPayment    ListDeadLettersConsumer = "payment"
	ListDeadLettersConsumerTreasury   ListDeadLettersConsumer = "treasury"
	ListDeadLettersConsumerWallet     ListDeadLettersConsumer = "wallet"
	ListDeadLettersConsumerWebhook    ListDeadLettersConsumer = "webhook"
)

// Defines values for LowTreasuryBalanceScope.
const (
	LowTreasuryBalanceScopeBase     LowTreasuryBalanceScope = "base"
	LowTreasuryBalanceScopeEthereum LowTreasuryBalanceScope = "ethereum"
	LowTreasuryBalanceScopeSolana   LowTreasuryBalanceScope = "solana"
	LowTreasuryBalanceScopeTotal    LowTreasuryBalanceScope = "total"
)

// Defines values for MemberStatus.
const (
	MemberStatusActive   MemberStatus = "active"
	MemberStatusDisabled MemberStatus = "disabled"
)

// Defines values for Order.
const (
	OrderAsc  Order = "asc"
	OrderDesc Order = "desc"
)

// Defines values for PaymentErrorCode.
const (
	PaymentErrorCodeApprovalExpired      PaymentErrorCode = "approval_expired"
	PaymentErrorCodeApprovalRejected     PaymentErrorCode = "approval_rejected"
	PaymentErrorCodeCanceled             PaymentErrorCode = "canceled"
	PaymentErrorCodeChainUnavailable     PaymentErrorCode = "chain_unavailable"
	PaymentErrorCodeComplianceBlocked    PaymentErrorCode = "compliance_blocked"
	PaymentErrorCodeIdempotencyConflict  PaymentErrorCode = "idempotency_conflict"
	PaymentErrorCodeInsufficientBalance  PaymentErrorCode = "insufficient_balance"
	PaymentErrorCodeInsufficientGas      PaymentErrorCode = "insufficient_gas"
	PaymentErrorCodeInternalError        PaymentErrorCode = "internal_error"
	PaymentErrorCodeRecipientBlocklisted PaymentErrorCode = "recipient_blocklisted"
	PaymentErrorCodeRuleDenied           PaymentErrorCode = "rule_denied"
	PaymentErrorCodeSpendLimitOnchain    PaymentErrorCode = "spend_limit_onchain"
	PaymentErrorCodeTransactionExpired   PaymentErrorCode = "transaction_expired"
	PaymentErrorCodeTransactionReverted  PaymentErrorCode = "transaction_reverted"
	PaymentErrorCodeWalletBlocklisted    PaymentErrorCode = "wallet_blocklisted"
	PaymentErrorCodeWalletPolicyChanged  PaymentErrorCode = "wallet_policy_changed"
)

// Defines values for PaymentStage.
const (
	PaymentStageAwaitingApproval PaymentStage = "awaiting_approval"
	PaymentStageBroadcast        PaymentStage = "broadcast"
	PaymentStageConfirming       PaymentStage = "confirming"
	PaymentStageDone             PaymentStage = "done"
	PaymentStageHeld             PaymentStage = "held"
	PaymentStageQueued           PaymentStage = "queued"
	PaymentStageReserving        PaymentStage = "reserving"
	PaymentStageScreening        PaymentStage = "screening"
	PaymentStageWaiting          PaymentStage = "waiting"
)

// Defines values for PaymentStatus.
const (
	PaymentStatusFailed  PaymentStatus = "failed"
	PaymentStatusPending PaymentStatus = "pending"
	PaymentStatusSettled PaymentStatus = "settled"
)

// Defines values for Plan.
const (
	PlanEnterprise Plan = "enterprise"
	PlanScale      Plan = "scale"
)

// Defines values for PublishedRulesAgreement.
const (
	PublishedRulesAgreementDelay        PublishedRulesAgreement = "delay"
	PublishedRulesAgreementSandbox      PublishedRulesAgreement = "sandbox"
	PublishedRulesAgreementSecondPerson PublishedRulesAgreement = "second_person"
)

// Defines values for ReconciledBalanceStatus.
const (
	ReconciledBalanceStatusDiffers   ReconciledBalanceStatus = "differs"
	ReconciledBalanceStatusMatched   ReconciledBalanceStatus = "matched"
	ReconciledBalanceStatusSimulated ReconciledBalanceStatus = "simulated"
	ReconciledBalanceStatusUnknown   ReconciledBalanceStatus = "unknown"
)

// Defines values for RedrivenOutcome.
const (
	RedrivenOutcomeFailed  RedrivenOutcome = "failed"
	RedrivenOutcomeHandled RedrivenOutcome = "handled"
	RedrivenOutcomeSent    RedrivenOutcome = "sent"
)

// Defines values for ReviewVerdict.
const (
	ReviewVerdictBlock ReviewVerdict = "block"
	ReviewVerdictClear ReviewVerdict = "clear"
)

// Defines values for Role.
const (
	RoleAdministrator Role = "administrator"
	RoleApprover      Role = "approver"
	RoleDeveloper     Role = "developer"
	RoleOperator      Role = "operator"
	RoleReviewer      Role = "reviewer"
	RoleViewer        Role = "viewer"
)

// Defines values for RuleConditionsChains.
const (
	RuleConditionsChainsBase     RuleConditionsChains = "base"
	RuleConditionsChainsEthereum RuleConditionsChains = "ethereum"
	RuleConditionsChainsSolana   RuleConditionsChains = "solana"
)

// Defines values for RuleConditionsWeekdays.
const (
	RuleConditionsWeekdaysFri RuleConditionsWeekdays = "fri"
	RuleConditionsWeekdaysMon RuleConditionsWeekdays = "mon"
	RuleConditionsWeekdaysSat RuleConditionsWeekdays = "sat"
	RuleConditionsWeekdaysSun RuleConditionsWeekdays = "sun"
	RuleConditionsWeekdaysThu RuleConditionsWeekdays = "thu"
	RuleConditionsWeekdaysTue RuleConditionsWeekdays = "tue"
	RuleConditionsWeekdaysWed RuleConditionsWeekdays = "wed"
)

// Defines values for RuleDraftOtherwise.
const (
	RuleDraftOtherwiseAllow RuleDraftOtherwise = "allow"
	RuleDraftOtherwiseDeny  RuleDraftOtherwise = "deny"
)

// Defines values for RuleEffect.
const (
	RuleEffectAllow   RuleEffect = "allow"
	RuleEffectDeny    RuleEffect = "deny"
	RuleEffectLimit   RuleEffect = "limit"
	RuleEffectRequire RuleEffect = "require"
)

// Defines values for RuleMatchEffect.
const (
	RuleMatchEffectAllow   RuleMatchEffect = "allow"
	RuleMatchEffectDeny    RuleMatchEffect = "deny"
	RuleMatchEffectLimit   RuleMatchEffect = "limit"
	RuleMatchEffectRequire RuleMatchEffect = "require"
)

// Defines values for RulePer.
const (
	RulePerCreator   RulePer = "creator"
	RulePerPayer     RulePer = "payer"
	RulePerRecipient RulePer = "recipient"
)

// Defines values for RulesOtherwise.
const (
	RulesOtherwiseAllow RulesOtherwise = "allow"
	RulesOtherwiseDeny  RulesOtherwise = "deny"
)

// Defines values for Scope.
const (
	ScopeApprovalsWrite  Scope = "approvals:write"
	ScopeAuditRead       Scope = "audit:read"
	ScopeComplianceRead  Scope = "compliance:read"
	ScopeComplianceWrite Scope = "compliance:write"
	ScopeEventsRead      Scope = "events:read"
	ScopeKeysRead        Scope = "keys:read"
	ScopeKeysWrite       Scope = "keys:write"
	ScopeMembersRead     Scope = "members:read"
	ScopeMembersWrite    Scope = "members:write"
	ScopePaymentsRead    Scope = "payments:read"
	ScopePaymentsWrite   Scope = "payments:write"
	ScopePoliciesRead    Scope = "policies:read"
	ScopePoliciesWrite   Scope = "policies:write"
	ScopeScreeningsSkip  Scope = "screenings:skip"
	ScopeScreeningsWrite Scope = "screenings:write"
	ScopeSystemRead      Scope = "system:read"
	ScopeSystemWrite     Scope = "system:write"
	ScopeTreasuryRead    Scope = "treasury:read"
	ScopeTreasuryWrite   Scope = "treasury:write"
	ScopeWalletsRead     Scope = "wallets:read"
	ScopeWalletsWrite    Scope = "wallets:write"
	ScopeWebhooksRead    Scope = "webhooks:read"
	ScopeWebhooksWrite   Scope = "webhooks:write"
)

// Defines values for SessionActorType.
const (
	SessionActorTypeKey     SessionActorType = "key"
	SessionActorTypeSystem  SessionActorType = "system"
	SessionActorTypeUnknown SessionActorType = "unknown"
	SessionActorTypeUser    SessionActorType = "user"
)

// Defines values for SimulationVerdict.
const (
	SimulationVerdictApprovalExpired      SimulationVerdict = "approval_expired"
	SimulationVerdictApprovalRejected     SimulationVerdict = "approval_rejected"
	SimulationVerdictCanceled             SimulationVerdict = "canceled"
	SimulationVerdictChainUnavailable     SimulationVerdict = "chain_unavailable"
	SimulationVerdictComplianceBlocked    SimulationVerdict = "compliance_blocked"
	SimulationVerdictIdempotencyConflict  SimulationVerdict = "idempotency_conflict"
	SimulationVerdictInsufficientBalance  SimulationVerdict = "insufficient_balance"
	SimulationVerdictInsufficientGas      SimulationVerdict = "insufficient_gas"
	SimulationVerdictInternalError        SimulationVerdict = "internal_error"
	SimulationVerdictOk                   SimulationVerdict = "ok"
	SimulationVerdictRecipientBlocklisted SimulationVerdict = "recipient_blocklisted"
	SimulationVerdictRuleDenied           SimulationVerdict = "rule_denied"
	SimulationVerdictSpendLimitOnchain    SimulationVerdict = "spend_limit_onchain"
	SimulationVerdictTransactionExpired   SimulationVerdict = "transaction_expired"
	SimulationVerdictTransactionReverted  SimulationVerdict = "transaction_reverted"
	SimulationVerdictWalletBlocklisted    SimulationVerdict = "wallet_blocklisted"
	SimulationVerdictWalletPolicyChanged  SimulationVerdict = "wallet_policy_changed"
)

// Defines values for StartSignInLivemode.
const (
	StartSignInLivemodeFalse StartSignInLivemode = "false"
	StartSignInLivemodeTrue  StartSignInLivemode = "true"
)

// Defines values for StatsInterval.
const (
	StatsIntervalDay  StatsInterval = "day"
	StatsIntervalHour StatsInterval = "hour"
)

// Defines values for SystemCheckStatus.
const (
	SystemCheckStatusDown SystemCheckStatus = "down"
	SystemCheckStatusUp   SystemCheckStatus = "up"
)

// Defines values for SystemEndpointLastFault.
const (
	SystemEndpointLastFaultAhead       SystemEndpointLastFault = "ahead"
	SystemEndpointLastFaultBehind      SystemEndpointLastFault = "behind"
	SystemEndpointLastFaultDisagrees   SystemEndpointLastFault = "disagrees"
	SystemEndpointLastFaultMalformed   SystemEndpointLastFault = "malformed"
	SystemEndpointLastFaultRefuses     SystemEndpointLastFault = "refuses"
	SystemEndpointLastFaultSilent      SystemEndpointLastFault = "silent"
	SystemEndpointLastFaultStatePruned SystemEndpointLastFault = "state_pruned"
)

// Defines values for SystemEndpointStatus.
const (
	SystemEndpointStatusAgreeing SystemEndpointStatus = "agreeing"
	SystemEndpointStatusFaulty   SystemEndpointStatus = "faulty"
	SystemEndpointStatusUnknown  SystemEndpointStatus = "unknown"
)

// Defines values for SystemServiceName.
const (
	SystemServiceNameCompliance SystemServiceName = "compliance"
	SystemServiceNameGateway    SystemServiceName = "gateway"
	SystemServiceNamePayment    SystemServiceName = "payment"
	SystemServiceNameTreasury   SystemServiceName = "treasury"
	SystemServiceNameWallet     SystemServiceName = "wallet"
	SystemServiceNameWebhook    SystemServiceName = "webhook"
)

// Defines values for SystemServiceStatus.
const (
	SystemServiceStatusDegraded    SystemServiceStatus = "degraded"
	SystemServiceStatusUnreachable SystemServiceStatus = "unreachable"
	SystemServiceStatusUp          SystemServiceStatus = "up"
)

// Defines values for SystemStatus.
const (
	SystemStatusDegraded SystemStatus = "degraded"
	SystemStatusUp       SystemStatus = "up"
)

// Defines values for UpdateRuleDraftOtherwise.
const (
	UpdateRuleDraftOtherwiseAllow UpdateRuleDraftOtherwise = "allow"
	UpdateRuleDraftOtherwiseDeny  UpdateRuleDraftOtherwise = "deny"
)

// Defines values for WalletContractType.
const (
	WalletContractTypeSafe        WalletContractType = "safe"
	WalletContractTypeSplMultisig WalletContractType = "spl_multisig"
)

// Defines values for WalletExpansion.
const (
	WalletExpansionOnchain WalletExpansion = "onchain"
)

// Defines values for WalletStatus.
const (
	WalletStatusActive   WalletStatus = "active"
	WalletStatusInReview WalletStatus = "in_review"
	WalletStatusRejected WalletStatus = "rejected"
)

// Defines values for Weekday.
const (
	WeekdayFri Weekday = "fri"
	WeekdayMon Weekday = "mon"
	WeekdaySat Weekday = "sat"
	WeekdaySun Weekday = "sun"
	WeekdayThu Weekday = "thu"
	WeekdayTue Weekday = "tue"
	WeekdayWed Weekday = "wed"
)

// ActiveWallet: A wallet as it was right after the event.
type ActiveWallet struct {
	// Address: The wallet's address.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// ApprovalThreshold: Number of approvals required.
	ApprovalThreshold int `json:"approval_threshold"`

	// Approvers: Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.
	Approvers []string `json:"approvers"`

	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// Contract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
	Contract *WalletContract `json:"contract"`

	// CreatedAt: When the wallet was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Held: A balance in each currency.
	Held CurrencyBalances `json:"held"`

	// ID: Id of the wallet. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Label: A name for people.
	Label string `json:"label"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Most that can be spent within 24 hours without approval; `null`: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit"`

	// Spent24H: What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
	//
	// Examples: 0.00
	Spent24H Amount `json:"spent_24h"`

	// Status: More may be added.
	Status WalletStatus `json:"status"`
}

// Actor: Who did it.
type Actor struct {
	// ID: Id of the API key or user; `system` or `unknown` otherwise.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// IP: The address that the request came from.
	//
	// Examples: 203.0.113.7
	IP string `json:"ip"`

	// Name: The name of the key or user at that time.
	//
	// Examples: Back office
	Name string `json:"name"`

	// Type: What kind of actor. More kinds may be added.
	//
	// - `key`: An API key.
	// - `user`: A person who has signed in.
	// - `system`: The operator, or the service itself.
	// - `unknown`: Not recorded, by an early version.
	Type ActorType `json:"type"`
}

// ActorType: One of the constants, or a later addition.
type ActorType string

// AgreeToRuleDraftParams: The revision to agree to.
type AgreeToRuleDraftParams struct {
	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Revision: `revision` of the draft that you have read. A changed draft has another one.
	//
	// Examples: 1
	Revision int `json:"revision"`
}

// Alarm: An alarm.
type Alarm struct {
	// Message: What is wrong, and what to do.
	Message string `json:"message"`

	// Name: What it is. More may be added.
	Name AlarmName `json:"name"`

	// Object: What it is about, such as a chain; `null`: the service.
	Object string `json:"object"`

	// Service: The service.
	Service AlarmService `json:"service"`

	// Severity: The severity.
	//
	// - `warning`: Nothing is stopped yet.
	// - `critical`: Something is stopped, or wrong.
	Severity AlarmSeverity `json:"severity"`
}

// AlarmName: One of the constants, or a later addition.
type AlarmName string

// AlarmService: One of the constants, or a later addition.
type AlarmService string

// AlarmSeverity: One of the constants, or a later addition.
type AlarmSeverity string

// APIKey: An API key, without its secret.
//
// Examples: {"created_at":"2026-01-31T12:00:00.000Z","expires_at":null,"id":"key_01JZ8Q4M6T3W9XKB2N5RDVC7HE","ip_allow_list":["203.0.113.0/24"],"last4":"MxNq","last_used_at":null,"livemode":false,"name":"Reporting","plan":"scale","revoked_at":null,"scopes":["payments:read","treasury:read"],"wallet_ids":null}
type APIKey struct {
	// CreatedAt: When the key was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// ExpiresAt: When the key expires; `null`: never.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt *time.Time `json:"expires_at"`

	// ID: Id of the key; it is not the key itself. Ids are ordered by creation.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// IPAllowList: The addresses that it may be used from; `null`: all.
	IPAllowList []string `json:"ip_allow_list"`

	// Last4: The last four characters of the key.
	Last4 string `json:"last4"`

	// LastUsedAt: When it was last used, within a few seconds.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	LastUsedAt *time.Time `json:"last_used_at"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Name: A name for people.
	Name string `json:"name"`

	// Plan: The plan, which sets the rate limits: `scale` or `enterprise`.
	Plan Plan `json:"plan"`

	// RevokedAt: When it was revoked.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	RevokedAt *time.Time `json:"revoked_at"`

	// Scopes: What the key may do.
	Scopes []Scope `json:"scopes"`

	// WalletIDs: The only wallets that the key pays from and sees; `null`: everything of the account.
	WalletIDs []string `json:"wallet_ids"`
}

// APIKeyWithSecret: An API key with its secret.
//
// Examples: {"created_at":"2026-01-31T12:00:00.000Z","expires_at":null,"id":"key_01JZ8Q4M6T3W9XKB2N5RDVC7HE","ip_allow_list":["203.0.113.0/24"],"key":"svc_test_0F2mYb7Qk9sVtXzR4pLcJ8nHd3gWuE6aTiB1yKoMxNq","last4":"MxNq","last_used_at":null,"livemode":false,"name":"Reporting","plan":"scale","revoked_at":null,"scopes":["payments:read","treasury:read"],"wallet_ids":null}
type APIKeyWithSecret struct {
	// CreatedAt: When the key was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// ExpiresAt: When the key expires; `null`: never.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt *time.Time `json:"expires_at"`

	// ID: Id of the key; it is not the key itself. Ids are ordered by creation.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// IPAllowList: The addresses that it may be used from; `null`: all.
	IPAllowList []string `json:"ip_allow_list"`

	// Key: The key itself. Shown once: `null` when the request is replayed.
	//
	// Examples: svc_test_0F2mYb7Qk9sVtXzR4pLcJ8nHd3gWuE6aTiB1yKoMxNq
	Key string `json:"key"`

	// Last4: The last four characters of the key.
	Last4 string `json:"last4"`

	// LastUsedAt: When it was last used, within a few seconds.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	LastUsedAt *time.Time `json:"last_used_at"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Name: A name for people.
	Name string `json:"name"`

	// Plan: The plan, which sets the rate limits: `scale` or `enterprise`.
	Plan Plan `json:"plan"`

	// RevokedAt: When it was revoked.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	RevokedAt *time.Time `json:"revoked_at"`

	// Scopes: What the key may do.
	Scopes []Scope `json:"scopes"`

	// WalletIDs: The only wallets that the key pays from and sees; `null`: everything of the account.
	WalletIDs []string `json:"wallet_ids"`
}

// Approval: A payment above the spend limit of its wallet, or above `treasury_approval_above` of the policies, waits for this decision.
//
// Examples: {"amount":"250.00","approved_by":[],"authorization":{"domain":{"chainId":8453,"name":"USD Coin","verifyingContract":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","version":"2"},"message":{"from":"0x8617E340B3D01FA5F11F306F4090FD50E238070D","nonce":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd","to":"0x52908400098527886E0F7030069857D2E4169EE7","validAfter":"0","validBefore":"1769947800","value":"250000000"},"primaryType":"TransferWithAuthorization","types":{"TransferWithAuthorization":[{"name":"from","type":"address"},{"name":"to","type":"address"},{"name":"value","type":"uint256"},{"name":"validAfter","type":"uint256"},{"name":"validBefore","type":"uint256"},{"name":"nonce","type":"bytes32"}]}},"created_at":"2026-01-31T12:00:00.000Z","currency":"USDC","expires_at":"2026-02-01T12:00:00.000Z","id":"apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE","payment_id":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","status":"pending","threshold":1,"typed_data":{"domain":{"chainId":8453,"verifyingContract":"0x8617E340B3D01FA5F11F306F4090FD50E238070D"},"message":{"message":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"},"primaryType":"SafeMessage","types":{"SafeMessage":[{"name":"message","type":"bytes"}]}},"wallet_id":"wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE"}
type Approval struct {
	// Amount: What would be paid.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// ApprovedBy: Who has approved: listed approvers by address; without a list, the name that was given, or the API key or member.
	ApprovedBy []string `json:"approved_by"`

	// Authorization: The transfer that is approved: EIP-3009 `TransferWithAuthorization` of the token. `null` on Solana, and of the treasury.
	Authorization *TypedData `json:"authorization"`

	// CreatedAt: When the approval was requested.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// ExpiresAt: Until when it can be decided.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt time.Time `json:"expires_at"`

	// ID: Id of the approval. Ids are ordered by creation.
	//
	// Examples: apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// PaymentID: Id of the payment that waits. Ids are ordered by creation.
	//
	// Examples: pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	PaymentID string `json:"payment_id"`

	// Status: What was decided.
	//
	// - `pending`: Nothing yet.
	// - `approved`: The payment continues.
	// - `rejected`: The payment failed with `approval_rejected`.
	// - `expired`: Nobody decided in time: the payment failed with `approval_expired`.
	// - `canceled`: The payment was canceled.
	Status ApprovalStatus `json:"status"`

	// Threshold: Number of approvals required. At least 2 for a payment above `two_approvers_above` of the policies.
	Threshold int `json:"threshold"`

	// TypedData: What an approver signs: a `SafeMessage` whose `message` is the EIP-712 digest of `authorization`. Compute it from `authorization` before you sign. `null` on Solana, and of the treasury.
	TypedData *TypedData `json:"typed_data"`

	// WalletID: Id of the wallet that would pay; `null`: the treasury would. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	WalletID string `json:"wallet_id"`
}

// ApprovalStatus: One of the constants, or a later addition.
type ApprovalStatus string

// ApprovePaymentParams: Who approves.
type ApprovePaymentParams struct {
	// Approver: The approver who decides: one of the wallet's approvers. Required to approve if the wallet lists any.
	//
	// Examples: 0x27b1fdb04752bbc536007a920d24acb045561c26
	Approver string `json:"approver,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Signature: The approver's signature of `typed_data`. A live wallet needs it, unless this service's operator approves. In the sandbox it is optional, and checked if given. No response shows it.
	//
	// Examples: 0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c1b
	Signature string `json:"signature,omitempty"`
}

// Attestation: A statement that you have checked somebody, and where the proof is kept.
//
// Examples: {"address":"0x52908400098527886E0F7030069857D2E4169EE7","checks":["kyc","travel_rule"],"country_code":"DE","created_at":"2026-01-31T12:00:00.000Z","created_by":"key_01JZ8Q4M6T3W9XKB2N5RDVC7HE","expires_at":"2099-01-31T12:00:00.000Z","id":"att_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":true,"owner":null,"reference":"kyc-case-4711","revoked_at":null,"revoked_by":null,"status":"active"}
type Attestation struct {
	// Address: The address that it is about.
	Address string `json:"address"`

	// Checks: The checks that it covers.
	Checks []CheckName `json:"checks"`

	// CountryCode: ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.
	//
	// Examples: DE
	CountryCode string `json:"country_code"`

	// CreatedAt: When it was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// CreatedBy: Id of the API key or person that created it.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	CreatedBy string `json:"created_by"`

	// ExpiresAt: Until when it counts.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt time.Time `json:"expires_at"`

	// ID: Id of the attestation. Ids are ordered by creation.
	//
	// Examples: att_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Owner: The owner of wallets that it is about.
	Owner string `json:"owner"`

	// Reference: Names the case in your own system.
	Reference string `json:"reference"`

	// RevokedAt: When it was revoked.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	RevokedAt *time.Time `json:"revoked_at"`

	// RevokedBy: Id of the API key or person that revoked it.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	RevokedBy string `json:"revoked_by"`

	// Status: Whether it counts.
	//
	// - `active`: It covers its checks.
	// - `expired`: Its time is over.
	// - `revoked`: It was revoked.
	Status AttestationStatus `json:"status"`
}

// AttestationStatus: One of the constants, or a later addition.
type AttestationStatus string

// AuditLogEntry: An entry of the audit log.
//
// Examples: {"action":"webhook_endpoint.updated","actor":{"id":"key_01JZ8Q4M6T3W9XKB2N5RDVC7HE","ip":"203.0.113.7","name":"Back office","type":"key"},"after":{"url":"https://example.com/hooks"},"at":"2026-01-31T12:00:00.000Z","before":{"url":"https://example.com/old"},"id":"aud_01JZ8Q4M6T3W9XKB2N5RDVC7HE","object":{"id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE","type":"webhook_endpoint"},"request_id":"req_01JZ8Q4M6T3W9XKB2N5RDVC7HE"}
type AuditLogEntry struct {
	// Action: What was done. More actions may be added.
	Action AuditLogEntryAction `json:"action"`

	// Actor: Who did it.
	Actor Actor `json:"actor"`

	// After: The same fields after the change. For other actions: the request, or `null`.
	//
	// Examples: {"url":"https://example.com/hooks"}
	After *map[string]interface{} `json:"after"`

	// At: When the request arrived.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	At time.Time `json:"at"`

	// Before: The changed fields before the change; `null` if there were none.
	//
	// Examples: {"url":"https://example.com/old"}
	Before *map[string]interface{} `json:"before"`

	// ID: Id of the entry. Ids are ordered by creation.
	//
	// Examples: aud_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Object: What it was done to.
	Object AuditedObject `json:"object"`

	// RequestID: Id of the request: its `svc-request-id`; `null` where no request led to it. Ids are ordered by creation.
	//
	// Examples: req_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	RequestID string `json:"request_id"`
}

// AuditLogEntryAction: One of the constants, or a later addition.
type AuditLogEntryAction string

// AuditedObject: What it was done to.
type AuditedObject struct {
	// ID: Its id.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Type: Its kind: the first word of `action`.
	//
	// Examples: webhook_endpoint
	Type string `json:"type"`
}

// BalanceHistory: What the treasury held over time.
//
// Examples: {"data":[{"chains":{"base":{"eurc":"1000000.00","usdc":"1000000.00"},"ethereum":{"eurc":"1000000.00","usdc":"1000000.00"},"solana":{"eurc":"1000000.00","usdc":"1000000.00"}},"eurc":"3000000.00","start":"2026-01-31T12:00:00.000Z","usdc":"3000000.00"}]}
type BalanceHistory struct {
	// Data: Every interval, the earliest first.
	Data []BalanceInterval `json:"data"`
}

// BalanceInterval: The balance at the end of an interval, with reserved amounts and without held deposits.
type BalanceInterval struct {
	// Chains: Balances by chain and currency.
	Chains ChainBalances `json:"chains"`

	// EURC: EURC on all chains.
	//
	// Examples: 3000000.00
	EURC Amount `json:"eurc"`

	// Start: When the interval begins.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	Start time.Time `json:"start"`

	// USDC: USDC on all chains.
	//
	// Examples: 3000000.00
	USDC Amount `json:"usdc"`
}

// Chain: One of the constants, or a later addition.
type Chain string

// ChainAmounts: USDC by chain.
type ChainAmounts = map[Chain]Amount

// ChainBalances: Balances by chain and currency.
type ChainBalances = map[Chain]CurrencyBalances

// ChainThresholds: By chain.
type ChainThresholds = map[Chain]Amount

// CheckAddressParams: A screening to run.
type CheckAddressParams struct {
	// Address: The address. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// Checks: The checks to run. Default: all four.
	Checks []CheckName `json:"checks,omitempty"`

	// CountryCode: ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo. Required for sanctions screening, so also without `checks`.
	//
	// Examples: DE
	CountryCode string `json:"country_code,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

// CheckDetails: The evidence of a finding.
type CheckDetails struct {
	// At: When the source was read.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	At time.Time `json:"at"`

	// Data: Further details of the source, as JSON.
	Data string `json:"data"`

	// Matched: The entry that was matched, as the source names it.
	Matched string `json:"matched"`

	// Source: The source: a URL without secrets, or a contract with its chain.
	Source string `json:"source"`

	// Version: The version of the source: a publication date with the hash of the file, or a block.
	Version string `json:"version"`
}

// CheckName: One of the constants, or a later addition.
type CheckName string

// CheckOutcome: One of the constants, or a later addition.
type CheckOutcome string

// CheckResult: What one check found.
type CheckResult struct {
	// Details: The evidence.
	Details *CheckDetails `json:"details"`

	// Evidence: What was found, in words.
	Evidence string `json:"evidence"`

	// Name: The check.
	Name CheckName `json:"name"`

	// Outcome: What it found.
	//
	// - `pass`: Nothing.
	// - `review`: A person has to decide.
	// - `fail`: A reason to block.
	// - `not_covered`: The source cannot know about this subject. Neither a pass nor a fail.
	Outcome CheckOutcome `json:"outcome"`

	// Provider: The source.
	//
	// Examples: sandbox
	Provider string `json:"provider"`
}

// Code: One of the constants, or a later addition.
type Code string

// ComplianceMode: One of the constants, or a later addition.
type ComplianceMode string

// ComplianceResult: The result of a screening.
//
// Examples: {"address":"0x52908400098527886E0F7030069857D2E4169EE7","checks":[{"details":null,"evidence":"Nothing was found.","name":"kyc","outcome":"pass","provider":"sandbox"},{"details":null,"evidence":"Nothing was found.","name":"aml","outcome":"pass","provider":"sandbox"},{"details":null,"evidence":"Nothing was found.","name":"sanctions","outcome":"pass","provider":"sandbox"},{"details":null,"evidence":"Nothing was found.","name":"travel_rule","outcome":"pass","provider":"sandbox"}],"created_at":"2026-01-31T12:00:00.000Z","decided_at":null,"decided_by":null,"decision_note":null,"expires_at":"2026-02-01T12:00:00.000Z","ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","status":"cleared"}
type ComplianceResult struct {
	// Address: What was screened: an address, or the owner of a wallet when the wallet was created.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// Checks: What each check found.
	Checks []CheckResult `json:"checks"`

	// CreatedAt: When the screening was requested.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// DecidedAt: When the review was decided.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	DecidedAt *time.Time `json:"decided_at"`

	// DecidedBy: Id of the API key or person that decided the review.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DecidedBy string `json:"decided_by"`

	// DecisionNote: The reviewer's note. Payments, events and webhooks never show it.
	DecisionNote string `json:"decision_note"`

	// ExpiresAt: When the cached result expires. In `review`: when the review ends as blocked if nobody decides.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt time.Time `json:"expires_at"`

	// Ref: Id of the result, which `compliance_ref` of a payment takes. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	Ref string `json:"ref"`

	// Status: The result.
	//
	// - `cleared`: Payments are allowed.
	// - `review`: A person has to decide.
	// - `blocked`: Payments are not executed.
	Status ComplianceStatus `json:"status"`
}

// ComplianceStatus: One of the constants, or a later addition.
type ComplianceStatus string

// CreateAPIKeyParams: What the key may do: no more than the calling key.
type CreateAPIKeyParams struct {
	// ExpiresAt: When the key expires. Default: with the calling key.
	//
	// Examples: 2027-01-31T12:00:00Z
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// IPAllowList: IP addresses and CIDR ranges that the key may be used from. Default: those of the calling key.
	//
	// Examples: ["203.0.113.0/24"]
	IPAllowList []string `json:"ip_allow_list,omitempty"`

	// Name: A name for people.
	Name string `json:"name,omitempty"`

	// Plan: The plan, which sets the rate limits. Default: the plan of the calling key.
	Plan Plan `json:"plan,omitempty"`

	// Scopes: What the key may do. Default: the scopes of the calling key, without `screenings:skip`, and for a key that is bound to wallets without `keys:write`.
	Scopes []Scope `json:"scopes,omitempty"`

	// WalletIDs: Binds the key to these wallets: it pays from them only, and sees only their objects. Default: the wallets of the calling key.
	WalletIDs []string `json:"wallet_ids,omitempty"`
}

// CreateAttestationParams: An attestation to create.
type CreateAttestationParams struct {
	// Address: The address that it is about. Send this or `owner`.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address,omitempty"`

	// Checks: The checks that you attest.
	Checks []CheckName `json:"checks"`

	// CountryCode: ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.
	//
	// Examples: DE
	CountryCode string `json:"country_code,omitempty"`

	// ExpiresAt: Until when it counts.
	//
	// Examples: 2099-01-31T12:00:00.000Z
	ExpiresAt time.Time `json:"expires_at"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Owner: The owner of wallets that it is about. Send this or `address`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner,omitempty"`

	// Reference: Names the case in your own system.
	Reference string `json:"reference"`
}

// CreatePaymentParams: A payment to create.
type CreatePaymentParams struct {
	// Amount: A decimal string in `currency`, never a JSON number. The smallest and largest amount are settings of the service: from `0.01` to `1000000.00` by default.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// Chain: `auto` chooses by cost, time, health and balance; with `from` it is the chain of the wallet. Default: `auto`.
	Chain Chain `json:"chain,omitempty"`

	// Compliance: `auto` screens the recipient. `skip` is for pre-cleared parties, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`.
	Compliance ComplianceMode `json:"compliance,omitempty"`

	// ComplianceRef: An earlier result for the same address. It counts when it is unexpired, covers all four checks, has the same country code and, where a source decides by amount, is of the same currency and of an amount that is not lower; otherwise the recipient is screened again.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref,omitempty"`

	// ConfirmDistinct: Confirms that a second payment is intended although an earlier one has the same recipient, amount, currency and payer (`possible_duplicate`). Default: `false`.
	ConfirmDistinct *bool `json:"confirm_distinct,omitempty"`

	// CountryCode: Country of the recipient (ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo), for screening.
	//
	// Examples: DE
	CountryCode string `json:"country_code,omitempty"`

	// Currency: The stablecoin. Default: `USDC`.
	Currency Currency `json:"currency,omitempty"`

	// From: Id of the wallet that pays. Default: the treasury.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	From string `json:"from,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Memo: Attached to the transaction: at most 64 characters.
	Memo string `json:"memo,omitempty"`

	// Metadata: Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata,omitempty"`

	// To: The recipient. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7, 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin
	To string `json:"to"`
}

// CreateRuleDraftOtherwise: One of the constants, or a later addition.
type CreateRuleDraftOtherwise string

// CreateRuleDraftParams: A document of rules.
type CreateRuleDraftParams struct {
	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Otherwise: Decides a payment that no rule allows or denies. Default: `allow`.
	//
	// Examples: allow
	Otherwise CreateRuleDraftOtherwise `json:"otherwise,omitempty"`

	// Rules: At most 200 rules, in order. Default: none.
	Rules []RuleInput `json:"rules,omitempty"`
}

// CreateSessionParams: The body may be empty.
type CreateSessionParams = map[string]interface{}

// CreateWalletParams: A wallet to create.
type CreateWalletParams struct {
	// ApprovalThreshold: Number of approvers that a payment needs, at most the number listed. Fixed at creation. Default: 1.
	ApprovalThreshold int `json:"approval_threshold,omitempty"`

	// Approvers: Addresses of the people who may approve payments above the limit. With a live key they own the wallet, on Base and Ethereum only. Fixed at creation.
	Approvers []string `json:"approvers,omitempty"`

	// Chain: The chain.
	Chain Chain `json:"chain"`

	// Compliance: `auto` verifies the identity of the owner before the wallet is created; `skip` does not, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`.
	Compliance ComplianceMode `json:"compliance,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Label: A name for people. Not on chain.
	Label string `json:"label,omitempty"`

	// Metadata: Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata,omitempty"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Maximum that the wallet spends in 24 hours without approval, in USDC (EURC counts one to one). Fixed at creation. Default: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit,omitempty"`
}

// CreateWalletsParams: Wallets to create.
type CreateWalletsParams struct {
	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Wallets: In the order of the answer.
	Wallets []WalletInput `json:"wallets"`
}

// CreateWebhookEndpointParams: A webhook endpoint to create.
type CreateWebhookEndpointParams struct {
	// Description: A note for people.
	Description string `json:"description,omitempty"`

	// Events: The event types to send. Default: all.
	Events []EventType `json:"events,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// URL: `https`; in the sandbox `http` too. No credentials, and no address that is private, link-local, multicast, unspecified or carrier-grade NAT; loopback for test keys, where the operator allows it, and over `http` for live keys on local chains.
	//
	// Examples: https://example.com/webhooks
	URL string `json:"url"`
}

// CreatedWallet: Either a wallet or an error.
type CreatedWallet struct {
	// Error: Why one entry of many was refused.
	Error *EntryError `json:"error,omitempty"`

	// Wallet: A programmable wallet. It can receive and send when it is `active`.
	//
	// Examples: {"address":"0x8617E340B3D01FA5F11F306F4090FD50E238070D","approval_threshold":1,"approvers":[],"balances":{"eurc":"0.00","usdc":"0.00"},"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","contract":null,"created_at":"2026-01-31T12:00:00.000Z","held":{"eurc":"0.00","usdc":"0.00"},"id":"wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE","label":"Procurement","livemode":false,"metadata":{},"owner":"agent:procurement","spend_limit":"1000.00","spent_24h":"0.00","status":"active"}
	Wallet *Wallet `json:"wallet,omitempty"`
}

// CreatedWallets: A wallet or an error for each entry, in the order of the request.
type CreatedWallets struct {
	// Data: A wallet or an error for each.
	Data []CreatedWallet `json:"data"`
}

// Currency: One of the constants, or a later addition.
type Currency string

// CurrencyBalances: A balance in each currency.
type CurrencyBalances struct {
	// EURC: EURC.
	//
	// Examples: 0.00
	EURC Amount `json:"eurc"`

	// USDC: USDC.
	//
	// Examples: 0.00
	USDC Amount `json:"usdc"`
}

// DeadLetter: A message that could not be handled.
//
// Examples: {"attempts":8,"cause":"TypeError","consumer":"webhook","created_at":"2026-01-31T12:00:00.000Z","failed_at":"2026-01-31T12:00:00.042Z","id":"dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","message_id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","object":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","type":"payment.settled"}
type DeadLetter struct {
	// Attempts: How often it was tried.
	Attempts int `json:"attempts"`

	// Cause: The class of the error. The log of the service has its message.
	Cause string `json:"cause"`

	// Consumer: The service that could not handle it.
	Consumer DeadLetterConsumer `json:"consumer"`

	// CreatedAt: When the message was sent.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// FailedAt: When it became a dead letter.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	FailedAt time.Time `json:"failed_at"`

	// ID: Id of the dead letter. Ids are ordered by creation.
	//
	// Examples: dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// MessageID: Id of the message.
	MessageID string `json:"message_id"`

	// Object: Id of the object that it is about.
	Object string `json:"object"`

	// Type: The type of the message.
	//
	// Examples: payment.settled
	Type string `json:"type"`
}

// DeadLetterConsumer: One of the constants, or a later addition.
type DeadLetterConsumer string

// DecideApprovalParams: Who decides, and why.
type DecideApprovalParams struct {
	// Approver: The approver who decides: one of the wallet's approvers. Required to approve if the wallet lists any.
	//
	// Examples: 0x27b1fdb04752bbc536007a920d24acb045561c26
	Approver string `json:"approver,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Reason: The reason. It is in `error_message` of the payment, so webhooks show it too.
	//
	// Examples: The invoice was paid already.
	Reason string `json:"reason,omitempty"`
}

// DecideDepositParams: The decision of a person.
type DecideDepositParams struct {
	// Decision: The decision.
	Decision DepositVerdict `json:"decision"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Note: The reason, stored with the decision.
	Note string `json:"note,omitempty"`
}

// DecideReviewParams: The decision of a person.
type DecideReviewParams struct {
	// Decision: The decision.
	Decision ReviewVerdict `json:"decision"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Note: The reason, stored with the decision.
	Note string `json:"note,omitempty"`
}

// Deleted: The object was deleted.
//
// Examples: {"deleted":true,"id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE"}
type Deleted struct {
	Deleted bool `json:"deleted"`

	// ID: Its id.
	ID string `json:"id"`
}

// Delivery: The delivery of an event to an endpoint.
//
// Examples: {"attempts":[{"at":"2026-01-31T12:00:00.042Z","duration_ms":18,"error":"the endpoint answered 503","request":{"headers":{"content-type":"application/json","svc-signature":"t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd","user-agent":"stablecoin-payments-webhooks/1","webhook-id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","webhook-signature":"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=","webhook-timestamp":"1769860800"},"url":"https://example.com/webhooks"},"response":{"body":"upstream is restarting","truncated":false},"status_code":503}],"created_at":"2026-01-31T12:00:00.042Z","endpoint_id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE","event_id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","event_type":"payment.settled","id":"whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE","next_attempt_at":"2026-01-31T12:00:05.250Z","status":"pending"}
type Delivery struct {
	// Attempts: The oldest first.
	Attempts []DeliveryAttempt `json:"attempts"`

	// CreatedAt: When it was scheduled.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// EndpointID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EndpointID string `json:"endpoint_id"`

	// EventID: Id of the event. Ids are ordered by creation.
	//
	// Examples: evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EventID string `json:"event_id"`

	// EventType: What happened. More types may be added.
	EventType EventType `json:"event_type"`

	// ID: Id of the delivery. Ids are ordered by creation.
	//
	// Examples: whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// NextAttemptAt: When it is retried; `null`: never.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	NextAttemptAt *time.Time `json:"next_attempt_at"`

	// Status: The outcome.
	//
	// - `pending`: Not delivered yet: `next_attempt_at` says when it is retried.
	// - `delivered`: The endpoint answered 2xx.
	// - `failed`: All attempts have failed.
	Status DeliveryStatus `json:"status"`
}

// DeliveryAttempt: One HTTP request to an endpoint.
type DeliveryAttempt struct {
	// At: When it began.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	At time.Time `json:"at"`

	// DurationMs: In milliseconds.
	DurationMs int `json:"duration_ms"`

	// Error: The reason for a failure; `null` on success.
	Error string `json:"error"`

	// Request: The request; `null`: none was made, or an earlier version made it.
	Request *DeliveryRequest `json:"request"`

	// Response: The response; `null`: none, an earlier version made the request, or the service does not show it.
	Response *DeliveryResponse `json:"response"`

	// StatusCode: The response status; `null`: no response.
	StatusCode *int `json:"status_code"`
}

// DeliveryRequest: A request, as it was sent.
type DeliveryRequest struct {
	// Headers: Headers by name. The signatures do not reveal the secret.
	Headers map[string]string `json:"headers"`

	// URL: The URL of the endpoint at that time.
	URL string `json:"url"`
}

// DeliveryResponse: The beginning of a response.
type DeliveryResponse struct {
	// Body: At most the first 1,024 bytes, as UTF-8.
	Body string `json:"body"`

	// Truncated: Whether there was more.
	Truncated bool `json:"truncated"`
}

// DeliveryStatus: One of the constants, or a later addition.
type DeliveryStatus string

// DeliveryWithBody: A delivery, with what was sent.
//
// Examples: {"attempts":[{"at":"2026-01-31T12:00:00.042Z","duration_ms":18,"error":"the endpoint answered 503","request":{"headers":{"content-type":"application/json","svc-signature":"t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd","user-agent":"stablecoin-payments-webhooks/1","webhook-id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","webhook-signature":"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=","webhook-timestamp":"1769860800"},"url":"https://example.com/webhooks"},"response":{"body":"upstream is restarting","truncated":false},"status_code":503}],"created_at":"2026-01-31T12:00:00.042Z","endpoint_id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE","event_id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","event_type":"payment.settled","id":"whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE","next_attempt_at":"2026-01-31T12:00:05.250Z","request_body":"{\"id\":\"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"type\":\"payment.settled\",\"created_at\":\"2026-01-31T12:00:00.042Z\",\"sequence\":2,\"livemode\":false,\"data\":{\"id\":\"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"status\":\"settled\",\"stage\":\"done\",\"txHash\":\"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd\",\"to\":\"0x52908400098527886E0F7030069857D2E4169EE7\",\"from\":null,\"amount\":\"250.00\",\"currency\":\"USDC\",\"chain\":\"base\",\"memo\":\"Invoice 1042\",\"compliance_ref\":\"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"approval_id\":null,\"error_code\":null,\"error_message\":null,\"idempotency_key\":\"order-1042\",\"livemode\":false,\"explorer_url\":null,\"created_at\":\"2026-01-31T12:00:00.000Z\",\"settled_at\":\"2026-01-31T12:00:00.042Z\",\"settlement_ms\":42,\"recovered\":false,\"metadata\":{}}}","status":"pending"}
type DeliveryWithBody struct {
	// Attempts: The oldest first.
	Attempts []DeliveryAttempt `json:"attempts"`

	// CreatedAt: When it was scheduled.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// EndpointID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EndpointID string `json:"endpoint_id"`

	// EventID: Id of the event. Ids are ordered by creation.
	//
	// Examples: evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EventID string `json:"event_id"`

	// EventType: What happened. More types may be added.
	EventType EventType `json:"event_type"`

	// ID: Id of the delivery. Ids are ordered by creation.
	//
	// Examples: whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// NextAttemptAt: When it is retried; `null`: never.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	NextAttemptAt *time.Time `json:"next_attempt_at"`

	// RequestBody: The exact text that is signed and sent, in every attempt.
	RequestBody string `json:"request_body"`

	// Status: The outcome.
	//
	// - `pending`: Not delivered yet: `next_attempt_at` says when it is retried.
	// - `delivered`: The endpoint answered 2xx.
	// - `failed`: All attempts have failed.
	Status DeliveryWithBodyStatus `json:"status"`
}

// DeliveryWithBodyStatus: One of the constants, or a later addition.
type DeliveryWithBodyStatus string

// Deposit: Money that was received, and is available after its sender is cleared.
//
// Examples: {"amount":"250.00","chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","created_at":"2026-01-31T12:00:00.000Z","currency":"USDC","decided_at":null,"decided_by":null,"decision_note":null,"from":"0x52908400098527886E0F7030069857D2E4169EE7","id":"dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"reason":"sanctions: The address is on the sanctions list.","sender":"0x52908400098527886E0F7030069857D2E4169EE7","status":"held","tx_hash":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd","wallet_id":null}
type Deposit struct {
	// Amount: What was received.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the screening of the sender; `null`: there is no result. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// CreatedAt: When it was received.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// DecidedAt: When it was decided.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	DecidedAt *time.Time `json:"decided_at"`

	// DecidedBy: Id of the API key or person that decided.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DecidedBy string `json:"decided_by"`

	// DecisionNote: The note of the person who decided. Events never show it.
	DecisionNote string `json:"decision_note"`

	// From: The address that the chain names as the sender.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	From string `json:"from"`

	// ID: Id of the deposit. Ids are ordered by creation.
	//
	// Examples: dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Reason: Why a person has to decide; `null`: nobody has to.
	Reason string `json:"reason"`

	// Sender: Who is screened: another than `from` where the money was minted or left a token account; `null`: not known.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Sender string `json:"sender"`

	// Status: The state of the deposit.
	//
	// - `screening`: Its sender is screened.
	// - `held`: A person has to decide.
	// - `released`: Its money is available.
	// - `kept`: Its money stays held.
	Status DepositStatus `json:"status"`

	// TxHash: Hash of the transaction.
	//
	// Examples: 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
	TxHash string `json:"tx_hash"`

	// WalletID: Id of the wallet that received it; `null`: the treasury did. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	WalletID string `json:"wallet_id"`
}

// DepositEventData: A deposit as it was right after the event.
type DepositEventData struct {
	// Amount: What was received.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the screening of the sender; `null`: there is no result. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// CreatedAt: When it was received.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// DecidedAt: When it was decided.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	DecidedAt *time.Time `json:"decided_at"`

	// DecidedBy: Id of the API key or person that decided.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DecidedBy string `json:"decided_by"`

	// From: The address that the chain names as the sender.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	From string `json:"from"`

	// ID: Id of the deposit. Ids are ordered by creation.
	//
	// Examples: dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Reason: Why a person has to decide; `null`: nobody has to.
	Reason string `json:"reason"`

	// Sender: Who is screened: another than `from` where the money was minted or left a token account; `null`: not known.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Sender string `json:"sender"`

	// Status: The state of the deposit.
	//
	// - `screening`: Its sender is screened.
	// - `held`: A person has to decide.
	// - `released`: Its money is available.
	// - `kept`: Its money stays held.
	Status DepositStatus `json:"status"`

	// TxHash: Hash of the transaction.
	//
	// Examples: 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
	TxHash string `json:"tx_hash"`

	// WalletID: Id of the wallet that received it; `null`: the treasury did. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	WalletID string `json:"wallet_id"`
}

// DepositStatus: One of the constants, or a later addition.
type DepositStatus string

// DepositVerdict: One of the constants, or a later addition.
type DepositVerdict string

// DisabledWebhookEndpoint: A webhook endpoint as it was right after its deliveries disabled it.
type DisabledWebhookEndpoint struct {
	// Description: A note for people.
	Description string `json:"description"`

	// DisabledReason: Why it is disabled.
	DisabledReason string `json:"disabled_reason"`

	// Events: The types that are sent; `null`: all.
	Events []EventType `json:"events"`

	// ID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Status: More may be added.
	Status DisabledWebhookEndpointStatus `json:"status"`

	// URL: Where events are sent to.
	URL string `json:"url"`
}

// DisabledWebhookEndpointStatus: One of the constants, or a later addition.
type DisabledWebhookEndpointStatus string

// DiscardedRuleDraft: A draft that was discarded.
type DiscardedRuleDraft struct {
	// Deleted: Always `true`.
	Deleted bool `json:"deleted"`

	// ID: Id of the draft. Ids are ordered by creation.
	//
	// Examples: rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`
}

// DuplicateGuard: One of the constants, or a later addition.
type DuplicateGuard string

// EndpointStatus: One of the constants, or a later addition.
type EndpointStatus string

// EntryError: Why one entry of many was refused.
type EntryError struct {
	// Code: The error, for programs. More codes may be added: fall back to the HTTP status.
	//
	// - `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored.
	// - `unauthorized`: The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request.
	// - `insufficient_balance`: No single chain holds enough for the payment. Fund the treasury or the wallet, then pay with a new idempotency key.
	// - `compliance_blocked`: Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.
	// - `rule_denied`: A rule of the account denies the payment. `message` names it. Pay otherwise, or publish other rules, with a new idempotency key.
	// - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
	// - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
	// - `not_found`: The object does not exist, or belongs to another account or the other mode.
	// - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
	// - `possible_duplicate`: An earlier payment has the same recipient, amount, currency and payer: `payment_id` names it. Read that payment; for a second one set `confirm_distinct` to true. Nothing was stored.
	// - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
	// - `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request.
	// - `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored.
	// - `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key.
	Code Code `json:"code"`

	// Message: The error in a sentence, for people. Its wording may change.
	Message string `json:"message"`

	// Retryable: Whether repeating the request with the same idempotency key can succeed. Always `false` with a `payment_id`.
	Retryable bool `json:"retryable"`
}

// EventType: One of the constants, or a later addition.
type EventType string

// ExpandedWallet: A wallet. With `expand=onchain` it has `onchain`: its state at a final block.
//
// Examples: {"address":"0x8617E340B3D01FA5F11F306F4090FD50E238070D","approval_threshold":1,"approvers":["0x27b1fdb04752bbc536007a920d24acb045561c26"],"balances":{"eurc":"0.00","usdc":"40.00"},"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","contract":{"deployed":true,"module":"0x0282dCDc3c9787C99eb117688C07D9E97DbC5205","owners":["0x27b1fdb04752bbc536007a920d24acb045561c26"],"spender":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","threshold":1,"type":"safe","version":"1.4.1"},"created_at":"2026-01-31T12:00:00.000Z","held":{"eurc":"0.00","usdc":"0.00"},"id":"wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE","label":"Procurement","livemode":true,"metadata":{},"onchain":{"balances":{"eurc":"0.00","usdc":"40.00"},"block":38214907,"limit":"1000.00","spent":"60.00","window_start":"2026-01-31T12:00:00.000Z"},"owner":"agent:procurement","spend_limit":"1000.00","spent_24h":"60.00","status":"active"}
type ExpandedWallet struct {
	// Address: The wallet's address; `null` unless it is `active`.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// ApprovalThreshold: Number of approvals required.
	ApprovalThreshold int `json:"approval_threshold"`

	// Approvers: Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.
	Approvers []string `json:"approvers"`

	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// Contract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
	Contract *WalletContract `json:"contract"`

	// CreatedAt: When the wallet was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Held: A balance in each currency.
	Held CurrencyBalances `json:"held"`

	// ID: Id of the wallet. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Label: A name for people.
	Label string `json:"label"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Onchain: The state of a wallet at a final block; `null` in the sandbox.
	Onchain *OnchainWallet `json:"onchain,omitempty"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Most that can be spent within 24 hours without approval; `null`: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit"`

	// Spent24H: What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
	//
	// Examples: 0.00
	Spent24H Amount `json:"spent_24h"`

	// Status: Whether it can be used.
	//
	// - `active`: It can receive and send.
	// - `in_review`: The verification of its owner waits for a person.
	// - `rejected`: That person has blocked the owner.
	Status ExpandedWalletStatus `json:"status"`
}

// ExpandedWalletStatus: One of the constants, or a later addition.
type ExpandedWalletStatus string

// FaucetReceipt: A simulated inbound transfer.
//
// Examples: {"amount":"500.00","chain":"base","currency":"USDC","txHash":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd","wallet":"wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE"}
type FaucetReceipt struct {
	// Amount: What was credited.
	//
	// Examples: 500.00
	Amount Amount `json:"amount"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// TxHash: Hash of the simulated transaction.
	TxHash string `json:"txHash"`

	// Wallet: Id of the wallet that was credited; `null`: the treasury. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	Wallet string `json:"wallet"`
}

// FinishSignInParams: Which to list.
type FinishSignInParams struct {
	// Code: From the provider.
	Code string `json:"code,omitempty"`

	// Error: From the provider, in place of a code.
	Error string `json:"error,omitempty"`

	// Iss: From the provider.
	Iss string `json:"iss,omitempty"`

	// State: From the provider.
	State string `json:"state,omitempty"`
}

// FundedWallet: A wallet as it was right after an inbound transfer, with the transfer.
type FundedWallet struct {
	// Address: The wallet's address.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// Amount: What was received.
	//
	// Examples: 500.00
	Amount Amount `json:"amount"`

	// ApprovalThreshold: Number of approvals required.
	ApprovalThreshold int `json:"approval_threshold"`

	// Approvers: Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.
	Approvers []string `json:"approvers"`

	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// Contract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
	Contract *WalletContract `json:"contract"`

	// CreatedAt: When the wallet was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// From: The address that sent it.
	From string `json:"from"`

	// Held: A balance in each currency.
	Held CurrencyBalances `json:"held"`

	// ID: Id of the wallet. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Label: A name for people.
	Label string `json:"label"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Most that can be spent within 24 hours without approval; `null`: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit"`

	// Spent24H: What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
	//
	// Examples: 0.00
	Spent24H Amount `json:"spent_24h"`

	// Status: More may be added.
	Status WalletStatus `json:"status"`

	// TxHash: Hash of the transaction.
	TxHash string `json:"txHash"`
}

// GetBalanceHistoryParams: Which to list.
type GetBalanceHistoryParams struct {
	// From: Starts with the interval that contains this time. Default: one day before `to`; with `interval=day`, 30 days.
	From *time.Time `json:"from,omitempty"`

	// Interval: Length of each interval. A day begins at midnight UTC. Default: `hour`.
	Interval StatsInterval `json:"interval,omitempty"`

	// To: Ends before this time. Default: now. At most 31 days after `from`, with `interval=day` 366 days.
	To *time.Time `json:"to,omitempty"`
}

// GetPaymentTimelineExpand: One of the constants, or a later addition.
type GetPaymentTimelineExpand string

// GetPaymentTimelineParams: Which to list.
type GetPaymentTimelineParams struct {
	// Expand: What the timeline has beside the payment itself: `screening`, the results with their evidence (takes `compliance:read`), `deliveries`, the attempts to deliver its events to webhook endpoints (takes `webhooks:read`), or both with a comma.
	Expand GetPaymentTimelineExpand `json:"expand,omitempty"`
}

// GetRulesParams: Which to list.
type GetRulesParams struct {
	// Version: A published version, also an earlier one. Default: the version in force.
	Version int `json:"version,omitempty"`
}

// GetStatsParams: Which to list.
type GetStatsParams struct {
	// Chain: Only payments on this chain. A payment then counts as created once it has ended there.
	Chain Chain `json:"chain,omitempty"`

	// Currency: Only payments in this currency. `fees` is `null` then: one transaction may carry both currencies.
	Currency Currency `json:"currency,omitempty"`

	// From: Starts with the interval that contains this time. Default: one day before `to`; with `interval=day`, 30 days.
	From *time.Time `json:"from,omitempty"`

	// Interval: Length of each interval. A day begins at midnight UTC. Default: `hour`.
	Interval StatsInterval `json:"interval,omitempty"`

	// To: Ends before this time, with the interval that contains the last moment. Default: now. At most 31 days after `from`, with `interval=day` 366 days.
	To *time.Time `json:"to,omitempty"`
}

// GetWalletParams: Which to list.
type GetWalletParams struct {
	// Expand: What to add to the wallet.
	Expand WalletExpansion `json:"expand,omitempty"`
}

// IntervalStats: What happened in one interval (hour or day). Each payment counts at the time at which it was created, settled, failed or blocked.
//
// Examples: {"blocked":2,"created":1042,"failed":3,"fees":{"eth":"0.000001342","sol":"0.00"},"settled":1031,"settlement_ms":{"p50":2048,"p99":4128},"start":"2026-01-31T12:00:00.000Z","volume":{"eurc":"1250.50","usdc":"257750.00"}}
type IntervalStats struct {
	// Blocked: Payments that screening blocked (`compliance_blocked`).
	Blocked int `json:"blocked"`

	// Created: Payments that were created.
	Created int `json:"created"`

	// Failed: Payments that failed, except those in `blocked`.
	Failed int `json:"failed"`

	// Fees: Network fees paid; `null` if the request filters by currency.
	Fees *NetworkFees `json:"fees"`

	// Settled: Payments that were settled, by `settled_at`.
	Settled int `json:"settled"`

	// SettlementMs: Percentiles of `settlement_ms` in milliseconds: exact up to 127, and within 0.8 % above. `null` when no payment was settled.
	SettlementMs SettlementTimes `json:"settlement_ms"`

	// Start: When the interval begins.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	Start time.Time `json:"start"`

	// Volume: The amounts of the settled payments.
	Volume CurrencyBalances `json:"volume"`
}

// LedgerEntry: A movement of money, in double entry.
//
// Examples: {"at":"2026-01-31T12:00:00.000Z","chain":"base","currency":"USDC","id":"led_01JZ8Q4M6T3W9XKB2N5RDVC7HE","kind":"reserved","payment_id":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","postings":[{"account":"treasury:base:available","amount":"-250.00"},{"account":"treasury:base:reserved","amount":"250.00"}]}
type LedgerEntry struct {
	// At: When the money moved.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	At time.Time `json:"at"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// Currency: The stablecoin, or the coin of the chain for a network fee.
	Currency Currency `json:"currency"`

	// ID: Id of the entry. Ids are ordered by creation.
	//
	// Examples: led_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Kind: What happened. More kinds may be added.
	//
	// - `opened`: The account was opened.
	// - `credited`: It came in.
	// - `held`: Received; cannot be spent until its sender is cleared.
	// - `released`: Was held, and can now be spent.
	// - `reserved`: Reserved for a payment.
	// - `posted`: It has left.
	// - `voided`: It was given back.
	// - `returned`: Was posted; the chain proved that the transfer was not made, and the amount is available again.
	// - `network_fee`: The network fee of a transaction, paid by its relayer in `ETH` or `SOL`.
	Kind LedgerEntryKind `json:"kind"`

	// PaymentID: Id of the payment that the movement is of. Ids are ordered by creation.
	//
	// Examples: pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	PaymentID string `json:"payment_id"`

	// Postings: Their amounts sum to zero.
	Postings []Posting `json:"postings"`
}

// LedgerEntryKind: One of the constants, or a later addition.
type LedgerEntryKind string

// LedgerKind: One of the constants, or a later addition.
type LedgerKind string

// LimitPer: One of the constants, or a later addition.
type LimitPer string

// LimitedWallet: A wallet whose spend limit is reached, with the payment that waits.
type LimitedWallet struct {
	// Address: The wallet's address.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// Amount: The amount of the payment.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// ApprovalID: Id of the approval that the payment waits for. Ids are ordered by creation.
	//
	// Examples: apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ApprovalID string `json:"approval_id"`

	// ApprovalThreshold: Number of approvals required.
	ApprovalThreshold int `json:"approval_threshold"`

	// Approvers: Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.
	Approvers []string `json:"approvers"`

	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// Contract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
	Contract *WalletContract `json:"contract"`

	// CreatedAt: When the wallet was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// Held: A balance in each currency.
	Held CurrencyBalances `json:"held"`

	// ID: Id of the wallet. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Label: A name for people.
	Label string `json:"label"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// PaymentID: Id of the payment that waits. Ids are ordered by creation.
	//
	// Examples: pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	PaymentID string `json:"payment_id"`

	// SpendLimit: Most that can be spent within 24 hours without approval; `null`: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit"`

	// Spent24H: What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
	//
	// Examples: 0.00
	Spent24H Amount `json:"spent_24h"`

	// Status: More may be added.
	Status WalletStatus `json:"status"`
}

// ListAPIKeysParams: Which to list.
type ListAPIKeysParams struct {
	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListApprovalsParams: Which to list.
type ListApprovalsParams struct {
	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Status: Only with this status.
	Status ApprovalStatus `json:"status,omitempty"`

	// Wallet: Only of the wallet with this id.
	Wallet string `json:"wallet,omitempty"`
}

// ListAttestationsParams: Which to list.
type ListAttestationsParams struct {
	// Address: Only about this address.
	Address string `json:"address,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Owner: Only about this owner of wallets.
	Owner string `json:"owner,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListAuditLogAction: One of the constants, or a later addition.
type ListAuditLogAction string

// ListAuditLogParams: Which to list.
type ListAuditLogParams struct {
	// Action: Only this action.
	Action ListAuditLogAction `json:"action,omitempty"`

	// Actor: Only of this actor: the id of an API key or user, `system` or `unknown`.
	Actor string `json:"actor,omitempty"`

	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Object: Only of the object with this id.
	Object string `json:"object,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListComplianceResultsParams: Which to list.
type ListComplianceResultsParams struct {
	// Address: Only about this address.
	Address string `json:"address,omitempty"`

	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Owner: Only about this owner of wallets.
	Owner string `json:"owner,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Status: Only with this status.
	Status ComplianceStatus `json:"status,omitempty"`
}

// ListDeadLettersConsumer: One of the constants, or a later addition.
type ListDeadLettersConsumer string

// ListDeadLettersParams: Which to list.
type ListDeadLettersParams struct {
	// Consumer: Only those of this service.
	Consumer ListDeadLettersConsumer `json:"consumer,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListDeliveriesParams: Which to list.
type ListDeliveriesParams struct {
	// EventID: Only of the event with this id.
	EventID string `json:"event_id,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// PaymentID: Only of events of the payment with this id.
	PaymentID string `json:"payment_id,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Status: Only with this status.
	Status DeliveryStatus `json:"status,omitempty"`
}

// ListDepositsParams: Which to list.
type ListDepositsParams struct {
	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Status: Only with this status.
	Status DepositStatus `json:"status,omitempty"`

	// Wallet: Only to the wallet with this id.
	Wallet string `json:"wallet,omitempty"`
}

// ListEventsParams: Which to list.
type ListEventsParams struct {
	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Order: `desc`: the newest first, which is the default. `asc`: the oldest first.
	Order Order `json:"order,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Type: Only of this type.
	Type EventType `json:"type,omitempty"`

	// Wait: How long to wait for an event, in seconds. Requires `order=asc`.
	Wait int `json:"wait,omitempty"`
}

// ListLedgerEntriesParams: Which to list.
type ListLedgerEntriesParams struct {
	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Kind: Only entries of this kind.
	Kind LedgerKind `json:"kind,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// PaymentID: Only entries of the payment with this id.
	PaymentID string `json:"payment_id,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListMembersParams: Which to list.
type ListMembersParams struct {
	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListPaymentsParams: Which to list.
type ListPaymentsParams struct {
	// Chain: Only on this chain.
	Chain Chain `json:"chain,omitempty"`

	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// IdempotencyKey: Only the payment that was created with this key.
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Metadata: Only with this metadata: `metadata[order]=1042`. All given keys have to match.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Search: Only payments with this id, idempotency key, transaction hash, recipient, memo, word of the memo, or value of the metadata. Only exact matches count. Memo and metadata are matched case-insensitively, and a word of the memo without the punctuation around it.
	Search string `json:"search,omitempty"`

	// Stage: Only at this stage.
	Stage PaymentStage `json:"stage,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`

	// Status: Only with this status.
	Status PaymentStatus `json:"status,omitempty"`

	// To: Only to this address.
	To string `json:"to,omitempty"`

	// Wallet: Only from the wallet with this id.
	Wallet string `json:"wallet,omitempty"`
}

// ListWalletLedgerParams: Which to list.
type ListWalletLedgerParams struct {
	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Kind: Only entries of this kind.
	Kind LedgerKind `json:"kind,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// PaymentID: Only entries of the payment with this id.
	PaymentID string `json:"payment_id,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListWalletsParams: Which to list.
type ListWalletsParams struct {
	// Chain: Only on this chain.
	Chain Chain `json:"chain,omitempty"`

	// CreatedAfter: Only what was created after this time. A date begins at midnight UTC.
	CreatedAfter *time.Time `json:"created_after,omitempty"`

	// CreatedBefore: Only what was created before this time.
	CreatedBefore *time.Time `json:"created_before,omitempty"`

	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// Metadata: Only with this metadata: `metadata[order]=1042`. All given keys have to match.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Owner: Only of this owner.
	Owner string `json:"owner,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// ListWebhookEndpointsParams: Which to list.
type ListWebhookEndpointsParams struct {
	// Limit: Objects per page, from 1 to 100. Default: 20.
	Limit int `json:"limit,omitempty"`

	// StartingAfter: `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
	StartingAfter string `json:"starting_after,omitempty"`
}

// LowBalanceThresholds: The thresholds; `null`: none.
type LowBalanceThresholds struct {
	// Chains: By chain.
	Chains ChainThresholds `json:"chains"`

	// Total: Of all chains together.
	//
	// Examples: 1000.00
	Total Amount `json:"total"`
}

// LowTreasuryBalance: The balance of the treasury right after the event, with the threshold.
type LowTreasuryBalance struct {
	// AsOf: When the balance was read.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	AsOf time.Time `json:"as_of"`

	// Available: Balances by chain and currency.
	Available ChainBalances `json:"available"`

	// Balance: The balance that fell below it.
	//
	// Examples: 3000000.00
	Balance Amount `json:"balance"`

	// Chains: USDC by chain.
	Chains ChainAmounts `json:"chains"`

	// EURC: EURC on all chains.
	//
	// Examples: 3000000.00
	EURC Amount `json:"eurc"`

	// Held: Balances by chain and currency.
	Held ChainBalances `json:"held"`

	// Reserved: Balances by chain and currency.
	Reserved ChainBalances `json:"reserved"`

	// Scope: Which threshold: of all chains together, or of one.
	Scope LowTreasuryBalanceScope `json:"scope"`

	// Threshold: The threshold.
	//
	// Examples: 5000000.00
	Threshold Amount `json:"threshold"`

	// USDC: USDC on all chains, reserved amounts included until they leave.
	//
	// Examples: 3000000.00
	USDC Amount `json:"usdc"`
}

// LowTreasuryBalanceScope: One of the constants, or a later addition.
type LowTreasuryBalanceScope string

// Member: A person who has signed in, in one account and mode.
//
// Examples: {"assigned_role":"viewer","claimed_role":null,"created_at":"2026-01-31T12:00:00.000Z","email":"ada@example.com","id":"usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE","last_signed_in_at":"2026-01-31T12:00:00.000Z","livemode":false,"name":"Ada Lovelace","role":"viewer","status":"active"}
type Member struct {
	// AssignedRole: The role that an administrator has assigned.
	AssignedRole Role `json:"assigned_role"`

	// ClaimedRole: The role that the identity provider gave at the last sign-in.
	ClaimedRole Role `json:"claimed_role"`

	// CreatedAt: When the member first signed in.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Email: As the identity provider says.
	//
	// Examples: ada@example.com
	Email string `json:"email"`

	// ID: Id of the member. Ids are ordered by creation.
	//
	// Examples: usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// LastSignedInAt: When the last session of the member began; `null`: there was none.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	LastSignedInAt *time.Time `json:"last_signed_in_at"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Name: As the identity provider says.
	//
	// Examples: Ada Lovelace
	Name string `json:"name"`

	// Role: What the member may do: `claimed_role`, otherwise `assigned_role`.
	Role Role `json:"role"`

	// Status: `disabled`: the member has no access.
	Status MemberStatus `json:"status"`
}

// MemberStatus: One of the constants, or a later addition.
type MemberStatus string

// NetworkFees: Network fees by coin.
type NetworkFees struct {
	// Eth: ETH.
	//
	// Examples: 0.000001342
	Eth Amount `json:"eth"`

	// Sol: SOL.
	//
	// Examples: 0.000005
	Sol Amount `json:"sol"`
}

// OnchainWallet: The state of a wallet at a final block; `null` in the sandbox.
type OnchainWallet struct {
	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Block: The block.
	Block int `json:"block"`

	// Limit: What the spender may pay in 24 hours; `null`: no limit.
	//
	// Examples: 1000.00
	Limit Amount `json:"limit"`

	// Spent: What it has paid in the open window, on Solana since the last renewal.
	//
	// Examples: 60.00
	Spent Amount `json:"spent"`

	// WindowStart: When the open window of 24 hours began; `null`: none is open, or the wallet is on Solana.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	WindowStart *time.Time `json:"window_start"`
}

// Order: One of the constants, or a later addition.
type Order string

// Payment: A payment. It stays `settled` or `failed` once it is.
//
// Examples: {"amount":"250.00","approval_id":null,"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","created_at":"2026-01-31T12:00:00.000Z","currency":"USDC","error_code":null,"error_message":null,"explorer_url":null,"from":null,"id":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","idempotency_key":"order-1042","livemode":false,"memo":"Invoice 1042","metadata":{},"recovered":false,"settled_at":"2026-01-31T12:00:00.042Z","settlement_ms":42,"stage":"done","status":"settled","to":"0x52908400098527886E0F7030069857D2E4169EE7","txHash":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"}, {"amount":"250.00","approval_id":null,"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","created_at":"2026-01-31T12:00:00.000Z","currency":"USDC","error_code":"transaction_reverted","error_message":"The transfer was reverted on chain; no money moved.","explorer_url":null,"from":null,"id":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","idempotency_key":"order-1042","livemode":false,"memo":"Invoice 1042","metadata":{},"recovered":false,"settled_at":null,"settlement_ms":null,"stage":"done","status":"failed","to":"0x52908400098527886E0F7030069857D2E4169EE7","txHash":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"}
type Payment struct {
	// Amount: In the currency of the payment.
	//
	// Examples: 250.00
	Amount Amount `json:"amount"`

	// ApprovalID: Id of the approval that the payment waited for. Ids are ordered by creation.
	//
	// Examples: apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ApprovalID string `json:"approval_id"`

	// Chain: The chain that is used; `null` until it is chosen.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the screening that counts; `null` while there is none, or when skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// CreatedAt: When the payment was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// ErrorCode: Why the payment failed.
	//
	// - `insufficient_balance`: No single chain held enough.
	// - `insufficient_gas`: The transaction fee could not be paid. The funds are available again.
	// - `compliance_blocked`: Screening blocked the recipient. Nothing was executed.
	// - `rule_denied`: A rule of the account denies it. Nothing was executed.
	// - `chain_unavailable`: The chain, or with `auto` every chain, was down. Nothing was executed.
	// - `recipient_blocklisted`: The token contract refuses transfers to the recipient.
	// - `transaction_reverted`: The chain rejected the transaction permanently. The funds are available again.
	// - `transaction_expired`: The transaction was not included while it was valid, and never will be. The funds are available again.
	// - `spend_limit_onchain`: The chain refused it: it exceeds the wallet's spend limit there. The funds are available again.
	// - `wallet_policy_changed`: The chain refused it: the wallet's owners have changed who may pay what. The funds are available again.
	// - `wallet_blocklisted`: The token's issuer has blocked the wallet that pays. No money has moved.
	// - `approval_rejected`: An approver rejected it.
	// - `approval_expired`: Nobody approved it in time.
	// - `canceled`: You canceled it.
	// - `idempotency_conflict`: The chain shows another transfer with this idempotency key, made before the record of it was lost. Nothing was paid.
	// - `internal_error`: The service could not execute it. No money moved.
	ErrorCode PaymentErrorCode `json:"error_code"`

	// ErrorMessage: The same in a sentence.
	ErrorMessage string `json:"error_message"`

	// ExplorerURL: The transaction in a block explorer; `null` in the sandbox.
	ExplorerURL string `json:"explorer_url"`

	// From: Id of the wallet that pays; `null`: the treasury does. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	From string `json:"from"`

	// ID: Id of the payment. Ids are ordered by creation.
	//
	// Examples: pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// IdempotencyKey: The key that the payment was created with.
	IdempotencyKey string `json:"idempotency_key"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Memo: Attached to the transaction.
	Memo string `json:"memo"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Recovered: After a restore: the transfer was already on chain, and `txHash` is its hash. If you have counted this hash with a payment of another id, do not count it again.
	Recovered bool `json:"recovered"`

	// SettledAt: Time of the block with the transfer, never later than when the service saw it.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	SettledAt *time.Time `json:"settled_at"`

	// SettlementMs: From creation to settlement, in milliseconds.
	SettlementMs *int `json:"settlement_ms"`

	// Stage: What a pending payment waits for. More stages may be added.
	//
	// - `screening`: The recipient is screened; with a `compliance_ref`, a person reviews the result.
	// - `awaiting_approval`: People have to approve it: `approval_id` waits for a decision.
	// - `reserving`: Funds are set aside.
	// - `waiting`: Funds are reserved. The payment waits until the chains show whether it was already made, or the sanctions list is up to date. It continues automatically.
	// - `held`: Restored from a backup, and not confirmed yet. It continues when its idempotency key is sent again, or an operator resumes it.
	// - `queued`: Authorized for the chain, not sent yet. It cannot be canceled from here on.
	// - `broadcast`: Sent to the chain.
	// - `confirming`: Seen on chain, not confirmed yet.
	// - `done`: The payment has ended.
	Stage PaymentStage `json:"stage"`

	// Status: The outcome.
	//
	// - `pending`: Not decided yet.
	// - `settled`: Confirmed on chain.
	// - `failed`: Ended without a transfer; `error_code` says why.
	Status PaymentStatus `json:"status"`

	// To: The recipient. EVM addresses have their EIP-55 checksum.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	To string `json:"to"`

	// TxHash: Hash of the on-chain transaction.
	//
	// Examples: 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
	TxHash string `json:"txHash"`
}

// PaymentErrorCode: One of the constants, or a later addition.
type PaymentErrorCode string

// PaymentStage: One of the constants, or a later addition.
type PaymentStage string

// PaymentStats: Payments, by time.
//
// Examples: {"data":[{"blocked":2,"created":1042,"failed":3,"fees":{"eth":"0.000001342","sol":"0.00"},"settled":1031,"settlement_ms":{"p50":2048,"p99":4128},"start":"2026-01-31T12:00:00.000Z","volume":{"eurc":"1250.50","usdc":"257750.00"}}]}
type PaymentStats struct {
	// Data: Every interval of the span, the earliest first.
	Data []IntervalStats `json:"data"`
}

// PaymentStatus: One of the constants, or a later addition.
type PaymentStatus string

// Plan: One of the constants, or a later addition.
type Plan string

// Policies: Who has to agree to payments of the account and mode, whether all are screened, and what counts as a duplicate.
//
// Examples: {"always_screen":true,"duplicate_guard":"bound_keys","duplicate_window_hours":24,"separate_creator":true,"treasury_approval_above":"5000.00","two_approvers_above":"1000.00"}
type Policies struct {
	// AlwaysScreen: Whether `compliance: "skip"` is refused, for payments and wallets, whatever scopes a key has.
	AlwaysScreen   bool           `json:"always_screen"`
	DuplicateGuard DuplicateGuard `json:"duplicate_guard"`

	// DuplicateWindowHours: How many hours back a payment is compared with others: from 1 to 720.
	//
	// Examples: 24
	DuplicateWindowHours int `json:"duplicate_window_hours"`

	// SeparateCreator: Whether the creator of a payment can neither approve nor review it. Two API keys count as one person if somebody was shown both secrets.
	SeparateCreator bool `json:"separate_creator"`

	// TreasuryApprovalAbove: A treasury payment above this amount waits for an approval and reserves no money until then. `null`: off.
	//
	// Examples: 5000.00
	TreasuryApprovalAbove Amount `json:"treasury_approval_above"`

	// TwoApproversAbove: Two people have to approve a payment above this amount; `null`: off.
	//
	// Examples: 1000.00
	TwoApproversAbove Amount `json:"two_approvers_above"`
}

// Posting: One side of a movement of money.
type Posting struct {
	// Account: The account.
	//
	// Examples: treasury:base:available
	Account string `json:"account"`

	// Amount: Negative if it leaves the account. Stablecoins have up to 6 decimals, SOL 9, ETH 18.
	//
	// Examples: -250.00
	Amount Amount `json:"amount"`
}

// PublishRuleDraftParams: When the rules come into force.
type PublishRuleDraftParams struct {
	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// InForceFrom: When the version comes into force. Default: at once.
	//
	// Examples: 2099-01-31T12:00:00.000Z
	InForceFrom *time.Time `json:"in_force_from,omitempty"`
}

// PublishedRules: A version of the rules that was published.
type PublishedRules struct {
	// AgreedBy: Id of the API key or person that agreed to it.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	AgreedBy string `json:"agreed_by"`

	// Agreement: Why it could be published: another person agreed, it waits 24 hours instead, or the sandbox needs neither.
	Agreement PublishedRulesAgreement `json:"agreement"`

	// DraftID: Id of the draft that it was. Ids are ordered by creation.
	//
	// Examples: rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DraftID string `json:"draft_id"`

	// DraftedBy: Id of the API key or person that made the draft, or changed it last.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DraftedBy string `json:"drafted_by"`

	// InForceFrom: When it comes into force, or came.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	InForceFrom time.Time `json:"in_force_from"`

	// PublishedBy: Id of the API key or person that published it.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	PublishedBy string `json:"published_by"`

	// Version: Its number.
	//
	// Examples: 3
	Version int `json:"version"`
}

// PublishedRulesAgreement: One of the constants, or a later addition.
type PublishedRulesAgreement string

// ReconciledBalance: The books beside a chain, in one currency.
type ReconciledBalance struct {
	// Available: Available for payments.
	//
	// Examples: 250.00
	Available Amount `json:"available"`

	// Booked: What the books say: `available`, `in_flight` and `held` together.
	//
	// Examples: 250.00
	Booked Amount `json:"booked"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// Difference: How much more (negative: less) the chain holds than payments and deposits in progress explain; `null`: unknown.
	//
	// Examples: 0.00
	Difference Amount `json:"difference"`

	// Held: Deposits whose sender is not cleared.
	//
	// Examples: 0.00
	Held Amount `json:"held"`

	// InFlight: Reserved for payments that have not ended.
	//
	// Examples: 0.00
	InFlight Amount `json:"in_flight"`

	// Onchain: The balance at a final block; `null`: unknown.
	//
	// Examples: 250.00
	Onchain Amount `json:"onchain"`

	// ReadAt: The time of that block; `null`: unknown.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ReadAt *time.Time `json:"read_at"`

	// Status: The result of the comparison.
	//
	// - `matched`: The books and the chain agree.
	// - `differs`: They do not agree. An operator has to investigate.
	// - `unknown`: Not compared yet, or another instance compares them.
	// - `simulated`: Sandbox money exists only in the books.
	Status ReconciledBalanceStatus `json:"status"`
}

// ReconciledBalanceStatus: One of the constants, or a later addition.
type ReconciledBalanceStatus string

// Redriven: The result of a redrive.
//
// Examples: {"cause":null,"id":"dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","outcome":"handled"}
type Redriven struct {
	// Cause: The kind of the error that it failed with.
	Cause string `json:"cause"`

	// ID: Id of the dead letter. Ids are ordered by creation.
	//
	// Examples: dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Outcome: The result.
	//
	// - `handled`: It was handled and is removed.
	// - `sent`: Its consumer is in another process, and removes it when it has handled it.
	// - `failed`: It failed again and stays.
	Outcome RedrivenOutcome `json:"outcome"`
}

// RedrivenOutcome: One of the constants, or a later addition.
type RedrivenOutcome string

// ReplayEventsParams: Exactly one of `event_id`, `since`, and `from` with `to`.
type ReplayEventsParams struct {
	// EventID: This event alone.
	//
	// Examples: evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EventID string `json:"event_id,omitempty"`

	// From: Every event from this time on. ISO 8601 with a time zone, or a date.
	//
	// Examples: 2026-01-31T12:00:00Z
	From *time.Time `json:"from,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Since: Every event after the one with this id.
	//
	// Examples: evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	Since string `json:"since,omitempty"`

	// To: Every event before this time.
	//
	// Examples: 2026-01-31T13:00:00Z
	To *time.Time `json:"to,omitempty"`
}

// ReviewVerdict: One of the constants, or a later addition.
type ReviewVerdict string

// Role: One of the constants, or a later addition.
type Role string

// RotateAPIKeyParams: How long the previous secret stays valid.
type RotateAPIKeyParams struct {
	// ExpiresIn: Seconds for which the previous secret stays valid, up to 7 days. Default: 0, so it is void at once.
	//
	// Examples: 3600
	ExpiresIn int `json:"expires_in,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

// RotateWebhookSecretParams: How long the previous secret also signs.
type RotateWebhookSecretParams struct {
	// ExpiresIn: Seconds for which the previous secret also signs, up to 7 days; 0: it stops at once. Default: 24 hours.
	//
	// Examples: 86400
	ExpiresIn int `json:"expires_in,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

// Rule: One rule.
type Rule struct {
	// Approvals: Of a `require`: how many people have to approve.
	Approvals *int `json:"approvals"`

	// Effect: What the rule does. More effects may be added.
	//
	// - `allow`: The payment is not denied by a later rule, or by `otherwise`.
	// - `deny`: The payment fails with `rule_denied`.
	// - `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in that time above `max` or `max_payments`.
	// - `require`: The payment waits for `approvals` people.
	Effect RuleEffect `json:"effect"`

	// ExcludeCreator: Of a `require`: the creator of the payment can neither approve nor review it.
	ExcludeCreator *bool `json:"exclude_creator"`

	// Max: Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.
	//
	// Examples: 250.00
	Max Amount `json:"max"`

	// MaxPayments: Of a `limit` with `within_hours`: how many payments are made at most.
	MaxPayments *int `json:"max_payments"`

	// Name: Its name, unique in the document.
	//
	// Examples: limit-usdc
	Name string `json:"name"`

	// Per: Of a `limit` with `within_hours`: which payments of a payer are added up.
	Per RulePer `json:"per"`

	// When: The conditions, all of which have to match. `null` is ignored.
	When RuleConditions `json:"when"`

	// WithinHours: Of a `limit`: adds up the payments of this many hours. `null`: one payment is limited.
	WithinHours *int `json:"within_hours"`
}

// RuleChanges: How a draft differs from the version in force.
type RuleChanges struct {
	// Added: Rules that only the draft has.
	Added []string `json:"added"`

	// Changed: Rules that are different.
	Changed []string `json:"changed"`

	// OtherwiseChanged: `otherwise` is different.
	OtherwiseChanged bool `json:"otherwise_changed"`

	// Removed: Rules that the draft lacks.
	Removed []string `json:"removed"`

	// Reordered: The rules of both are in another order.
	Reordered bool `json:"reordered"`
}

// RuleConditions: The conditions, all of which have to match. `null` is ignored.
type RuleConditions struct {
	// Above: The amount is above this one.
	//
	// Examples: 250.00
	Above Amount `json:"above"`

	// Chains: The chains that the payment may use; of an `allow`: the only chains that it can use.
	Chains []RuleConditionsChains `json:"chains"`

	// Countries: The `country_code` of the payment.
	Countries []string `json:"countries"`

	// CreatedBy: Who creates the payment: ids of API keys and members.
	CreatedBy []string `json:"created_by"`

	// Currency: The stablecoin: `USDC` or `EURC`.
	Currency Currency `json:"currency"`

	// FromHour: The hour at which the range begins.
	FromHour *int `json:"from_hour"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Payers: Who pays: ids of wallets, or `treasury`.
	Payers []string `json:"payers"`

	// TimeZone: The time zone of hours and weekdays.
	TimeZone string `json:"time_zone"`

	// To: The recipients.
	To []string `json:"to"`

	// UntilHour: The hour at which the range ends.
	UntilHour *int `json:"until_hour"`

	// UpTo: The amount is this one or less.
	//
	// Examples: 250.00
	UpTo Amount `json:"up_to"`

	// Weekdays: The weekdays.
	Weekdays []RuleConditionsWeekdays `json:"weekdays"`
}

// RuleConditionsChains: One of the constants, or a later addition.
type RuleConditionsChains string

// RuleConditionsInput: The conditions, all of which have to match. Omitted ones are ignored.
type RuleConditionsInput struct {
	// Above: The amount is above this one. Needs `currency`.
	//
	// Examples: 1000.00
	Above Amount `json:"above,omitempty"`

	// Chains: The payment may be made on one of these chains. A rule that allows matches only if it can be made on no other chain.
	Chains []Chain `json:"chains,omitempty"`

	// Countries: The `country_code` of the payment is one of these.
	//
	// Examples: ["DE","AT"]
	Countries []string `json:"countries,omitempty"`

	// CreatedBy: Who creates the payment: ids of API keys and members.
	//
	// Examples: ["key_01JZ8Q4M6T3W9XKB2N5RDVC7HE"]
	CreatedBy []string `json:"created_by,omitempty"`

	// Currency: The currency of the payment, and of the amounts of the rule.
	Currency Currency `json:"currency,omitempty"`

	// FromHour: The hour at which the range begins. Needs `until_hour` and `time_zone`.
	//
	// Examples: 18
	FromHour int `json:"from_hour,omitempty"`

	// Metadata: The metadata of the payment has all of these entries.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Payers: Who pays: ids of wallets, or `treasury`.
	//
	// Examples: ["treasury"]
	Payers []string `json:"payers,omitempty"`

	// TimeZone: The IANA time zone of hours and weekdays.
	//
	// Examples: Europe/Berlin
	TimeZone string `json:"time_zone,omitempty"`

	// To: The recipient is one of these addresses.
	//
	// Examples: ["0x52908400098527886E0F7030069857D2E4169EE7"]
	To []string `json:"to,omitempty"`

	// UntilHour: The hour at which the range ends. The range passes midnight if it is not above `from_hour`.
	//
	// Examples: 8
	UntilHour int `json:"until_hour,omitempty"`

	// UpTo: The amount is this one or less. Needs `currency`.
	//
	// Examples: 5000.00
	UpTo Amount `json:"up_to,omitempty"`

	// Weekdays: The weekday. Needs `time_zone`.
	Weekdays []Weekday `json:"weekdays,omitempty"`
}

// RuleConditionsWeekdays: One of the constants, or a later addition.
type RuleConditionsWeekdays string

// RuleDraft: Rules that are not in force.
//
// Examples: {"agreed_by":null,"changes":{"added":["limit-usdc"],"changed":[],"otherwise_changed":false,"removed":[],"reordered":false},"created_at":"2026-01-31T12:00:00.000Z","drafted_by":"key_01JZ8Q4M6T3W9XKB2N5RDVC7HE","id":"rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"otherwise":"allow","revision":1,"rules":[{"approvals":2,"effect":"require","exclude_creator":true,"max":null,"max_payments":null,"name":"large-payments","per":null,"when":{"above":"1000.00","chains":null,"countries":null,"created_by":null,"currency":"USDC","from_hour":null,"metadata":null,"payers":null,"time_zone":null,"to":null,"until_hour":null,"up_to":null,"weekdays":null},"within_hours":null},{"approvals":null,"effect":"limit","exclude_creator":null,"max":"50000.00","max_payments":null,"name":"limit-usdc","per":null,"when":{"above":null,"chains":null,"countries":null,"created_by":null,"currency":"USDC","from_hour":null,"metadata":null,"payers":null,"time_zone":null,"to":null,"until_hour":null,"up_to":null,"weekdays":null},"within_hours":null}],"updated_at":"2026-01-31T12:00:00.000Z","warnings":[{"message":"The rule limit-usdc limits USDC and not EURC.","rule":"limit-usdc"}]}
type RuleDraft struct {
	// AgreedBy: Id of the API key or person that has agreed to what the draft says now.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	AgreedBy string `json:"agreed_by"`

	// Changes: How a draft differs from the version in force.
	Changes RuleChanges `json:"changes"`

	// CreatedAt: When it was made.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// DraftedBy: Id of the API key or person that made the draft, or changed it last.
	//
	// Examples: key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	DraftedBy string `json:"drafted_by"`

	// ID: Id of the draft. Ids are ordered by creation.
	//
	// Examples: rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Otherwise: Decides a payment that no rule allows or denies: `allow` or `deny`.
	Otherwise RuleDraftOtherwise `json:"otherwise"`

	// Revision: Rises with each change. An agreement names it.
	//
	// Examples: 1
	Revision int `json:"revision"`

	// Rules: In order: of each effect, `allow` and `deny` together, and of each kind of `limit`, the first match counts.
	Rules []Rule `json:"rules"`

	// UpdatedAt: When it was changed last.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	UpdatedAt time.Time `json:"updated_at"`

	// Warnings: What the draft does that you may not want.
	Warnings []RuleWarning `json:"warnings"`
}

// RuleDraftOtherwise: One of the constants, or a later addition.
type RuleDraftOtherwise string

// RuleEffect: One of the constants, or a later addition.
type RuleEffect string

// RuleInput: One rule. Of each effect, `allow` and `deny` together, and of each kind of `limit`, the first rule that matches a payment counts.
type RuleInput struct {
	// Approvals: Of a `require`: how many people have to approve. Default: 1.
	//
	// Examples: 2
	Approvals int `json:"approvals,omitempty"`

	// Effect: What the rule does.
	Effect RuleEffect `json:"effect"`

	// ExcludeCreator: Of a `require`: the creator of the payment can neither approve nor review it. Default: `false`.
	//
	// Examples: true
	ExcludeCreator *bool `json:"exclude_creator,omitempty"`

	// Max: Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.
	//
	// Examples: 1000.00
	Max Amount `json:"max,omitempty"`

	// MaxPayments: Of a `limit` with `within_hours`, instead of `max`: how many payments are made at most.
	//
	// Examples: 10
	MaxPayments int `json:"max_payments,omitempty"`

	// Name: Names the rule in payments, timelines and errors.
	//
	// Examples: night-payments
	Name string `json:"name"`

	// Per: Of a `limit` with `within_hours`: which payments of a payer are added up. Default: `payer`, which is all of them.
	Per LimitPer `json:"per,omitempty"`

	// When: Which payments it matches. Default: all.
	When *RuleConditionsInput `json:"when,omitempty"`

	// WithinHours: Of a `limit`: adds up the payments of this many hours, for the treasury and for each wallet separately. Default: one payment is limited.
	//
	// Examples: 24
	WithinHours int `json:"within_hours,omitempty"`
}

// RuleMatch: A rule that counts for a payment.
type RuleMatch struct {
	// Effect: What the rule does. More effects may be added.
	//
	// - `allow`: The payment is not denied by a later rule, or by `otherwise`.
	// - `deny`: The payment fails with `rule_denied`.
	// - `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in that time above `max` or `max_payments`.
	// - `require`: The payment waits for `approvals` people.
	Effect RuleMatchEffect `json:"effect"`

	// Rule: Its name, unique in the document.
	//
	// Examples: limit-usdc
	Rule string `json:"rule"`

	// Text: What it does and why it matches, in a sentence.
	Text string `json:"text"`
}

// RuleMatchEffect: One of the constants, or a later addition.
type RuleMatchEffect string

// RulePer: One of the constants, or a later addition.
type RulePer string

// RuleWarning: What a draft does that you may not want.
type RuleWarning struct {
	// Message: The warning in a sentence.
	Message string `json:"message"`

	// Rule: The rule; `null`: the document as a whole.
	Rule string `json:"rule"`
}

// Rules: A published version of the rules.
//
// Examples: {"drafts":["rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE"],"in_force_from":"2026-01-31T12:00:00.000Z","otherwise":"allow","rules":[{"approvals":2,"effect":"require","exclude_creator":true,"max":null,"max_payments":null,"name":"large-payments","per":null,"when":{"above":"1000.00","chains":null,"countries":null,"created_by":null,"currency":"USDC","from_hour":null,"metadata":null,"payers":null,"time_zone":null,"to":null,"until_hour":null,"up_to":null,"weekdays":null},"within_hours":null},{"approvals":null,"effect":"limit","exclude_creator":null,"max":"50000.00","max_payments":null,"name":"limit-usdc","per":null,"when":{"above":null,"chains":null,"countries":null,"created_by":null,"currency":"USDC","from_hour":null,"metadata":null,"payers":null,"time_zone":null,"to":null,"until_hour":null,"up_to":null,"weekdays":null},"within_hours":null}],"scheduled":[],"version":3}
type Rules struct {
	// Drafts: The drafts that are neither published nor discarded.
	Drafts []string `json:"drafts"`

	// InForceFrom: When it came into force, or will.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	InForceFrom *time.Time `json:"in_force_from"`

	// Otherwise: Decides a payment that no rule allows or denies: `allow` or `deny`.
	Otherwise RulesOtherwise `json:"otherwise"`

	// Rules: In order: of each effect, `allow` and `deny` together, and of each kind of `limit`, the first match counts.
	Rules []Rule `json:"rules"`

	// Scheduled: Versions that come into force later, the earliest first.
	Scheduled []ScheduledRules `json:"scheduled"`

	// Version: From 1; `0`: nothing was published.
	Version int `json:"version"`
}

// RulesExplained: What the rules say of a payment.
type RulesExplained struct {
	// Approvals: How many people have to approve because of the rules.
	Approvals int `json:"approvals"`

	// Denied: Why the payment is denied; `null`: it is not.
	Denied string `json:"denied"`

	// Matches: The rules that count: at most one for each effect.
	Matches []RuleMatch `json:"matches"`

	// Version: The version that decides.
	Version int `json:"version"`
}

// RulesOtherwise: One of the constants, or a later addition.
type RulesOtherwise string

// SanctionsMatch: The match.
type SanctionsMatch struct {
	// Address: The address.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// FoundAt: When it was found.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	FoundAt time.Time `json:"found_at"`

	// Matched: The entry, as the list names it.
	Matched string `json:"matched"`

	// Ref: Id of the result by which it was cleared. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	Ref string `json:"ref"`

	// Source: The list.
	Source string `json:"source"`

	// Version: Its publication date and hash.
	Version string `json:"version"`
}

// ScheduledRules: A version that comes into force later.
type ScheduledRules struct {
	// InForceFrom: When it comes into force.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	InForceFrom time.Time `json:"in_force_from"`

	// Version: Its number.
	Version int `json:"version"`
}

// Scope: One of the constants, or a later addition.
type Scope string

// Session: Who sends a request, and what they may do.
//
// Examples: {"account":"default","actor":{"id":"usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE","name":"Ada Lovelace","type":"user"},"created_at":"2026-01-31T12:00:00.000Z","csrf_token":"K2pXh0m8vSg3JrQe5uYwLc7dTfNb1aZi9oPxRkVtMys","expires_at":"2026-01-31T20:00:00.000Z","id":"ses_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"role":"viewer","scopes":["payments:read","wallets:read","treasury:read","compliance:read","webhooks:read","events:read"]}
type Session struct {
	// Account: The account.
	//
	// Examples: default
	Account string `json:"account"`

	// Actor: Whose session it is.
	Actor SessionActor `json:"actor"`

	// CreatedAt: When the session began.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt *time.Time `json:"created_at"`

	// CsrfToken: Send it in the header `svc-csrf-token` of every request other than GET; `null` for an API key.
	//
	// Examples: K2pXh0m8vSg3JrQe5uYwLc7dTfNb1aZi9oPxRkVtMys
	CsrfToken string `json:"csrf_token"`

	// ExpiresAt: When it ends at the latest; `null`: never. It ends earlier without use.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	ExpiresAt *time.Time `json:"expires_at"`

	// ID: Id of the session; `null` for an API key. Ids are ordered by creation.
	//
	// Examples: ses_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Role: What the person may do; `null` for an API key.
	Role Role `json:"role"`

	// Scopes: The scopes.
	Scopes []Scope `json:"scopes"`
}

// SessionActor: Whose session it is.
type SessionActor struct {
	// ID: Id of the API key or member.
	//
	// Examples: usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Name: A name for people.
	//
	// Examples: Ada Lovelace
	Name string `json:"name"`

	// Type: What kind of actor. More kinds may be added.
	//
	// - `key`: An API key.
	// - `user`: A person who has signed in.
	// - `system`: The service itself.
	// - `unknown`: It is not known.
	Type SessionActorType `json:"type"`
}

// SessionActorType: One of the constants, or a later addition.
type SessionActorType string

// SetMemberParams: The new role and status.
type SetMemberParams struct {
	// Role: The role; `null`: none. If the identity provider gives a role, it has to be that one.
	//
	// Examples: viewer
	Role *Nullable[Role] `json:"role"`

	// Status: Whether the member may sign in. Default: `active`.
	Status MemberStatus `json:"status,omitempty"`
}

// SettlementTimes: Percentiles of `settlement_ms` in milliseconds: exact up to 127, and within 0.8 % above. `null` when no payment was settled.
type SettlementTimes struct {
	// P50: The time that half of the settled payments did not exceed.
	P50 *int `json:"p50"`

	// P99: The time that 99 % of the settled payments did not exceed.
	P99 *int `json:"p99"`
}

// SignInMethods: How a browser can sign in.
//
// Examples: {"api_key":true,"oidc":true}
type SignInMethods struct {
	// APIKey: With an API key.
	APIKey bool `json:"api_key"`

	// Oidc: At the identity provider of the operator.
	Oidc bool `json:"oidc"`
}

// Simulation: What a payment would do now. It reserves nothing and guarantees nothing.
type Simulation struct {
	// Candidates: Every chain, those that can be used first and in order.
	Candidates []SimulationCandidate `json:"candidates"`

	// Chosen: The chain that would be used; `null`: the payment would fail.
	Chosen Chain `json:"chosen"`

	// Rules: What the rules of the account say; `null`: none are in force.
	Rules *RulesExplained `json:"rules"`
}

// SimulationCandidate: One chain, with its verdict for this payment.
type SimulationCandidate struct {
	// Balance: The available balance on this chain.
	//
	// Examples: 1000000.00
	Balance Amount `json:"balance"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// Fee: Estimated cost, in the currency of the payment.
	//
	// Examples: 0.00
	Fee Amount `json:"fee"`

	// Reason: The verdict in a sentence.
	Reason string `json:"reason"`

	// SettlementMs: Estimated time to settlement, in milliseconds.
	SettlementMs int `json:"settlement_ms"`

	// Verdict: `ok`, or the error code that the payment would fail with.
	Verdict SimulationVerdict `json:"verdict"`
}

// SimulationVerdict: One of the constants, or a later addition.
type SimulationVerdict string

// StartSignInLivemode: One of the constants, or a later addition.
type StartSignInLivemode string

// StartSignInParams: Which to list.
type StartSignInParams struct {
	// Livemode: Whether the session is for live mode. Default: `false`, the sandbox.
	Livemode StartSignInLivemode `json:"livemode,omitempty"`

	// ReturnTo: A path of this service to which the browser is redirected.
	ReturnTo string `json:"return_to,omitempty"`
}

// StatsInterval: One of the constants, or a later addition.
type StatsInterval string

// StreamEventsParams: Which to list.
type StreamEventsParams struct {
	// StartingAfter: The stream starts after this event. Default: with the next event. The header `Last-Event-ID` takes precedence.
	StartingAfter string `json:"starting_after,omitempty"`
}

// System: The state of the whole service.
//
// Examples: {"alarms":[{"message":"The sender 0x52908400098527886E0F7030069857D2E4169EE7 on base has little gas left. Top it up.","name":"sender_gas_low","object":"base 0x52908400098527886E0F7030069857D2E4169EE7","service":"treasury","severity":"warning"}],"as_of":"2026-01-31T12:00:00.042Z","chains":[{"agreeing":2,"chain":"base","endpoints":[{"behind":3,"height":120,"last_fault":"silent","last_fault_at":"2026-01-31T12:00:00.000Z","name":"rpc.example.com","seen_at":"2026-01-31T12:00:00.000Z","status":"faulty"}],"needed":2}],"dead_letters":0,"services":[{"checks":[{"name":"event store","status":"up"}],"jobs":[{"kind":"submission","oldest_due_at":"2026-01-31T12:00:00.000Z","waiting":3}],"name":"payment","outbox":{"behind":2,"position":118},"read_models":[{"behind":0,"name":"payment","position":120}],"started_at":"2026-01-31T12:00:00.000Z","status":"up","uptime_seconds":3600,"version":"0.1.0"}],"status":"degraded","version":"0.1.0"}
type System struct {
	// Alarms: The raised alarms.
	Alarms []Alarm `json:"alarms"`

	// AsOf: When the state was read.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	AsOf time.Time `json:"as_of"`

	// Chains: The chains of live mode; none without.
	Chains []SystemChain `json:"chains"`

	// DeadLetters: Messages of all accounts that could not be handled; `null`: they could not be counted in time.
	DeadLetters *int `json:"dead_letters"`

	// Services: Every service.
	Services []SystemService `json:"services"`

	// Status: The overall state.
	//
	// - `up`: No alarm is raised.
	// - `degraded`: An alarm is raised.
	Status SystemStatus `json:"status"`

	// Version: Of the gateway that answers.
	Version string `json:"version"`
}

// SystemChain: A chain of live mode.
type SystemChain struct {
	// Agreeing: Endpoints whose last answer was used.
	Agreeing int `json:"agreeing"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// Endpoints: Those that are configured.
	Endpoints []SystemEndpoint `json:"endpoints"`

	// Needed: Endpoints that have to agree.
	Needed int `json:"needed"`
}

// SystemCheck: A part that a service needs.
type SystemCheck struct {
	// Name: The part.
	Name string `json:"name"`

	// Status: Whether it answers.
	Status SystemCheckStatus `json:"status"`
}

// SystemCheckStatus: One of the constants, or a later addition.
type SystemCheckStatus string

// SystemEndpoint: An RPC endpoint of a chain.
type SystemEndpoint struct {
	// Behind: How far that is behind the highest of the endpoints.
	Behind *int `json:"behind"`

	// Height: Its latest block or slot; `null`: none was seen yet.
	Height *int `json:"height"`

	// LastFault: Why its answer was not used last; `null`: never happened.
	LastFault SystemEndpointLastFault `json:"last_fault"`

	// LastFaultAt: When that was.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	LastFaultAt *time.Time `json:"last_fault_at"`

	// Name: Its name, without credentials.
	Name string `json:"name"`

	// SeenAt: When that was seen.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	SeenAt *time.Time `json:"seen_at"`

	// Status: Whether its last answer was used.
	//
	// - `agreeing`: It was.
	// - `faulty`: It was not used.
	// - `unknown`: It was not asked yet.
	Status SystemEndpointStatus `json:"status"`
}

// SystemEndpointLastFault: One of the constants, or a later addition.
type SystemEndpointLastFault string

// SystemEndpointStatus: One of the constants, or a later addition.
type SystemEndpointStatus string

// SystemJobs: The jobs of one kind.
type SystemJobs struct {
	// Kind: The kind.
	Kind string `json:"kind"`

	// OldestDueAt: Since when the oldest of them has been due; `null`: none is.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	OldestDueAt *time.Time `json:"oldest_due_at"`

	// Waiting: Jobs that are due. Counted up to 10,000.
	Waiting int `json:"waiting"`
}

// SystemOutbox: The progress of publishing.
type SystemOutbox struct {
	// Behind: Positions of the event store after that.
	Behind int `json:"behind"`

	// Position: The position of the event store whose messages are all acknowledged.
	Position int `json:"position"`
}

// SystemReadModel: The progress of a read model.
type SystemReadModel struct {
	// Behind: Positions of the event store that it does not include yet. A busy service is always slightly behind.
	Behind int `json:"behind"`

	// Name: The read model.
	Name string `json:"name"`

	// Position: The position of the event store that it includes.
	Position int `json:"position"`
}

// SystemService: The state of one service.
type SystemService struct {
	// Checks: The parts that it needs.
	Checks []SystemCheck `json:"checks"`

	// Jobs: Its jobs, by kind.
	Jobs []SystemJobs `json:"jobs"`

	// Name: The service.
	Name SystemServiceName `json:"name"`

	// Outbox: What it publishes; `null`: it publishes nothing, or another instance of it does.
	Outbox *SystemOutbox `json:"outbox"`

	// ReadModels: Its read models.
	ReadModels []SystemReadModel `json:"read_models"`

	// StartedAt: When it started.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	StartedAt *time.Time `json:"started_at"`

	// Status: Whether it works.
	//
	// - `up`: Every part that it needs is there.
	// - `degraded`: A part that it needs is missing.
	// - `unreachable`: It did not answer within two seconds.
	Status SystemServiceStatus `json:"status"`

	// UptimeSeconds: For how long it has been running.
	UptimeSeconds *int `json:"uptime_seconds"`

	// Version: Its version.
	Version string `json:"version"`
}

// SystemServiceName: One of the constants, or a later addition.
type SystemServiceName string

// SystemServiceStatus: One of the constants, or a later addition.
type SystemServiceStatus string

// SystemStatus: One of the constants, or a later addition.
type SystemStatus string

// TestMessage: About the endpoint.
type TestMessage struct {
	// EndpointID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	EndpointID string `json:"endpoint_id"`

	// Message: A sentence.
	Message string `json:"message"`
}

// Timeline: The history of a payment, in words.
type Timeline struct {
	// Data: The oldest entry first.
	Data []TimelineEntry `json:"data"`
}

// TimelineEntry: Something that happened to a payment. Further keys depend on `type`.
type TimelineEntry struct {
	// At: When it happened.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	At time.Time `json:"at"`

	// Text: What happened, in a sentence.
	Text string `json:"text"`

	// Type: What happened; more types may be added.
	//
	// Examples: authorized
	Type                 string                 `json:"type"`
	AdditionalProperties map[string]interface{} `json:"-"`
}

// TreasuryBalance: What the treasury holds. `available` and `reserved` add up to `usdc`, `eurc` and `chains`. `held` is separate: deposits whose sender is not cleared, which cannot be spent. Clients should accept digit-grouping commas in the totals; this version writes none.
//
// Examples: {"as_of":"2026-01-31T12:00:00.000Z","available":{"base":{"eurc":"1000000.00","usdc":"1000000.00"},"ethereum":{"eurc":"1000000.00","usdc":"1000000.00"},"solana":{"eurc":"1000000.00","usdc":"1000000.00"}},"chains":{"base":"1000000.00","ethereum":"1000000.00","solana":"1000000.00"},"eurc":"3000000.00","held":{"base":{"eurc":"0.00","usdc":"0.00"},"ethereum":{"eurc":"0.00","usdc":"0.00"},"solana":{"eurc":"0.00","usdc":"0.00"}},"reserved":{"base":{"eurc":"0.00","usdc":"0.00"},"ethereum":{"eurc":"0.00","usdc":"0.00"},"solana":{"eurc":"0.00","usdc":"0.00"}},"usdc":"3000000.00"}
type TreasuryBalance struct {
	// AsOf: When the balance was read.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	AsOf time.Time `json:"as_of"`

	// Available: Balances by chain and currency.
	Available ChainBalances `json:"available"`

	// Chains: USDC by chain.
	Chains ChainAmounts `json:"chains"`

	// EURC: EURC on all chains.
	//
	// Examples: 3000000.00
	EURC Amount `json:"eurc"`

	// Held: Balances by chain and currency.
	Held ChainBalances `json:"held"`

	// Reserved: Balances by chain and currency.
	Reserved ChainBalances `json:"reserved"`

	// USDC: USDC on all chains, reserved amounts included until they leave.
	//
	// Examples: 3000000.00
	USDC Amount `json:"usdc"`
}

// TreasuryReconciliation: The books of the treasury beside what the chains hold.
//
// Examples: {"as_of":"2026-01-31T12:00:00.042Z","data":[{"available":"990.00","booked":"1000.00","chain":"base","currency":"USDC","difference":"0.00","held":"0.00","in_flight":"10.00","onchain":"1000.00","read_at":"2026-01-31T12:00:00.000Z","status":"matched"}]}
type TreasuryReconciliation struct {
	// AsOf: When the books were read.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	AsOf time.Time `json:"as_of"`

	// Data: One entry for each chain and currency.
	Data []ReconciledBalance `json:"data"`
}

// TreasurySettings: The USDC balances below which `treasury.low_balance` is sent.
//
// Examples: {"low_balance":{"chains":{"base":"100.00","ethereum":null,"solana":null},"total":"1000.00"}}
type TreasurySettings struct {
	// LowBalance: The thresholds; `null`: none.
	LowBalance LowBalanceThresholds `json:"low_balance"`
}

// TypedData: EIP-712 typed data for `eth_signTypedData_v4`. Integers are decimal text.
type TypedData struct {
	// Domain: The contract that checks the signature, on its chain.
	Domain TypedDataDomain `json:"domain"`

	// Message: The values, as text.
	Message map[string]interface{} `json:"message"`

	// PrimaryType: The type of `message`.
	PrimaryType string `json:"primaryType"`

	// Types: The fields of each type: lists of `{name, type}` by type.
	Types map[string]interface{} `json:"types"`
}

// TypedDataDomain: The contract that checks the signature, on its chain.
type TypedDataDomain struct {
	// ChainID: The chain.
	ChainID int `json:"chainId"`

	// Name: Name of the EIP-712 domain.
	Name string `json:"name,omitempty"`

	// VerifyingContract: The contract.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	VerifyingContract string `json:"verifyingContract"`

	// Version: Its version.
	Version string `json:"version,omitempty"`
}

// UpdateAPIKeyParams: Only the name of a key can be changed.
type UpdateAPIKeyParams struct {
	// Name: A name for people; `null` removes it.
	Name *Nullable[string] `json:"name"`
}

// UpdateChainThresholds: By chain.
type UpdateChainThresholds = map[Chain]*Nullable[Amount]

// UpdateLowBalance: USDC thresholds, greater than zero. `null` removes one.
type UpdateLowBalance struct {
	// Chains: By chain.
	Chains UpdateChainThresholds `json:"chains,omitempty"`

	// Total: Of all chains together; `null` removes it.
	//
	// Examples: 1000.00
	Total *Nullable[Amount] `json:"total,omitempty"`
}

// UpdatePoliciesParams: Omitted fields stay as they are.
type UpdatePoliciesParams struct {
	// AlwaysScreen: Whether `compliance: "skip"` is refused, whatever scopes a key has.
	AlwaysScreen *bool `json:"always_screen,omitempty"`

	// DuplicateGuard: Whose payments are compared with earlier ones.
	DuplicateGuard DuplicateGuard `json:"duplicate_guard,omitempty"`

	// DuplicateWindowHours: How many hours back a payment is compared with others.
	//
	// Examples: 24
	DuplicateWindowHours int `json:"duplicate_window_hours,omitempty"`

	// SeparateCreator: Whether the creator of a payment can neither approve nor review it.
	SeparateCreator *bool `json:"separate_creator,omitempty"`

	// TreasuryApprovalAbove: A payment from the treasury above this amount waits for an approval; `null` switches it off.
	//
	// Examples: 5000.00
	TreasuryApprovalAbove *Nullable[Amount] `json:"treasury_approval_above,omitempty"`

	// TwoApproversAbove: Two people have to approve a payment above this amount; `null` switches it off.
	//
	// Examples: 1000.00
	TwoApproversAbove *Nullable[Amount] `json:"two_approvers_above,omitempty"`
}

// UpdateRuleDraftOtherwise: One of the constants, or a later addition.
type UpdateRuleDraftOtherwise string

// UpdateRuleDraftParams: The new document of rules.
type UpdateRuleDraftParams struct {
	// Otherwise: Decides a payment that no rule allows or denies. Default: `allow`.
	//
	// Examples: allow
	Otherwise UpdateRuleDraftOtherwise `json:"otherwise,omitempty"`

	// Rules: At most 200 rules, in order. Default: none.
	Rules []RuleInput `json:"rules,omitempty"`
}

// UpdateTreasurySettingsParams: Omitted fields stay as they are.
type UpdateTreasurySettingsParams struct {
	// LowBalance: The thresholds.
	LowBalance UpdateLowBalance `json:"low_balance"`
}

// UpdateWebhookEndpointParams: Omitted fields stay as they are.
type UpdateWebhookEndpointParams struct {
	// Description: A note for people; `null` removes it.
	Description *Nullable[string] `json:"description,omitempty"`

	// Events: The types to send; `null`: all.
	Events *Nullable[[]EventType] `json:"events,omitempty"`

	// Status: Whether events are sent.
	Status EndpointStatus `json:"status,omitempty"`

	// URL: `https`; in the sandbox `http` too. No credentials, and no address that is private, link-local, multicast, unspecified or carrier-grade NAT; loopback for test keys, where the operator allows it, and over `http` for live keys on local chains.
	//
	// Examples: https://example.com/webhooks
	URL string `json:"url,omitempty"`
}

// UseFaucetParams: A credit to simulate.
type UseFaucetParams struct {
	// Amount: Greater than zero, and at most the largest payment.
	//
	// Examples: 500.00
	Amount Amount `json:"amount"`

	// Chain: The chain.
	Chain Chain `json:"chain"`

	// Currency: The stablecoin. Default: `USDC`.
	Currency Currency `json:"currency,omitempty"`

	// From: The sender, who is screened before the money is available. Default: a sender of the sandbox that is not screened.
	//
	// Examples: 0x000000000000000000000000000000000000d001
	From string `json:"from,omitempty"`

	// IdempotencyKey: Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
	//
	// Examples: order-1042
	IdempotencyKey string `json:"idempotency_key,omitempty"`

	// Wallet: Id of the wallet to credit, on the same chain. Default: the treasury.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	Wallet string `json:"wallet,omitempty"`
}

// Wallet: A programmable wallet. It can receive and send when it is `active`.
//
// Examples: {"address":"0x8617E340B3D01FA5F11F306F4090FD50E238070D","approval_threshold":1,"approvers":[],"balances":{"eurc":"0.00","usdc":"0.00"},"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","contract":null,"created_at":"2026-01-31T12:00:00.000Z","held":{"eurc":"0.00","usdc":"0.00"},"id":"wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE","label":"Procurement","livemode":false,"metadata":{},"owner":"agent:procurement","spend_limit":"1000.00","spent_24h":"0.00","status":"active"}
type Wallet struct {
	// Address: The wallet's address; `null` unless it is `active`.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Address string `json:"address"`

	// ApprovalThreshold: Number of approvals required.
	ApprovalThreshold int `json:"approval_threshold"`

	// Approvers: Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.
	Approvers []string `json:"approvers"`

	// Balances: A balance in each currency.
	Balances CurrencyBalances `json:"balances"`

	// Chain: The chain: `base`, `ethereum` or `solana`.
	Chain Chain `json:"chain"`

	// ComplianceRef: Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
	//
	// Examples: cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ComplianceRef string `json:"compliance_ref"`

	// Contract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
	Contract *WalletContract `json:"contract"`

	// CreatedAt: When the wallet was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Held: A balance in each currency.
	Held CurrencyBalances `json:"held"`

	// ID: Id of the wallet. Ids are ordered by creation.
	//
	// Examples: wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Label: A name for people.
	Label string `json:"label"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Metadata: Your own key-value data; empty by default.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Most that can be spent within 24 hours without approval; `null`: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit"`

	// Spent24H: What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
	//
	// Examples: 0.00
	Spent24H Amount `json:"spent_24h"`

	// Status: Whether it can be used.
	//
	// - `active`: It can receive and send.
	// - `in_review`: The verification of its owner waits for a person.
	// - `rejected`: That person has blocked the owner.
	Status WalletStatus `json:"status"`
}

// WalletContract: The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.
type WalletContract struct {
	// Deployed: Whether a payment has deployed the contract. Its address can receive earlier. Anybody may deploy it.
	Deployed bool `json:"deployed"`

	// Module: The contract or program that enforces the limit.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Module string `json:"module"`

	// Owners: Who approves payments above the limit, and controls the wallet.
	Owners []string `json:"owners"`

	// Spender: The key that pays within the limit. It has no other rights.
	//
	// Examples: 0x52908400098527886E0F7030069857D2E4169EE7
	Spender string `json:"spender"`

	// Threshold: Number of owners required.
	Threshold int `json:"threshold"`

	// Type: The kind of contract. `spl_multisig`: an account of the token program, on Solana.
	Type WalletContractType `json:"type"`

	// Version: Its version.
	//
	// Examples: 1.4.1
	Version string `json:"version"`
}

// WalletContractType: One of the constants, or a later addition.
type WalletContractType string

// WalletExpansion: One of the constants, or a later addition.
type WalletExpansion string

// WalletInput: One wallet of a bulk request.
type WalletInput struct {
	// ApprovalThreshold: Number of approvers that a payment needs, at most the number listed. Fixed at creation. Default: 1.
	ApprovalThreshold int `json:"approval_threshold,omitempty"`

	// Approvers: Addresses of the people who may approve payments above the limit. With a live key they own the wallet, on Base and Ethereum only. Fixed at creation.
	Approvers []string `json:"approvers,omitempty"`

	// Chain: The chain.
	Chain Chain `json:"chain"`

	// Compliance: `auto` verifies the identity of the owner before the wallet is created; `skip` does not, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`.
	Compliance ComplianceMode `json:"compliance,omitempty"`

	// Label: A name for people. Not on chain.
	Label string `json:"label,omitempty"`

	// Metadata: Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
	//
	// Examples: {"order":"1042"}
	Metadata map[string]string `json:"metadata,omitempty"`

	// Owner: Who the wallet belongs to: `agent:<name>` or `user:<id>`.
	//
	// Examples: agent:procurement
	Owner string `json:"owner"`

	// SpendLimit: Maximum that the wallet spends in 24 hours without approval, in USDC (EURC counts one to one). Fixed at creation. Default: no limit.
	//
	// Examples: 1000.00
	SpendLimit Amount `json:"spend_limit,omitempty"`
}

// WalletStatus: One of the constants, or a later addition.
type WalletStatus string

// WebhookEndpoint: Where events are sent to.
//
// Examples: {"created_at":"2026-01-31T12:00:00.000Z","description":"Order system","disabled_reason":null,"events":["payment.settled","payment.failed"],"id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"status":"enabled","url":"https://example.com/webhooks"}
type WebhookEndpoint struct {
	// CreatedAt: When the endpoint was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Description: A note for people.
	Description string `json:"description"`

	// DisabledReason: Why it is disabled.
	DisabledReason string `json:"disabled_reason"`

	// Events: The types that are sent; `null`: all.
	Events []EventType `json:"events"`

	// ID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Status: Whether events are sent.
	//
	// - `enabled`: They are.
	// - `disabled`: They are not.
	Status EndpointStatus `json:"status"`

	// URL: Where events are sent to.
	URL string `json:"url"`
}

// WebhookEndpointWithSecret: An endpoint with its signing secret.
//
// Examples: {"created_at":"2026-01-31T12:00:00.000Z","description":"Order system","disabled_reason":null,"events":["payment.settled","payment.failed"],"id":"whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=","status":"enabled","url":"https://example.com/webhooks"}
type WebhookEndpointWithSecret struct {
	// CreatedAt: When the endpoint was created.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Description: A note for people.
	Description string `json:"description"`

	// DisabledReason: Why it is disabled.
	DisabledReason string `json:"disabled_reason"`

	// Events: The types that are sent; `null`: all.
	Events []EventType `json:"events"`

	// ID: Id of the endpoint. Ids are ordered by creation.
	//
	// Examples: whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Secret: Signs what is sent to the endpoint. Shown once: `null` when the request is replayed.
	//
	// Examples: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
	Secret string `json:"secret"`

	// Status: Whether events are sent.
	//
	// - `enabled`: They are.
	// - `disabled`: They are not.
	Status EndpointStatus `json:"status"`

	// URL: Where events are sent to.
	URL string `json:"url"`
}

// WebhookEvent: Something that happened, as it is sent to webhook endpoints.
//
// Examples: {"created_at":"2026-01-31T12:00:00.042Z","data":{"amount":"250.00","approval_id":null,"chain":"base","compliance_ref":"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE","created_at":"2026-01-31T12:00:00.000Z","currency":"USDC","error_code":null,"error_message":null,"explorer_url":null,"from":null,"id":"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE","idempotency_key":"order-1042","livemode":false,"memo":"Invoice 1042","metadata":{},"recovered":false,"settled_at":"2026-01-31T12:00:00.042Z","settlement_ms":42,"stage":"done","status":"settled","to":"0x52908400098527886E0F7030069857D2E4169EE7","txHash":"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"},"id":"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE","livemode":false,"sequence":2,"type":"payment.settled"}
type WebhookEvent struct {
	// CreatedAt: When it happened.
	//
	// Examples: 2026-01-31T12:00:00.000Z
	CreatedAt time.Time `json:"created_at"`

	// Data: The object as it was right after the event, and further fields by `type`: see the webhooks.
	Data json.RawMessage `json:"data"`

	// ID: Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
	//
	// Examples: evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
	ID string `json:"id"`

	// Livemode: `false` in the sandbox.
	Livemode bool `json:"livemode"`

	// Sequence: Grows with every event of one object.
	Sequence int64 `json:"sequence"`

	// Type: What happened. More types may be added.
	Type EventType `json:"type"`
}

// Weekday: One of the constants, or a later addition.
type Weekday string

// Getter for additional properties for TimelineEntry. Returns the specified
// element and whether it was found
func (a TimelineEntry) Get(fieldName string) (value interface{}, found bool) {
	if a.AdditionalProperties != nil {
		value, found = a.AdditionalProperties[fieldName]
	}
	return
}

// Setter for additional properties for TimelineEntry
func (a *TimelineEntry) Set(fieldName string, value interface{}) {
	if a.AdditionalProperties == nil {
		a.AdditionalProperties = make(map[string]interface{})
	}
	a.AdditionalProperties[fieldName] = value
}

// Override default JSON handling for TimelineEntry to handle AdditionalProperties
func (a *TimelineEntry) UnmarshalJSON(b []byte) error {
	object := make(map[string]json.RawMessage)
	err := json.Unmarshal(b, &object)
	if err != nil {
		return err
	}

	if raw, found := object["at"]; found {
		err = json.Unmarshal(raw, &a.At)
		if err != nil {
			return fmt.Errorf("error reading 'at': %w", err)
		}
		delete(object, "at")
	}

	if raw, found := object["text"]; found {
		err = json.Unmarshal(raw, &a.Text)
		if err != nil {
			return fmt.Errorf("error reading 'text': %w", err)
		}
		delete(object, "text")
	}

	if raw, found := object["type"]; found {
		err = json.Unmarshal(raw, &a.Type)
		if err != nil {
			return fmt.Errorf("error reading 'type': %w", err)
		}
		delete(object, "type")
	}

	if len(object) != 0 {
		a.AdditionalProperties = make(map[string]interface{})
		for fieldName, fieldBuf := range object {
			var fieldVal interface{}
			err := json.Unmarshal(fieldBuf, &fieldVal)
			if err != nil {
				return fmt.Errorf("error unmarshaling field %s: %w", fieldName, err)
			}
			a.AdditionalProperties[fieldName] = fieldVal
		}
	}
	return nil
}

// Override default JSON handling for TimelineEntry to handle AdditionalProperties
func (a TimelineEntry) MarshalJSON() ([]byte, error) {
	var err error
	object := make(map[string]json.RawMessage)

	object["at"], err = json.Marshal(a.At)
	if err != nil {
		return nil, fmt.Errorf("error marshaling 'at': %w", err)
	}

	object["text"], err = json.Marshal(a.Text)
	if err != nil {
		return nil, fmt.Errorf("error marshaling 'text': %w", err)
	}

	object["type"], err = json.Marshal(a.Type)
	if err != nil {
		return nil, fmt.Errorf("error marshaling 'type': %w", err)
	}

	for fieldName, field := range a.AdditionalProperties {
		object[fieldName], err = json.Marshal(field)
		if err != nil {
			return nil, fmt.Errorf("error marshaling '%s': %w", fieldName, err)
		}
	}
	return json.Marshal(object)
}
