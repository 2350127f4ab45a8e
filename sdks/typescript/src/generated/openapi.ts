// Generated from apps/gateway/openapi.json by `npm run generate -w stablecoin-payments`. Do not edit.

export type paths = {
  '/v1/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payments
     * @description The newest first. A payment may take a second to appear.
     *
     *     With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the maximum number of objects. Default: all.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Create and execute a payment
     * @description Screens the recipient, chooses the chain, reserves the funds, sends the transfer, and waits for the outcome: 201
     *     when the payment has ended, 202 when it has not by the end of the wait (or at once when a person has to decide).
     *     Read a pending payment with `GET /v1/payments/{id}`, or use webhooks.
     *
     *     A payment that is refused for its balance, its screening or its chain returns that error. It exists, as `failed`, and
     *     `payment_id` names it. Any other failure returns 201 with `status: "failed"`. Repeating the idempotency key of a
     *     refused payment returns the same refusal.
     *
     *     Always send an idempotency key, so that you can repeat the request when no response arrives.
     */
    post: operations['createPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a payment
     * @description The payment in its current state, including every write that the API has acknowledged.
     */
    get: operations['getPayment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a payment
     * @description Possible until the payment is authorized for the chain, so while its `stage` is `screening`, `awaiting_approval`, `reserving`, `waiting` or `held`. Canceling it again returns the same; a payment that is authorized, or has ended otherwise, is 409 `invalid_state`.
     */
    post: operations['cancelPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/simulate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Simulate a payment
     * @description Shows fee, time, balance, verdict and reason of the payment on every chain. Takes the body of `POST /v1/payments`, moves nothing and screens nobody. A replay simulates again.
     */
    post: operations['simulatePayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the timeline of a payment
     * @description Everything that happened to the payment, in words and with times, the oldest first: every chain that was considered, every hash, and with `expand` the screening with its evidence and every attempt to deliver its events.
     */
    get: operations['getPaymentTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get statistics of payments
     * @description Counts, volumes, network fees and settlement times, by hour or day. Volumes are exact, and by currency. Empty intervals are included.
     */
    get: operations['getStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List wallets
     * @description The newest first.
     */
    get: operations['listWallets'];
    put?: never;
    /**
     * Create a wallet
     * @description The owner is verified first, unless `compliance` is `skip`. Spend limit, approvers and threshold are fixed at creation. On Base and Ethereum they are part of a live wallet's address, and a contract enforces them. Live wallets on Solana have an allowance and no `approvers`: sending some is 400.
     */
    post: operations['createWallet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create many wallets
     * @description From 1 to 100 wallets in one request. Each counts in the rate limit class `wallets`: a request above the limit delays the next one. Each entry of the response is a wallet or an error, in the order of the request; a refused one does not stop the others. A replay returns the wallets that exist and retries the rest.
     */
    post: operations['createWallets'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a wallet
     * @description The wallet with its balances, which include every acknowledged payment. With `expand=onchain` also the state of a live wallet at a final block; 500 `internal_error` when too few endpoints agree on it.
     */
    get: operations['getWallet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/wallets/{id}/ledger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ledger entries of a wallet
     * @description Every movement of money of the wallet, in double entry, the newest first. The entries add up to its balances.
     *
     *     With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the maximum number of objects. Default: all.
     */
    get: operations['listWalletLedger'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List approvals
     * @description The newest first.
     */
    get: operations['listApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an approval
     * @description The approval in its current state.
     */
    get: operations['getApproval'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a payment
     * @description If the wallet lists approvers, `approver` has to be one of them, each counts once, and the payment continues when `threshold` is reached. If it lists none, and for a payment from the treasury, which takes no `approver`, the first approval decides, unless two people have to approve. The balance is then checked again. A live wallet needs the signature of each approver: see `typed_data` of the approval. If the policies do not let you approve, or you have already approved and another person has to, the response is 403.
     */
    post: operations['approvePayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a payment
     * @description The payment fails with `approval_rejected`. One rejection is enough.
     */
    post: operations['rejectPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the policies
     * @description Who has to agree to payments of the account and mode, and whether all are screened. By default all are off, except `duplicate_guard`.
     */
    get: operations['getPolicies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the policies
     * @description Omitted fields stay as they are. A change applies to payments that are created a second later or more. A payment keeps the policies of its creation.
     */
    patch: operations['updatePolicies'];
    trace?: never;
  };
  '/v1/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the rules
     * @description The version in force, or another one, with what is scheduled and drafted. Version 0 has no rules.
     */
    get: operations['getRules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/rules/drafts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Draft rules
     * @description Changes nothing for payments until the draft is published. A rule that can never match is refused by name. An account and mode has at most 10 drafts.
     */
    post: operations['createRuleDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/rules/drafts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a draft of rules
     * @description With its warnings, and how it differs from the version in force.
     */
    get: operations['getRuleDraft'];
    /**
     * Change a draft of rules
     * @description Replaces the whole document. The draft loses the agreement of the second person.
     */
    put: operations['updateRuleDraft'];
    post?: never;
    /**
     * Discard a draft of rules
     * @description It cannot be published any more. The audit log keeps what it said.
     */
    delete: operations['discardRuleDraft'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/rules/drafts/{id}/agree': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Agree to a draft of rules
     * @description To a revision of the draft: a change takes the agreement away. In live mode somebody agrees who did not change the draft last.
     */
    post: operations['agreeToRuleDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/rules/drafts/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish a draft of rules
     * @description Makes the draft the next version. In live mode another person has to agree first. Where nobody else of the account has `policies:write`, the version comes into force 24 hours later instead. The sandbox needs neither. Versions that are scheduled for later than this one are dropped. Payments that are ordered a second after it comes into force, or later, are decided by it.
     */
    post: operations['publishRuleDraft'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/treasury/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the balance of the treasury
     * @description Payments without `from` are paid from it. It includes every acknowledged payment.
     */
    get: operations['getTreasuryBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/treasury/balance/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the balance of the treasury over time
     * @description The balance at the end of each hour or day, reserved amounts included. Intervals without a movement are included; the last one has the current balance.
     */
    get: operations['getBalanceHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/treasury/reconciliation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare the treasury with the chains
     * @description The books beside a final block, by chain and currency. The service compares them regularly; this is the last comparison. Sandbox money exists only in the books.
     */
    get: operations['getReconciliation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/treasury/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the settings of the treasury
     * @description The balances below which `treasury.low_balance` is sent.
     */
    get: operations['getTreasurySettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the settings of the treasury
     * @description Omitted fields stay as they are; `null` removes a threshold. One crossing sends one event; the next is sent after the balance has been one percent above the threshold.
     */
    patch: operations['updateTreasurySettings'];
    trace?: never;
  };
  '/v1/treasury/ledger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ledger entries
     * @description Every movement of money of the treasury, in double entry, the newest first. Network fees are entries in the coin of their chain: relayers pay them, so no balance of the treasury counts them. A wallet has its own ledger.
     *
     *     With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the maximum number of objects. Default: all.
     */
    get: operations['listLedgerEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Screen an address
     * @description Runs the checks, or returns a cached result. Results are kept for 24 hours (`SCREENING_CACHE_MS`), and a cached one does not count against the rate limit. Send its `ref` as `compliance_ref` of a payment to avoid another screening. `status` says whether the address is blocked or needs a review.
     */
    post: operations['checkCompliance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List compliance results
     * @description The newest first. `status=review` is the queue of those that wait for a person.
     */
    get: operations['listComplianceResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/checks/{ref}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a compliance result
     * @description Of a standalone check, of a payment (`compliance_ref`), or of the verification of the owner of a wallet.
     */
    get: operations['getComplianceResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/checks/{ref}/decision': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a review
     * @description Ends the review of a result whose status is `review`; payments that wait for it continue or fail. A review that nobody decides within 24 hours (`REVIEW_TTL_MS`) ends as blocked.
     */
    post: operations['decideReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/attestations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List attestations
     * @description The newest first, with those that are expired or revoked.
     */
    get: operations['listAttestations'];
    put?: never;
    /**
     * Create an attestation
     * @description For KYC and travel-rule data that you keep elsewhere. The source `attested` passes the address or owner until `expires_at`; payments in review only for this continue.
     */
    post: operations['createAttestation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/compliance/attestations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an attestation
     * @description Also one that is expired or revoked.
     */
    get: operations['getAttestation'];
    put?: never;
    post?: never;
    /**
     * Revoke an attestation
     * @description Takes effect at once: the next screening does not count it. Payments that were cleared earlier stay cleared.
     */
    delete: operations['revokeAttestation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/deposits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deposits that were screened
     * @description The newest first, to the treasury and to wallets. `status=held` is the queue of those that wait for a person. Deposits whose sender is not screened are in the ledger only.
     */
    get: operations['listDeposits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/deposits/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a deposit
     * @description One that was screened.
     */
    get: operations['getDeposit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/deposits/{id}/decision': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a held deposit
     * @description Makes the money of a deposit available, or keeps it held permanently. Only a deposit whose status is `held` can be decided, once. It has no deadline.
     */
    post: operations['decideDeposit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description The newest first.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Delivery starts with the next event. Keep `secret`: it verifies deliveries.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description Without its secret.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Nothing is sent to it any more; pending deliveries are dropped.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change a webhook endpoint
     * @description Omitted fields stay as they are. This also enables an endpoint that its failures have disabled.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/rotate_secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook endpoint
     * @description The previous secret also signs for 24 hours, or for `expires_in` seconds. With 0 it is void at once.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends an event of the type `webhook.test`, whatever `events` says. Its delivery is in `/deliveries`.
     */
    post: operations['sendTestEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description Every delivery to the endpoint, with its attempts, the newest first.
     *
     *     With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the maximum number of objects. Default: all.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery
     * @description Every attempt with its request and response, and the body that was sent.
     */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events again
     * @description Events of the endpoint's types are sent again, with the same ids, in the background: see `/deliveries`. An endpoint has at most ten replays in progress.
     */
    post: operations['replayEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description Every event of your account, sent or not. An event may take a second to appear. To follow events, read them forwards: `order=asc&wait=30`, with `starting_after` set to the last event that you have, which must exist.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream events
     * @description Every event of your account, as server-sent events: `id` is the id of the event and `data` the event. After 15 seconds without an event a comment is sent. Reconnect with the header `Last-Event-ID`: no event is lost or repeated. The stream ends with an event `error`, whose data has `code`, `message` and `retryable`. A key may have 10 streams.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an event
     * @description As it is sent to webhook endpoints.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api_keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description The newest first, revoked ones included.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description For your own account and mode. Omitted fields default to those of the calling key. A higher plan, another scope, a later expiry, an address outside its allow-list or another wallet is 403 `plan_required` or `insufficient_scope`, with the field in `param`. Keep `key`: only its hash is stored.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api_keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an API key
     * @description Without its secret.
     */
    get: operations['getApiKey'];
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description Within a second the key is refused, and so are the keys that it created or rotated, directly or through others, because it was shown their secrets. The calling key and the keys that it descends from stay. Revoked keys stay in the list.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    /**
     * Rename an API key
     * @description Only the name can be changed.
     */
    patch: operations['updateApiKey'];
    trace?: never;
  };
  '/v1/api_keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate an API key
     * @description Gives the key a new secret. The previous one is refused within a second, or after `expires_in`; only the latest two are accepted. The response has the secret, so a key with more rights than yours in plan, scopes, expiry or allow-list cannot be rotated: 403, with the field in `param`.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with an API key
     * @description Exchanges the API key for a session, whose token is in a cookie that scripts cannot read. The session has the key's rights and allow-list, and ends with the key. Each call starts another session.
     */
    post: operations['createSession'];
    /**
     * Sign out everywhere
     * @description Ends all sessions of the same person or API key. The response names whose they were.
     */
    delete: operations['endSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the current session
     * @description Who sends the request, and what they may do. Also works with an API key.
     */
    get: operations['getSession'];
    put?: never;
    post?: never;
    /**
     * Sign out
     * @description Ends the session, and removes its cookie.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members
     * @description The people who have signed in to your account and mode, the newest first.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/members/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Assign a role
     * @description Sets role and status. Open sessions follow within a second. Nobody can assign a role with more rights than their own, or change their own.
     */
    put: operations['setMember'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit_log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit log
     * @description Who did what, with which key and from which address: every request that changed something, the requests that a key was refused, and the addresses that it was used from for the first time. The newest first. Entries are never changed or removed. A new one may take a second to appear.
     *
     *     With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the maximum number of objects. Default: all.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/system': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of the service
     * @description Every service with its parts, queues and read models, the endpoints of the live chains, and the alarms that are raised. Nothing in it belongs to an account. A service that does not answer within two seconds is shown as `unreachable`.
     */
    get: operations['getSystem'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dead_letters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List dead letters
     * @description Messages of your account and mode that a service could not handle, without their content. The newest first. `npm run dead-letters` also shows those of no account.
     */
    get: operations['listDeadLetters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/dead_letters/{id}/redrive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redrive a dead letter
     * @description Sends the message to its consumer again, which removes it once it is handled. Redriving is always safe: a request that has become impossible is refused. The audit log has every redrive.
     */
    post: operations['redriveDeadLetter'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/faucet': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Credit the treasury or a wallet
     * @description A simulated inbound transfer; for a wallet `wallet.funded` is sent. Live keys get 404.
     */
    post: operations['useFaucet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/methods': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the ways to sign in
     * @description The ways that a sign-in page can offer.
     */
    get: operations['getSignInMethods'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sign in as a person
     * @description Sends the browser to the OpenID Connect provider of the operator. Open it as a page.
     */
    get: operations['startSignIn'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/oidc/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Return from the identity provider
     * @description The redirect URI of the client at the provider. Starts the session and redirects to `return_to`. A person without a role becomes a member, and is refused until one is assigned.
     */
    get: operations['finishSignIn'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the process responds
     * @description 200 as long as the process responds, whatever the state of the parts that it depends on.
     */
    get: operations['isLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that requests can be sent here
     * @description Checks every part that the service needs.
     */
    get: operations['isReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this document
     * @description The description of the API in OpenAPI 3.1.
     */
    get: operations['getOpenApiDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this document
     * @description The description of the API as a page that works without any other server.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type webhooks = {
  'payment.settled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.settled: a payment was confirmed on chain
     * @description Read `txHash`, `settlement_ms` and `compliance_ref`.
     */
    post: operations['onPaymentSettled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payment.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.failed: a payment could not be settled
     * @description Read `error_code` and `error_message`. Not sent for a payment that screening blocked.
     */
    post: operations['onPaymentFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payment.compliance_blocked': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.compliance_blocked: a payment was blocked by screening
     * @description It was not executed. No `payment.failed` is sent in addition.
     */
    post: operations['onPaymentComplianceBlocked'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payment.in_review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.in_review: a payment waits for the review of its screening
     * @description Decide it with `POST /v1/compliance/checks/{ref}/decision`; `compliance_ref` is the ref.
     */
    post: operations['onPaymentInReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payment.awaiting_approval': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.awaiting_approval: a payment waits for approval
     * @description Approve it with `POST /v1/approvals/{id}/approve`; `approval_id` is the id.
     */
    post: operations['onPaymentAwaitingApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payment.waiting': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.waiting: a payment waits before its transfer is authorized
     * @description With the stage `waiting` it continues automatically. With the stage `held` it continues when its idempotency key is sent again, or an operator resumes it.
     */
    post: operations['onPaymentWaiting'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'wallet.activated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * wallet.activated: a wallet that was in review can receive and send
     * @description Once, when the review of its owner is cleared. Not sent for wallets that are active at once.
     */
    post: operations['onWalletActivated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'wallet.funded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * wallet.funded: a wallet received an inbound transfer
     * @description Once per transfer.
     */
    post: operations['onWalletFunded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'wallet.spend_limit_reached': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * wallet.spend_limit_reached: a payment waits, because the spend limit of its wallet is reached
     * @description Decide with `POST /v1/approvals/{id}/approve` or `/reject`. Once per waiting payment.
     */
    post: operations['onWalletSpendLimitReached'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'treasury.low_balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * treasury.low_balance: the USDC balance of the treasury fell below a threshold
     * @description Once per crossing. Set thresholds with `PATCH /v1/treasury/settings`.
     */
    post: operations['onTreasuryLowBalance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'compliance.match_found': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * compliance.match_found: an address that was paid within 30 days is now on a sanctions list
     * @description Sent once for each result of the last 30 days that cleared it. Find the payments with `GET /v1/payments?to=`. The sandbox raises it too.
     */
    post: operations['onComplianceMatchFound'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'deposit.held': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * deposit.held: a deposit waits for the decision of a person
     * @description Its sender was not cleared, or is not known. Decide it with `POST /v1/deposits/{id}/decision`. Until then its money cannot be spent.
     */
    post: operations['onDepositHeld'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'deposit.released': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * deposit.released: the money of a held deposit is available
     * @description Once, when a person has cleared it. A wallet raises `wallet.funded` as well.
     */
    post: operations['onDepositReleased'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'rules.published': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * rules.published: a version of the rules was published
     * @description By whom, and from when on it decides on payments. `GET /v1/rules?version=` has what it says, the audit log what it changed.
     */
    post: operations['onRulesPublished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook_endpoint.disabled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * webhook_endpoint.disabled: a webhook endpoint was disabled, because its deliveries fail
     * @description Its deliveries failed for five days, or it returned 410. Sent to the other endpoints; `GET /v1/events` has what it misses. Not sent when a request disables an endpoint.
     */
    post: operations['onWebhookEndpointDisabled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * webhook.test: you requested a test event
     * @description Sent by `POST /v1/webhook_endpoints/{id}/test`, whatever types the endpoint takes.
     */
    post: operations['onWebhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type components = {
  schemas: {
    /**
     * @description A payment. It stays `settled` or `failed` once it is.
     * @example {
     *       "id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "status": "settled",
     *       "stage": "done",
     *       "txHash": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd",
     *       "to": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "from": null,
     *       "amount": "250.00",
     *       "currency": "USDC",
     *       "chain": "base",
     *       "memo": "Invoice 1042",
     *       "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "approval_id": null,
     *       "error_code": null,
     *       "error_message": null,
     *       "idempotency_key": "order-1042",
     *       "livemode": false,
     *       "explorer_url": null,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "settled_at": "2026-01-31T12:00:00.042Z",
     *       "settlement_ms": 42,
     *       "recovered": false,
     *       "metadata": {}
     *     }
     * @example {
     *       "id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "status": "failed",
     *       "stage": "done",
     *       "txHash": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd",
     *       "to": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "from": null,
     *       "amount": "250.00",
     *       "currency": "USDC",
     *       "chain": "base",
     *       "memo": "Invoice 1042",
     *       "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "approval_id": null,
     *       "error_code": "transaction_reverted",
     *       "error_message": "The transfer was reverted on chain; no money moved.",
     *       "idempotency_key": "order-1042",
     *       "livemode": false,
     *       "explorer_url": null,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "settled_at": null,
     *       "settlement_ms": null,
     *       "recovered": false,
     *       "metadata": {}
     *     }
     */
    Payment: {
      /**
       * @description Id of the payment. Ids are ordered by creation.
       * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The outcome.
       *
       *     - `pending`: Not decided yet.
       *     - `settled`: Confirmed on chain.
       *     - `failed`: Ended without a transfer; `error_code` says why.
       */
      status: 'pending' | 'settled' | 'failed' | (string & {});
      /**
       * @description What a pending payment waits for. More stages may be added.
       *
       *     - `screening`: The recipient is screened; with a `compliance_ref`, a person reviews the result.
       *     - `awaiting_approval`: People have to approve it: `approval_id` waits for a decision.
       *     - `reserving`: Funds are set aside.
       *     - `waiting`: Funds are reserved. The payment waits until the chains show whether it was already made, or the sanctions list is up to date. It continues automatically.
       *     - `held`: Restored from a backup, and not confirmed yet. It continues when its idempotency key is sent again, or an operator resumes it.
       *     - `queued`: Authorized for the chain, not sent yet. It cannot be canceled from here on.
       *     - `broadcast`: Sent to the chain.
       *     - `confirming`: Seen on chain, not confirmed yet.
       *     - `done`: The payment has ended.
       */
      stage:
        | 'screening'
        | 'awaiting_approval'
        | 'reserving'
        | 'waiting'
        | 'held'
        | 'queued'
        | 'broadcast'
        | 'confirming'
        | 'done'
        | (string & {});
      /**
       * @description Hash of the on-chain transaction.
       * @example 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
       */
      txHash: string | null;
      /**
       * @description The recipient. EVM addresses have their EIP-55 checksum.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      to: string;
      /**
       * @description Id of the wallet that pays; `null`: the treasury does. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      from: string | null;
      /**
       * @description In the currency of the payment.
       * @example 250.00
       */
      amount: string;
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /** @description The chain that is used; `null` until it is chosen. */
      chain: ('base' | 'ethereum' | 'solana' | (string & {})) | null;
      /** @description Attached to the transaction. */
      memo: string | null;
      /**
       * @description Id of the screening that counts; `null` while there is none, or when skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /**
       * @description Id of the approval that the payment waited for. Ids are ordered by creation.
       * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      approval_id: string | null;
      /**
       * @description Why the payment failed.
       *
       *     - `insufficient_balance`: No single chain held enough.
       *     - `insufficient_gas`: The transaction fee could not be paid. The funds are available again.
       *     - `compliance_blocked`: Screening blocked the recipient. Nothing was executed.
       *     - `rule_denied`: A rule of the account denies it. Nothing was executed.
       *     - `chain_unavailable`: The chain, or with `auto` every chain, was down. Nothing was executed.
       *     - `recipient_blocklisted`: The token contract refuses transfers to the recipient.
       *     - `transaction_reverted`: The chain rejected the transaction permanently. The funds are available again.
       *     - `transaction_expired`: The transaction was not included while it was valid, and never will be. The funds are available again.
       *     - `spend_limit_onchain`: The chain refused it: it exceeds the wallet's spend limit there. The funds are available again.
       *     - `wallet_policy_changed`: The chain refused it: the wallet's owners have changed who may pay what. The funds are available again.
       *     - `wallet_blocklisted`: The token's issuer has blocked the wallet that pays. No money has moved.
       *     - `approval_rejected`: An approver rejected it.
       *     - `approval_expired`: Nobody approved it in time.
       *     - `canceled`: You canceled it.
       *     - `idempotency_conflict`: The chain shows another transfer with this idempotency key, made before the record of it was lost. Nothing was paid.
       *     - `internal_error`: The service could not execute it. No money moved.
       */
      error_code:
        | (
            | 'insufficient_balance'
            | 'insufficient_gas'
            | 'compliance_blocked'
            | 'rule_denied'
            | 'chain_unavailable'
            | 'recipient_blocklisted'
            | 'transaction_reverted'
            | 'transaction_expired'
            | 'spend_limit_onchain'
            | 'wallet_policy_changed'
            | 'wallet_blocklisted'
            | 'approval_rejected'
            | 'approval_expired'
            | 'canceled'
            | 'idempotency_conflict'
            | 'internal_error'
            | (string & {})
          )
        | null;
      /** @description The same in a sentence. */
      error_message: string | null;
      /** @description The key that the payment was created with. */
      idempotency_key: string | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /** @description The transaction in a block explorer; `null` in the sandbox. */
      explorer_url: string | null;
      /**
       * Format: date-time
       * @description When the payment was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Time of the block with the transfer, never later than when the service saw it.
       * @example 2026-01-31T12:00:00.000Z
       */
      settled_at: string | null;
      /** @description From creation to settlement, in milliseconds. */
      settlement_ms: number | null;
      /** @description After a restore: the transfer was already on chain, and `txHash` is its hash. If you have counted this hash with a payment of another id, do not count it again. */
      recovered: boolean;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
    };
    /** @description A page of payments, the newest first. */
    PaymentList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Payment'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /** @description What a payment would do now. It reserves nothing and guarantees nothing. */
    Simulation: {
      /** @description Every chain, those that can be used first and in order. */
      candidates: components['schemas']['SimulationCandidate'][];
      /** @description The chain that would be used; `null`: the payment would fail. */
      chosen: ('base' | 'ethereum' | 'solana' | (string & {})) | null;
      /** @description What the rules of the account say; `null`: none are in force. */
      rules: components['schemas']['RulesExplained'] | null;
    };
    /** @description One chain, with its verdict for this payment. */
    SimulationCandidate: {
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description `ok`, or the error code that the payment would fail with. */
      verdict:
        | 'ok'
        | 'insufficient_balance'
        | 'insufficient_gas'
        | 'compliance_blocked'
        | 'rule_denied'
        | 'chain_unavailable'
        | 'recipient_blocklisted'
        | 'transaction_reverted'
        | 'transaction_expired'
        | 'spend_limit_onchain'
        | 'wallet_policy_changed'
        | 'wallet_blocklisted'
        | 'approval_rejected'
        | 'approval_expired'
        | 'canceled'
        | 'idempotency_conflict'
        | 'internal_error'
        | (string & {});
      /** @description The verdict in a sentence. */
      reason: string;
      /**
       * @description Estimated cost, in the currency of the payment.
       * @example 0.00
       */
      fee: string;
      /** @description Estimated time to settlement, in milliseconds. */
      settlement_ms: number;
      /**
       * @description The available balance on this chain.
       * @example 1000000.00
       */
      balance: string;
    };
    /** @description The history of a payment, in words. */
    Timeline: {
      /** @description The oldest entry first. */
      data: components['schemas']['TimelineEntry'][];
    };
    /** @description Something that happened to a payment. Further keys depend on `type`. */
    TimelineEntry: {
      /**
       * @description What happened; more types may be added.
       * @example authorized
       */
      type: string;
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      at: string;
      /** @description What happened, in a sentence. */
      text: string;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Payments, by time.
     * @example {
     *       "data": [
     *         {
     *           "start": "2026-01-31T12:00:00.000Z",
     *           "created": 1042,
     *           "settled": 1031,
     *           "failed": 3,
     *           "blocked": 2,
     *           "volume": {
     *             "usdc": "257750.00",
     *             "eurc": "1250.50"
     *           },
     *           "fees": {
     *             "eth": "0.000001342",
     *             "sol": "0.00"
     *           },
     *           "settlement_ms": {
     *             "p50": 2048,
     *             "p99": 4128
     *           }
     *         }
     *       ]
     *     }
     */
    PaymentStats: {
      /** @description Every interval of the span, the earliest first. */
      data: components['schemas']['IntervalStats'][];
    };
    /**
     * @description What happened in one interval (hour or day). Each payment counts at the time at which it was created, settled, failed or blocked.
     * @example {
     *       "start": "2026-01-31T12:00:00.000Z",
     *       "created": 1042,
     *       "settled": 1031,
     *       "failed": 3,
     *       "blocked": 2,
     *       "volume": {
     *         "usdc": "257750.00",
     *         "eurc": "1250.50"
     *       },
     *       "fees": {
     *         "eth": "0.000001342",
     *         "sol": "0.00"
     *       },
     *       "settlement_ms": {
     *         "p50": 2048,
     *         "p99": 4128
     *       }
     *     }
     */
    IntervalStats: {
      /**
       * Format: date-time
       * @description When the interval begins.
       * @example 2026-01-31T12:00:00.000Z
       */
      start: string;
      /** @description Payments that were created. */
      created: number;
      /** @description Payments that were settled, by `settled_at`. */
      settled: number;
      /** @description Payments that failed, except those in `blocked`. */
      failed: number;
      /** @description Payments that screening blocked (`compliance_blocked`). */
      blocked: number;
      /** @description The amounts of the settled payments. */
      volume: components['schemas']['CurrencyBalances'];
      /** @description Network fees paid; `null` if the request filters by currency. */
      fees: components['schemas']['NetworkFees'] | null;
      settlement_ms: components['schemas']['SettlementTimes'];
    };
    /** @description Network fees by coin. */
    NetworkFees: {
      /**
       * @description ETH.
       * @example 0.000001342
       */
      eth: string;
      /**
       * @description SOL.
       * @example 0.000005
       */
      sol: string;
    };
    /** @description Percentiles of `settlement_ms` in milliseconds: exact up to 127, and within 0.8 % above. `null` when no payment was settled. */
    SettlementTimes: {
      /** @description The time that half of the settled payments did not exceed. */
      p50: number | null;
      /** @description The time that 99 % of the settled payments did not exceed. */
      p99: number | null;
    };
    /**
     * @description A programmable wallet. It can receive and send when it is `active`.
     * @example {
     *       "id": "wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "address": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
     *       "owner": "agent:procurement",
     *       "chain": "base",
     *       "spend_limit": "1000.00",
     *       "spent_24h": "0.00",
     *       "label": "Procurement",
     *       "status": "active",
     *       "balances": {
     *         "usdc": "0.00",
     *         "eurc": "0.00"
     *       },
     *       "held": {
     *         "usdc": "0.00",
     *         "eurc": "0.00"
     *       },
     *       "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "approvers": [],
     *       "approval_threshold": 1,
     *       "contract": null,
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "metadata": {}
     *     }
     */
    Wallet: {
      /**
       * @description Id of the wallet. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The wallet's address; `null` unless it is `active`.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string | null;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Most that can be spent within 24 hours without approval; `null`: no limit.
       * @example 1000.00
       */
      spend_limit: string | null;
      /**
       * @description What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
       * @example 0.00
       */
      spent_24h: string;
      /** @description A name for people. */
      label: string | null;
      /**
       * @description Whether it can be used.
       *
       *     - `active`: It can receive and send.
       *     - `in_review`: The verification of its owner waits for a person.
       *     - `rejected`: That person has blocked the owner.
       */
      status: 'active' | 'in_review' | 'rejected' | (string & {});
      balances: components['schemas']['CurrencyBalances'];
      held: components['schemas']['CurrencyBalances'];
      /**
       * @description Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`. */
      approvers: string[];
      /** @description Number of approvals required. */
      approval_threshold: number;
      contract: components['schemas']['WalletContract'] | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the wallet was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
    };
    /**
     * @description A wallet. With `expand=onchain` it has `onchain`: its state at a final block.
     * @example {
     *       "id": "wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "address": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
     *       "owner": "agent:procurement",
     *       "chain": "base",
     *       "spend_limit": "1000.00",
     *       "spent_24h": "60.00",
     *       "label": "Procurement",
     *       "status": "active",
     *       "balances": {
     *         "usdc": "40.00",
     *         "eurc": "0.00"
     *       },
     *       "held": {
     *         "usdc": "0.00",
     *         "eurc": "0.00"
     *       },
     *       "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "approvers": [
     *         "0x27b1fdb04752bbc536007a920d24acb045561c26"
     *       ],
     *       "approval_threshold": 1,
     *       "contract": {
     *         "type": "safe",
     *         "version": "1.4.1",
     *         "module": "0x0282dCDc3c9787C99eb117688C07D9E97DbC5205",
     *         "deployed": true,
     *         "spender": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
     *         "owners": [
     *           "0x27b1fdb04752bbc536007a920d24acb045561c26"
     *         ],
     *         "threshold": 1
     *       },
     *       "livemode": true,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "metadata": {},
     *       "onchain": {
     *         "block": 38214907,
     *         "limit": "1000.00",
     *         "spent": "60.00",
     *         "window_start": "2026-01-31T12:00:00.000Z",
     *         "balances": {
     *           "usdc": "40.00",
     *           "eurc": "0.00"
     *         }
     *       }
     *     }
     */
    ExpandedWallet: {
      /**
       * @description Id of the wallet. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The wallet's address; `null` unless it is `active`.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string | null;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Most that can be spent within 24 hours without approval; `null`: no limit.
       * @example 1000.00
       */
      spend_limit: string | null;
      /**
       * @description What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
       * @example 0.00
       */
      spent_24h: string;
      /** @description A name for people. */
      label: string | null;
      /**
       * @description Whether it can be used.
       *
       *     - `active`: It can receive and send.
       *     - `in_review`: The verification of its owner waits for a person.
       *     - `rejected`: That person has blocked the owner.
       */
      status: 'active' | 'in_review' | 'rejected' | (string & {});
      balances: components['schemas']['CurrencyBalances'];
      held: components['schemas']['CurrencyBalances'];
      /**
       * @description Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`. */
      approvers: string[];
      /** @description Number of approvals required. */
      approval_threshold: number;
      contract: components['schemas']['WalletContract'] | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the wallet was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      onchain?: components['schemas']['OnchainWallet'] | null;
    };
    /** @description The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox. */
    WalletContract: {
      /** @description The kind of contract. `spl_multisig`: an account of the token program, on Solana. */
      type: 'safe' | 'spl_multisig' | (string & {});
      /**
       * @description Its version.
       * @example 1.4.1
       */
      version: string;
      /**
       * @description The contract or program that enforces the limit.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      module: string;
      /** @description Whether a payment has deployed the contract. Its address can receive earlier. Anybody may deploy it. */
      deployed: boolean;
      /**
       * @description The key that pays within the limit. It has no other rights.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      spender: string;
      /** @description Who approves payments above the limit, and controls the wallet. */
      owners: string[];
      /** @description Number of owners required. */
      threshold: number;
    };
    /** @description The state of a wallet at a final block; `null` in the sandbox. */
    OnchainWallet: {
      /** @description The block. */
      block: number;
      /**
       * @description What the spender may pay in 24 hours; `null`: no limit.
       * @example 1000.00
       */
      limit: string | null;
      /**
       * @description What it has paid in the open window, on Solana since the last renewal.
       * @example 60.00
       */
      spent: string;
      /**
       * @description When the open window of 24 hours began; `null`: none is open, or the wallet is on Solana.
       * @example 2026-01-31T12:00:00.000Z
       */
      window_start: string | null;
      balances: components['schemas']['CurrencyBalances'];
    };
    /** @description The contract that checks the signature, on its chain. */
    TypedDataDomain: {
      /** @description Name of the EIP-712 domain. */
      name?: string;
      /** @description Its version. */
      version?: string;
      /** @description The chain. */
      chainId: number;
      /**
       * @description The contract.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      verifyingContract: string;
    };
    /** @description EIP-712 typed data for `eth_signTypedData_v4`. Integers are decimal text. */
    TypedData: {
      domain: components['schemas']['TypedDataDomain'];
      /** @description The fields of each type: lists of `{name, type}` by type. */
      types: Record<string, never>;
      /** @description The type of `message`. */
      primaryType: string;
      /** @description The values, as text. */
      message: Record<string, never>;
    };
    /** @description A balance in each currency. */
    CurrencyBalances: {
      /**
       * @description USDC.
       * @example 0.00
       */
      usdc: string;
      /**
       * @description EURC.
       * @example 0.00
       */
      eurc: string;
    };
    /** @description A page of wallets, the newest first. */
    WalletList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Wallet'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /** @description A wallet or an error for each entry, in the order of the request. */
    CreatedWallets: {
      /** @description A wallet or an error for each. */
      data: components['schemas']['CreatedWallet'][];
    };
    /** @description Either a wallet or an error. */
    CreatedWallet: {
      wallet?: components['schemas']['Wallet'];
      error?: components['schemas']['EntryError'];
    };
    /**
     * @description A payment above the spend limit of its wallet, or above `treasury_approval_above` of the policies, waits for this decision.
     * @example {
     *       "id": "apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "payment_id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "wallet_id": "wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "amount": "250.00",
     *       "currency": "USDC",
     *       "status": "pending",
     *       "approved_by": [],
     *       "threshold": 1,
     *       "authorization": {
     *         "domain": {
     *           "name": "USD Coin",
     *           "version": "2",
     *           "chainId": 8453,
     *           "verifyingContract": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
     *         },
     *         "types": {
     *           "TransferWithAuthorization": [
     *             {
     *               "name": "from",
     *               "type": "address"
     *             },
     *             {
     *               "name": "to",
     *               "type": "address"
     *             },
     *             {
     *               "name": "value",
     *               "type": "uint256"
     *             },
     *             {
     *               "name": "validAfter",
     *               "type": "uint256"
     *             },
     *             {
     *               "name": "validBefore",
     *               "type": "uint256"
     *             },
     *             {
     *               "name": "nonce",
     *               "type": "bytes32"
     *             }
     *           ]
     *         },
     *         "primaryType": "TransferWithAuthorization",
     *         "message": {
     *           "from": "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
     *           "to": "0x52908400098527886E0F7030069857D2E4169EE7",
     *           "value": "250000000",
     *           "validAfter": "0",
     *           "validBefore": "1769947800",
     *           "nonce": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"
     *         }
     *       },
     *       "typed_data": {
     *         "domain": {
     *           "chainId": 8453,
     *           "verifyingContract": "0x8617E340B3D01FA5F11F306F4090FD50E238070D"
     *         },
     *         "types": {
     *           "SafeMessage": [
     *             {
     *               "name": "message",
     *               "type": "bytes"
     *             }
     *           ]
     *         },
     *         "primaryType": "SafeMessage",
     *         "message": {
     *           "message": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"
     *         }
     *       },
     *       "expires_at": "2026-02-01T12:00:00.000Z",
     *       "created_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    Approval: {
      /**
       * @description Id of the approval. Ids are ordered by creation.
       * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description Id of the payment that waits. Ids are ordered by creation.
       * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      payment_id: string;
      /**
       * @description Id of the wallet that would pay; `null`: the treasury would. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      wallet_id: string | null;
      /**
       * @description What would be paid.
       * @example 250.00
       */
      amount: string;
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /**
       * @description What was decided.
       *
       *     - `pending`: Nothing yet.
       *     - `approved`: The payment continues.
       *     - `rejected`: The payment failed with `approval_rejected`.
       *     - `expired`: Nobody decided in time: the payment failed with `approval_expired`.
       *     - `canceled`: The payment was canceled.
       */
      status: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled' | (string & {});
      /** @description Who has approved: listed approvers by address; without a list, the name that was given, or the API key or member. */
      approved_by: string[];
      /** @description Number of approvals required. At least 2 for a payment above `two_approvers_above` of the policies. */
      threshold: number;
      /** @description The transfer that is approved: EIP-3009 `TransferWithAuthorization` of the token. `null` on Solana, and of the treasury. */
      authorization: components['schemas']['TypedData'] | null;
      /** @description What an approver signs: a `SafeMessage` whose `message` is the EIP-712 digest of `authorization`. Compute it from `authorization` before you sign. `null` on Solana, and of the treasury. */
      typed_data: components['schemas']['TypedData'] | null;
      /**
       * Format: date-time
       * @description Until when it can be decided.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When the approval was requested.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
    };
    /** @description A page of approvals, the newest first. */
    ApprovalList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Approval'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description Who has to agree to payments of the account and mode, whether all are screened, and what counts as a duplicate.
     * @example {
     *       "separate_creator": true,
     *       "two_approvers_above": "1000.00",
     *       "treasury_approval_above": "5000.00",
     *       "always_screen": true,
     *       "duplicate_guard": "bound_keys",
     *       "duplicate_window_hours": 24
     *     }
     */
    Policies: {
      /** @description Whether the creator of a payment can neither approve nor review it. Two API keys count as one person if somebody was shown both secrets. */
      separate_creator: boolean;
      /**
       * @description Two people have to approve a payment above this amount; `null`: off.
       * @example 1000.00
       */
      two_approvers_above: string | null;
      /**
       * @description A treasury payment above this amount waits for an approval and reserves no money until then. `null`: off.
       * @example 5000.00
       */
      treasury_approval_above: string | null;
      /** @description Whether `compliance: "skip"` is refused, for payments and wallets, whatever scopes a key has. */
      always_screen: boolean;
      duplicate_guard: components['schemas']['DuplicateGuard'];
      /**
       * @description How many hours back a payment is compared with others: from 1 to 720.
       * @example 24
       */
      duplicate_window_hours: number;
    };
    /**
     * @description A published version of the rules.
     * @example {
     *       "version": 3,
     *       "in_force_from": "2026-01-31T12:00:00.000Z",
     *       "otherwise": "allow",
     *       "rules": [
     *         {
     *           "name": "large-payments",
     *           "effect": "require",
     *           "when": {
     *             "to": null,
     *             "above": "1000.00",
     *             "up_to": null,
     *             "currency": "USDC",
     *             "chains": null,
     *             "payers": null,
     *             "created_by": null,
     *             "countries": null,
     *             "metadata": null,
     *             "from_hour": null,
     *             "until_hour": null,
     *             "weekdays": null,
     *             "time_zone": null
     *           },
     *           "max": null,
     *           "max_payments": null,
     *           "within_hours": null,
     *           "per": null,
     *           "approvals": 2,
     *           "exclude_creator": true
     *         },
     *         {
     *           "name": "limit-usdc",
     *           "effect": "limit",
     *           "when": {
     *             "to": null,
     *             "above": null,
     *             "up_to": null,
     *             "currency": "USDC",
     *             "chains": null,
     *             "payers": null,
     *             "created_by": null,
     *             "countries": null,
     *             "metadata": null,
     *             "from_hour": null,
     *             "until_hour": null,
     *             "weekdays": null,
     *             "time_zone": null
     *           },
     *           "max": "50000.00",
     *           "max_payments": null,
     *           "within_hours": null,
     *           "per": null,
     *           "approvals": null,
     *           "exclude_creator": null
     *         }
     *       ],
     *       "scheduled": [],
     *       "drafts": [
     *         "rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE"
     *       ]
     *     }
     */
    Rules: {
      /** @description From 1; `0`: nothing was published. */
      version: number;
      /**
       * @description When it came into force, or will.
       * @example 2026-01-31T12:00:00.000Z
       */
      in_force_from: string | null;
      /** @description Decides a payment that no rule allows or denies: `allow` or `deny`. */
      otherwise: 'allow' | 'deny' | (string & {});
      /** @description In order: of each effect, `allow` and `deny` together, and of each kind of `limit`, the first match counts. */
      rules: components['schemas']['Rule'][];
      /** @description Versions that come into force later, the earliest first. */
      scheduled: components['schemas']['ScheduledRules'][];
      /** @description The drafts that are neither published nor discarded. */
      drafts: string[];
    };
    /** @description A version that comes into force later. */
    ScheduledRules: {
      /** @description Its number. */
      version: number;
      /**
       * Format: date-time
       * @description When it comes into force.
       * @example 2026-01-31T12:00:00.000Z
       */
      in_force_from: string;
    };
    /** @description One rule. */
    Rule: {
      /**
       * @description Its name, unique in the document.
       * @example limit-usdc
       */
      name: string;
      /**
       * @description What the rule does. More effects may be added.
       *
       *     - `allow`: The payment is not denied by a later rule, or by `otherwise`.
       *     - `deny`: The payment fails with `rule_denied`.
       *     - `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in that time above `max` or `max_payments`.
       *     - `require`: The payment waits for `approvals` people.
       */
      effect: 'allow' | 'deny' | 'limit' | 'require' | (string & {});
      when: components['schemas']['RuleConditions'];
      /**
       * @description Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.
       * @example 250.00
       */
      max: string | null;
      /** @description Of a `limit` with `within_hours`: how many payments are made at most. */
      max_payments: number | null;
      /** @description Of a `limit`: adds up the payments of this many hours. `null`: one payment is limited. */
      within_hours: number | null;
      /** @description Of a `limit` with `within_hours`: which payments of a payer are added up. */
      per: ('payer' | 'creator' | 'recipient' | (string & {})) | null;
      /** @description Of a `require`: how many people have to approve. */
      approvals: number | null;
      /** @description Of a `require`: the creator of the payment can neither approve nor review it. */
      exclude_creator: boolean | null;
    };
    /** @description The conditions, all of which have to match. `null` is ignored. */
    RuleConditions: {
      /** @description The recipients. */
      to: string[] | null;
      /**
       * @description The amount is above this one.
       * @example 250.00
       */
      above: string | null;
      /**
       * @description The amount is this one or less.
       * @example 250.00
       */
      up_to: string | null;
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: ('USDC' | 'EURC' | (string & {})) | null;
      /** @description The chains that the payment may use; of an `allow`: the only chains that it can use. */
      chains: ('base' | 'ethereum' | 'solana' | (string & {}))[] | null;
      /** @description Who pays: ids of wallets, or `treasury`. */
      payers: string[] | null;
      /** @description Who creates the payment: ids of API keys and members. */
      created_by: string[] | null;
      /** @description The `country_code` of the payment. */
      countries: string[] | null;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      } | null;
      /** @description The hour at which the range begins. */
      from_hour: number | null;
      /** @description The hour at which the range ends. */
      until_hour: number | null;
      /** @description The weekdays. */
      weekdays: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | (string & {}))[] | null;
      /** @description The time zone of hours and weekdays. */
      time_zone: string | null;
    };
    /**
     * @description Rules that are not in force.
     * @example {
     *       "id": "rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "otherwise": "allow",
     *       "rules": [
     *         {
     *           "name": "large-payments",
     *           "effect": "require",
     *           "when": {
     *             "to": null,
     *             "above": "1000.00",
     *             "up_to": null,
     *             "currency": "USDC",
     *             "chains": null,
     *             "payers": null,
     *             "created_by": null,
     *             "countries": null,
     *             "metadata": null,
     *             "from_hour": null,
     *             "until_hour": null,
     *             "weekdays": null,
     *             "time_zone": null
     *           },
     *           "max": null,
     *           "max_payments": null,
     *           "within_hours": null,
     *           "per": null,
     *           "approvals": 2,
     *           "exclude_creator": true
     *         },
     *         {
     *           "name": "limit-usdc",
     *           "effect": "limit",
     *           "when": {
     *             "to": null,
     *             "above": null,
     *             "up_to": null,
     *             "currency": "USDC",
     *             "chains": null,
     *             "payers": null,
     *             "created_by": null,
     *             "countries": null,
     *             "metadata": null,
     *             "from_hour": null,
     *             "until_hour": null,
     *             "weekdays": null,
     *             "time_zone": null
     *           },
     *           "max": "50000.00",
     *           "max_payments": null,
     *           "within_hours": null,
     *           "per": null,
     *           "approvals": null,
     *           "exclude_creator": null
     *         }
     *       ],
     *       "revision": 1,
     *       "drafted_by": "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "agreed_by": null,
     *       "warnings": [
     *         {
     *           "rule": "limit-usdc",
     *           "message": "The rule limit-usdc limits USDC and not EURC."
     *         }
     *       ],
     *       "changes": {
     *         "added": [
     *           "limit-usdc"
     *         ],
     *         "removed": [],
     *         "changed": [],
     *         "reordered": false,
     *         "otherwise_changed": false
     *       },
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "updated_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    RuleDraft: {
      /**
       * @description Id of the draft. Ids are ordered by creation.
       * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description Decides a payment that no rule allows or denies: `allow` or `deny`. */
      otherwise: 'allow' | 'deny' | (string & {});
      /** @description In order: of each effect, `allow` and `deny` together, and of each kind of `limit`, the first match counts. */
      rules: components['schemas']['Rule'][];
      /**
       * @description Rises with each change. An agreement names it.
       * @example 1
       */
      revision: number;
      /**
       * @description Id of the API key or person that made the draft, or changed it last.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      drafted_by: string | null;
      /**
       * @description Id of the API key or person that has agreed to what the draft says now.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      agreed_by: string | null;
      /** @description What the draft does that you may not want. */
      warnings: components['schemas']['RuleWarning'][];
      changes: components['schemas']['RuleChanges'];
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was changed last.
       * @example 2026-01-31T12:00:00.000Z
       */
      updated_at: string;
    };
    /** @description What a draft does that you may not want. */
    RuleWarning: {
      /** @description The rule; `null`: the document as a whole. */
      rule: string | null;
      /** @description The warning in a sentence. */
      message: string;
    };
    /** @description How a draft differs from the version in force. */
    RuleChanges: {
      /** @description Rules that only the draft has. */
      added: string[];
      /** @description Rules that the draft lacks. */
      removed: string[];
      /** @description Rules that are different. */
      changed: string[];
      /** @description The rules of both are in another order. */
      reordered: boolean;
      /** @description `otherwise` is different. */
      otherwise_changed: boolean;
    };
    /** @description A draft that was discarded. */
    DiscardedRuleDraft: {
      /**
       * @description Id of the draft. Ids are ordered by creation.
       * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description Always `true`. */
      deleted: boolean;
    };
    /** @description What the rules say of a payment. */
    RulesExplained: {
      /** @description The version that decides. */
      version: number;
      /** @description Why the payment is denied; `null`: it is not. */
      denied: string | null;
      /** @description How many people have to approve because of the rules. */
      approvals: number;
      /** @description The rules that count: at most one for each effect. */
      matches: components['schemas']['RuleMatch'][];
    };
    /** @description A rule that counts for a payment. */
    RuleMatch: {
      /**
       * @description Its name, unique in the document.
       * @example limit-usdc
       */
      rule: string;
      /**
       * @description What the rule does. More effects may be added.
       *
       *     - `allow`: The payment is not denied by a later rule, or by `otherwise`.
       *     - `deny`: The payment fails with `rule_denied`.
       *     - `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in that time above `max` or `max_payments`.
       *     - `require`: The payment waits for `approvals` people.
       */
      effect: 'allow' | 'deny' | 'limit' | 'require' | (string & {});
      /** @description What it does and why it matches, in a sentence. */
      text: string;
    };
    /**
     * @description What the treasury holds. `available` and `reserved` add up to `usdc`, `eurc` and `chains`. `held` is separate: deposits whose sender is not cleared, which cannot be spent. Clients should accept digit-grouping commas in the totals; this version writes none.
     * @example {
     *       "usdc": "3000000.00",
     *       "eurc": "3000000.00",
     *       "chains": {
     *         "base": "1000000.00",
     *         "ethereum": "1000000.00",
     *         "solana": "1000000.00"
     *       },
     *       "available": {
     *         "base": {
     *           "usdc": "1000000.00",
     *           "eurc": "1000000.00"
     *         },
     *         "ethereum": {
     *           "usdc": "1000000.00",
     *           "eurc": "1000000.00"
     *         },
     *         "solana": {
     *           "usdc": "1000000.00",
     *           "eurc": "1000000.00"
     *         }
     *       },
     *       "reserved": {
     *         "base": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         },
     *         "ethereum": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         },
     *         "solana": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         }
     *       },
     *       "held": {
     *         "base": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         },
     *         "ethereum": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         },
     *         "solana": {
     *           "usdc": "0.00",
     *           "eurc": "0.00"
     *         }
     *       },
     *       "as_of": "2026-01-31T12:00:00.000Z"
     *     }
     */
    TreasuryBalance: {
      /**
       * @description USDC on all chains, reserved amounts included until they leave.
       * @example 3000000.00
       */
      usdc: string;
      /**
       * @description EURC on all chains.
       * @example 3000000.00
       */
      eurc: string;
      chains: components['schemas']['ChainAmounts'];
      available: components['schemas']['ChainBalances'];
      reserved: components['schemas']['ChainBalances'];
      held: components['schemas']['ChainBalances'];
      /**
       * Format: date-time
       * @description When the balance was read.
       * @example 2026-01-31T12:00:00.000Z
       */
      as_of: string;
    };
    /** @description USDC by chain. */
    ChainAmounts: {
      /**
       * @description USDC.
       * @example 1000000.00
       */
      base: string;
      /**
       * @description USDC.
       * @example 1000000.00
       */
      ethereum: string;
      /**
       * @description USDC.
       * @example 1000000.00
       */
      solana: string;
    };
    /** @description Balances by chain and currency. */
    ChainBalances: {
      base: components['schemas']['CurrencyBalances'];
      ethereum: components['schemas']['CurrencyBalances'];
      solana: components['schemas']['CurrencyBalances'];
    };
    /**
     * @description What the treasury held over time.
     * @example {
     *       "data": [
     *         {
     *           "start": "2026-01-31T12:00:00.000Z",
     *           "usdc": "3000000.00",
     *           "eurc": "3000000.00",
     *           "chains": {
     *             "base": {
     *               "usdc": "1000000.00",
     *               "eurc": "1000000.00"
     *             },
     *             "ethereum": {
     *               "usdc": "1000000.00",
     *               "eurc": "1000000.00"
     *             },
     *             "solana": {
     *               "usdc": "1000000.00",
     *               "eurc": "1000000.00"
     *             }
     *           }
     *         }
     *       ]
     *     }
     */
    BalanceHistory: {
      /** @description Every interval, the earliest first. */
      data: components['schemas']['BalanceInterval'][];
    };
    /** @description The balance at the end of an interval, with reserved amounts and without held deposits. */
    BalanceInterval: {
      /**
       * Format: date-time
       * @description When the interval begins.
       * @example 2026-01-31T12:00:00.000Z
       */
      start: string;
      /**
       * @description USDC on all chains.
       * @example 3000000.00
       */
      usdc: string;
      /**
       * @description EURC on all chains.
       * @example 3000000.00
       */
      eurc: string;
      chains: components['schemas']['ChainBalances'];
    };
    /**
     * @description The books of the treasury beside what the chains hold.
     * @example {
     *       "as_of": "2026-01-31T12:00:00.042Z",
     *       "data": [
     *         {
     *           "chain": "base",
     *           "currency": "USDC",
     *           "booked": "1000.00",
     *           "available": "990.00",
     *           "in_flight": "10.00",
     *           "held": "0.00",
     *           "onchain": "1000.00",
     *           "difference": "0.00",
     *           "status": "matched",
     *           "read_at": "2026-01-31T12:00:00.000Z"
     *         }
     *       ]
     *     }
     */
    TreasuryReconciliation: {
      /**
       * Format: date-time
       * @description When the books were read.
       * @example 2026-01-31T12:00:00.000Z
       */
      as_of: string;
      /** @description One entry for each chain and currency. */
      data: components['schemas']['ReconciledBalance'][];
    };
    /** @description The books beside a chain, in one currency. */
    ReconciledBalance: {
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /**
       * @description What the books say: `available`, `in_flight` and `held` together.
       * @example 250.00
       */
      booked: string;
      /**
       * @description Available for payments.
       * @example 250.00
       */
      available: string;
      /**
       * @description Reserved for payments that have not ended.
       * @example 0.00
       */
      in_flight: string;
      /**
       * @description Deposits whose sender is not cleared.
       * @example 0.00
       */
      held: string;
      /**
       * @description The balance at a final block; `null`: unknown.
       * @example 250.00
       */
      onchain: string | null;
      /**
       * @description How much more (negative: less) the chain holds than payments and deposits in progress explain; `null`: unknown.
       * @example 0.00
       */
      difference: string | null;
      /**
       * @description The result of the comparison.
       *
       *     - `matched`: The books and the chain agree.
       *     - `differs`: They do not agree. An operator has to investigate.
       *     - `unknown`: Not compared yet, or another instance compares them.
       *     - `simulated`: Sandbox money exists only in the books.
       */
      status: 'matched' | 'differs' | 'unknown' | 'simulated' | (string & {});
      /**
       * @description The time of that block; `null`: unknown.
       * @example 2026-01-31T12:00:00.000Z
       */
      read_at: string | null;
    };
    /**
     * @description The USDC balances below which `treasury.low_balance` is sent.
     * @example {
     *       "low_balance": {
     *         "total": "1000.00",
     *         "chains": {
     *           "base": "100.00",
     *           "ethereum": null,
     *           "solana": null
     *         }
     *       }
     *     }
     */
    TreasurySettings: {
      low_balance: components['schemas']['LowBalanceThresholds'];
    };
    /** @description The thresholds; `null`: none. */
    LowBalanceThresholds: {
      /**
       * @description Of all chains together.
       * @example 1000.00
       */
      total: string | null;
      chains: components['schemas']['ChainThresholds'];
    };
    /** @description By chain. */
    ChainThresholds: {
      /**
       * @description Of this chain.
       * @example 100.00
       */
      base: string | null;
      /**
       * @description Of this chain.
       * @example 100.00
       */
      ethereum: string | null;
      /**
       * @description Of this chain.
       * @example 100.00
       */
      solana: string | null;
    };
    /**
     * @description A movement of money, in double entry.
     * @example {
     *       "id": "led_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "at": "2026-01-31T12:00:00.000Z",
     *       "kind": "reserved",
     *       "currency": "USDC",
     *       "chain": "base",
     *       "payment_id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "postings": [
     *         {
     *           "account": "treasury:base:available",
     *           "amount": "-250.00"
     *         },
     *         {
     *           "account": "treasury:base:reserved",
     *           "amount": "250.00"
     *         }
     *       ]
     *     }
     */
    LedgerEntry: {
      /**
       * @description Id of the entry. Ids are ordered by creation.
       * @example led_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * Format: date-time
       * @description When the money moved.
       * @example 2026-01-31T12:00:00.000Z
       */
      at: string;
      /**
       * @description What happened. More kinds may be added.
       *
       *     - `opened`: The account was opened.
       *     - `credited`: It came in.
       *     - `held`: Received; cannot be spent until its sender is cleared.
       *     - `released`: Was held, and can now be spent.
       *     - `reserved`: Reserved for a payment.
       *     - `posted`: It has left.
       *     - `voided`: It was given back.
       *     - `returned`: Was posted; the chain proved that the transfer was not made, and the amount is available again.
       *     - `network_fee`: The network fee of a transaction, paid by its relayer in `ETH` or `SOL`.
       */
      kind:
        | 'opened'
        | 'credited'
        | 'held'
        | 'released'
        | 'reserved'
        | 'posted'
        | 'voided'
        | 'returned'
        | 'network_fee'
        | (string & {});
      /** @description The stablecoin, or the coin of the chain for a network fee. */
      currency: 'USDC' | 'EURC' | 'ETH' | 'SOL' | (string & {});
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Id of the payment that the movement is of. Ids are ordered by creation.
       * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      payment_id: string | null;
      /** @description Their amounts sum to zero. */
      postings: components['schemas']['Posting'][];
    };
    /** @description One side of a movement of money. */
    Posting: {
      /**
       * @description The account.
       * @example treasury:base:available
       */
      account: string;
      /**
       * @description Negative if it leaves the account. Stablecoins have up to 6 decimals, SOL 9, ETH 18.
       * @example -250.00
       */
      amount: string;
    };
    /** @description A page of ledger entries, the newest first. */
    LedgerEntryList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['LedgerEntry'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description The result of a screening.
     * @example {
     *       "status": "cleared",
     *       "ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "checks": [
     *         {
     *           "name": "kyc",
     *           "outcome": "pass",
     *           "provider": "sandbox",
     *           "evidence": "Nothing was found.",
     *           "details": null
     *         },
     *         {
     *           "name": "aml",
     *           "outcome": "pass",
     *           "provider": "sandbox",
     *           "evidence": "Nothing was found.",
     *           "details": null
     *         },
     *         {
     *           "name": "sanctions",
     *           "outcome": "pass",
     *           "provider": "sandbox",
     *           "evidence": "Nothing was found.",
     *           "details": null
     *         },
     *         {
     *           "name": "travel_rule",
     *           "outcome": "pass",
     *           "provider": "sandbox",
     *           "evidence": "Nothing was found.",
     *           "details": null
     *         }
     *       ],
     *       "expires_at": "2026-02-01T12:00:00.000Z",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "decided_by": null,
     *       "decided_at": null,
     *       "decision_note": null
     *     }
     */
    ComplianceResult: {
      /**
       * @description The result.
       *
       *     - `cleared`: Payments are allowed.
       *     - `review`: A person has to decide.
       *     - `blocked`: Payments are not executed.
       */
      status: 'cleared' | 'review' | 'blocked' | (string & {});
      /**
       * @description Id of the result, which `compliance_ref` of a payment takes. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      ref: string;
      /**
       * @description What was screened: an address, or the owner of a wallet when the wallet was created.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /** @description What each check found. */
      checks: components['schemas']['CheckResult'][];
      /**
       * Format: date-time
       * @description When the cached result expires. In `review`: when the review ends as blocked if nobody decides.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When the screening was requested.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Id of the API key or person that decided the review.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      decided_by: string | null;
      /**
       * @description When the review was decided.
       * @example 2026-01-31T12:00:00.000Z
       */
      decided_at: string | null;
      /** @description The reviewer's note. Payments, events and webhooks never show it. */
      decision_note: string | null;
    };
    /** @description What one check found. */
    CheckResult: {
      /** @description The check. */
      name: 'kyc' | 'aml' | 'sanctions' | 'travel_rule' | (string & {});
      /**
       * @description What it found.
       *
       *     - `pass`: Nothing.
       *     - `review`: A person has to decide.
       *     - `fail`: A reason to block.
       *     - `not_covered`: The source cannot know about this subject. Neither a pass nor a fail.
       */
      outcome: 'pass' | 'review' | 'fail' | 'not_covered' | (string & {});
      /**
       * @description The source.
       * @example sandbox
       */
      provider: string;
      /** @description What was found, in words. */
      evidence: string;
      /** @description The evidence. */
      details: components['schemas']['CheckDetails'] | null;
    };
    /** @description A page of results, the newest first. */
    ComplianceResultList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['ComplianceResult'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /** @description A page of attestations, the newest first. */
    AttestationList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Attestation'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /** @description The evidence of a finding. */
    CheckDetails: {
      /** @description The source: a URL without secrets, or a contract with its chain. */
      source: string;
      /** @description The version of the source: a publication date with the hash of the file, or a block. */
      version: string | null;
      /** @description The entry that was matched, as the source names it. */
      matched: string | null;
      /**
       * Format: date-time
       * @description When the source was read.
       * @example 2026-01-31T12:00:00.000Z
       */
      at: string;
      /** @description Further details of the source, as JSON. */
      data: string | null;
    };
    /**
     * @description A statement that you have checked somebody, and where the proof is kept.
     * @example {
     *       "id": "att_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "status": "active",
     *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "owner": null,
     *       "checks": [
     *         "kyc",
     *         "travel_rule"
     *       ],
     *       "country_code": "DE",
     *       "reference": "kyc-case-4711",
     *       "livemode": true,
     *       "expires_at": "2099-01-31T12:00:00.000Z",
     *       "created_by": "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "revoked_by": null,
     *       "revoked_at": null
     *     }
     */
    Attestation: {
      /**
       * @description Id of the attestation. Ids are ordered by creation.
       * @example att_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description Whether it counts.
       *
       *     - `active`: It covers its checks.
       *     - `expired`: Its time is over.
       *     - `revoked`: It was revoked.
       */
      status: 'active' | 'expired' | 'revoked' | (string & {});
      /** @description The address that it is about. */
      address: string | null;
      /** @description The owner of wallets that it is about. */
      owner: string | null;
      /** @description The checks that it covers. */
      checks: ('kyc' | 'travel_rule' | (string & {}))[];
      /**
       * @description ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.
       * @example DE
       */
      country_code: string | null;
      /** @description Names the case in your own system. */
      reference: string;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description Until when it counts.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string;
      /**
       * @description Id of the API key or person that created it.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      created_by: string;
      /**
       * Format: date-time
       * @description When it was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Id of the API key or person that revoked it.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      revoked_by: string | null;
      /**
       * @description When it was revoked.
       * @example 2026-01-31T12:00:00.000Z
       */
      revoked_at: string | null;
    };
    /**
     * @description Money that was received, and is available after its sender is cleared.
     * @example {
     *       "id": "dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "status": "held",
     *       "wallet_id": null,
     *       "chain": "base",
     *       "currency": "USDC",
     *       "amount": "250.00",
     *       "from": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "sender": "0x52908400098527886E0F7030069857D2E4169EE7",
     *       "tx_hash": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd",
     *       "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "reason": "sanctions: The address is on the sanctions list.",
     *       "decided_by": null,
     *       "decided_at": null,
     *       "decision_note": null,
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    Deposit: {
      /**
       * @description Id of the deposit. Ids are ordered by creation.
       * @example dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The state of the deposit.
       *
       *     - `screening`: Its sender is screened.
       *     - `held`: A person has to decide.
       *     - `released`: Its money is available.
       *     - `kept`: Its money stays held.
       */
      status: 'screening' | 'held' | 'released' | 'kept' | (string & {});
      /**
       * @description Id of the wallet that received it; `null`: the treasury did. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      wallet_id: string | null;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /**
       * @description What was received.
       * @example 250.00
       */
      amount: string;
      /**
       * @description The address that the chain names as the sender.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      from: string;
      /**
       * @description Who is screened: another than `from` where the money was minted or left a token account; `null`: not known.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      sender: string | null;
      /**
       * @description Hash of the transaction.
       * @example 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
       */
      tx_hash: string;
      /**
       * @description Id of the screening of the sender; `null`: there is no result. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Why a person has to decide; `null`: nobody has to. */
      reason: string | null;
      /**
       * @description Id of the API key or person that decided.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      decided_by: string | null;
      /**
       * @description When it was decided.
       * @example 2026-01-31T12:00:00.000Z
       */
      decided_at: string | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When it was received.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description The note of the person who decided. Events never show it. */
      decision_note: string | null;
    };
    /** @description A page of deposits, the newest first. */
    DepositList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Deposit'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /** @description A deposit as it was right after the event. */
    DepositEventData: {
      /**
       * @description Id of the deposit. Ids are ordered by creation.
       * @example dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The state of the deposit.
       *
       *     - `screening`: Its sender is screened.
       *     - `held`: A person has to decide.
       *     - `released`: Its money is available.
       *     - `kept`: Its money stays held.
       */
      status: 'screening' | 'held' | 'released' | 'kept' | (string & {});
      /**
       * @description Id of the wallet that received it; `null`: the treasury did. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      wallet_id: string | null;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /**
       * @description What was received.
       * @example 250.00
       */
      amount: string;
      /**
       * @description The address that the chain names as the sender.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      from: string;
      /**
       * @description Who is screened: another than `from` where the money was minted or left a token account; `null`: not known.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      sender: string | null;
      /**
       * @description Hash of the transaction.
       * @example 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd
       */
      tx_hash: string;
      /**
       * @description Id of the screening of the sender; `null`: there is no result. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Why a person has to decide; `null`: nobody has to. */
      reason: string | null;
      /**
       * @description Id of the API key or person that decided.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      decided_by: string | null;
      /**
       * @description When it was decided.
       * @example 2026-01-31T12:00:00.000Z
       */
      decided_at: string | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When it was received.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
    };
    /**
     * @description Where events are sent to.
     * @example {
     *       "id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "url": "https://example.com/webhooks",
     *       "events": [
     *         "payment.settled",
     *         "payment.failed"
     *       ],
     *       "description": "Order system",
     *       "status": "enabled",
     *       "disabled_reason": null,
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    WebhookEndpoint: {
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description Where events are sent to. */
      url: string;
      /** @description The types that are sent; `null`: all. */
      events:
        | (
            | 'payment.settled'
            | 'payment.failed'
            | 'payment.compliance_blocked'
            | 'payment.in_review'
            | 'payment.awaiting_approval'
            | 'payment.waiting'
            | 'wallet.activated'
            | 'wallet.funded'
            | 'wallet.spend_limit_reached'
            | 'treasury.low_balance'
            | 'compliance.match_found'
            | 'deposit.held'
            | 'deposit.released'
            | 'rules.published'
            | 'webhook_endpoint.disabled'
            | (string & {})
          )[]
        | null;
      /** @description A note for people. */
      description: string | null;
      /**
       * @description Whether events are sent.
       *
       *     - `enabled`: They are.
       *     - `disabled`: They are not.
       */
      status: 'enabled' | 'disabled' | (string & {});
      /** @description Why it is disabled. */
      disabled_reason: string | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the endpoint was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
    };
    /**
     * @description An endpoint with its signing secret.
     * @example {
     *       "id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "url": "https://example.com/webhooks",
     *       "events": [
     *         "payment.settled",
     *         "payment.failed"
     *       ],
     *       "description": "Order system",
     *       "status": "enabled",
     *       "disabled_reason": null,
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
     *     }
     */
    WebhookEndpointWithSecret: {
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description Where events are sent to. */
      url: string;
      /** @description The types that are sent; `null`: all. */
      events:
        | (
            | 'payment.settled'
            | 'payment.failed'
            | 'payment.compliance_blocked'
            | 'payment.in_review'
            | 'payment.awaiting_approval'
            | 'payment.waiting'
            | 'wallet.activated'
            | 'wallet.funded'
            | 'wallet.spend_limit_reached'
            | 'treasury.low_balance'
            | 'compliance.match_found'
            | 'deposit.held'
            | 'deposit.released'
            | 'rules.published'
            | 'webhook_endpoint.disabled'
            | (string & {})
          )[]
        | null;
      /** @description A note for people. */
      description: string | null;
      /**
       * @description Whether events are sent.
       *
       *     - `enabled`: They are.
       *     - `disabled`: They are not.
       */
      status: 'enabled' | 'disabled' | (string & {});
      /** @description Why it is disabled. */
      disabled_reason: string | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the endpoint was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Signs what is sent to the endpoint. Shown once: `null` when the request is replayed.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
       */
      secret: string | null;
    };
    /** @description A page of webhook endpoints, the newest first. */
    WebhookEndpointList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['WebhookEndpoint'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description Something that happened, as it is sent to webhook endpoints.
     * @example {
     *       "id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "type": "payment.settled",
     *       "created_at": "2026-01-31T12:00:00.042Z",
     *       "sequence": 2,
     *       "livemode": false,
     *       "data": {
     *         "id": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *         "status": "settled",
     *         "stage": "done",
     *         "txHash": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd",
     *         "to": "0x52908400098527886E0F7030069857D2E4169EE7",
     *         "from": null,
     *         "amount": "250.00",
     *         "currency": "USDC",
     *         "chain": "base",
     *         "memo": "Invoice 1042",
     *         "compliance_ref": "cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *         "approval_id": null,
     *         "error_code": null,
     *         "error_message": null,
     *         "idempotency_key": "order-1042",
     *         "livemode": false,
     *         "explorer_url": null,
     *         "created_at": "2026-01-31T12:00:00.000Z",
     *         "settled_at": "2026-01-31T12:00:00.042Z",
     *         "settlement_ms": 42,
     *         "recovered": false,
     *         "metadata": {}
     *       }
     *     }
     */
    WebhookEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description What happened. More types may be added. */
      type:
        | 'payment.settled'
        | 'payment.failed'
        | 'payment.compliance_blocked'
        | 'payment.in_review'
        | 'payment.awaiting_approval'
        | 'payment.waiting'
        | 'wallet.activated'
        | 'wallet.funded'
        | 'wallet.spend_limit_reached'
        | 'treasury.low_balance'
        | 'compliance.match_found'
        | 'deposit.held'
        | 'deposit.released'
        | 'rules.published'
        | 'webhook_endpoint.disabled'
        | 'webhook.test'
        | (string & {});
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /** @description The object as it was right after the event, and further fields by `type`: see the webhooks. */
      data: {
        [key: string]: unknown;
      };
    };
    /** @description A page of events, the newest first. */
    WebhookEventList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['WebhookEvent'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description The delivery of an event to an endpoint.
     * @example {
     *       "id": "whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "endpoint_id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "event_id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "event_type": "payment.settled",
     *       "status": "pending",
     *       "attempts": [
     *         {
     *           "at": "2026-01-31T12:00:00.042Z",
     *           "status_code": 503,
     *           "duration_ms": 18,
     *           "error": "the endpoint answered 503",
     *           "request": {
     *             "url": "https://example.com/webhooks",
     *             "headers": {
     *               "content-type": "application/json",
     *               "user-agent": "stablecoin-payments-webhooks/1",
     *               "svc-signature": "t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
     *               "webhook-id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *               "webhook-timestamp": "1769860800",
     *               "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
     *             }
     *           },
     *           "response": {
     *             "body": "upstream is restarting",
     *             "truncated": false
     *           }
     *         }
     *       ],
     *       "next_attempt_at": "2026-01-31T12:00:05.250Z",
     *       "created_at": "2026-01-31T12:00:00.042Z"
     *     }
     */
    Delivery: {
      /**
       * @description Id of the delivery. Ids are ordered by creation.
       * @example whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      endpoint_id: string;
      /**
       * @description Id of the event. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      event_id: string;
      /** @description What happened. More types may be added. */
      event_type:
        | 'payment.settled'
        | 'payment.failed'
        | 'payment.compliance_blocked'
        | 'payment.in_review'
        | 'payment.awaiting_approval'
        | 'payment.waiting'
        | 'wallet.activated'
        | 'wallet.funded'
        | 'wallet.spend_limit_reached'
        | 'treasury.low_balance'
        | 'compliance.match_found'
        | 'deposit.held'
        | 'deposit.released'
        | 'rules.published'
        | 'webhook_endpoint.disabled'
        | 'webhook.test'
        | (string & {});
      /**
       * @description The outcome.
       *
       *     - `pending`: Not delivered yet: `next_attempt_at` says when it is retried.
       *     - `delivered`: The endpoint answered 2xx.
       *     - `failed`: All attempts have failed.
       */
      status: 'pending' | 'delivered' | 'failed' | (string & {});
      /** @description The oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * @description When it is retried; `null`: never.
       * @example 2026-01-31T12:00:00.000Z
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description When it was scheduled.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
    };
    /**
     * @description A delivery, with what was sent.
     * @example {
     *       "id": "whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "endpoint_id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "event_id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "event_type": "payment.settled",
     *       "status": "pending",
     *       "attempts": [
     *         {
     *           "at": "2026-01-31T12:00:00.042Z",
     *           "status_code": 503,
     *           "duration_ms": 18,
     *           "error": "the endpoint answered 503",
     *           "request": {
     *             "url": "https://example.com/webhooks",
     *             "headers": {
     *               "content-type": "application/json",
     *               "user-agent": "stablecoin-payments-webhooks/1",
     *               "svc-signature": "t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
     *               "webhook-id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *               "webhook-timestamp": "1769860800",
     *               "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
     *             }
     *           },
     *           "response": {
     *             "body": "upstream is restarting",
     *             "truncated": false
     *           }
     *         }
     *       ],
     *       "next_attempt_at": "2026-01-31T12:00:05.250Z",
     *       "created_at": "2026-01-31T12:00:00.042Z",
     *       "request_body": "{\"id\":\"evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"type\":\"payment.settled\",\"created_at\":\"2026-01-31T12:00:00.042Z\",\"sequence\":2,\"livemode\":false,\"data\":{\"id\":\"pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"status\":\"settled\",\"stage\":\"done\",\"txHash\":\"0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd\",\"to\":\"0x52908400098527886E0F7030069857D2E4169EE7\",\"from\":null,\"amount\":\"250.00\",\"currency\":\"USDC\",\"chain\":\"base\",\"memo\":\"Invoice 1042\",\"compliance_ref\":\"cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE\",\"approval_id\":null,\"error_code\":null,\"error_message\":null,\"idempotency_key\":\"order-1042\",\"livemode\":false,\"explorer_url\":null,\"created_at\":\"2026-01-31T12:00:00.000Z\",\"settled_at\":\"2026-01-31T12:00:00.042Z\",\"settlement_ms\":42,\"recovered\":false,\"metadata\":{}}}"
     *     }
     */
    DeliveryWithBody: {
      /**
       * @description Id of the delivery. Ids are ordered by creation.
       * @example whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      endpoint_id: string;
      /**
       * @description Id of the event. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      event_id: string;
      /** @description What happened. More types may be added. */
      event_type:
        | 'payment.settled'
        | 'payment.failed'
        | 'payment.compliance_blocked'
        | 'payment.in_review'
        | 'payment.awaiting_approval'
        | 'payment.waiting'
        | 'wallet.activated'
        | 'wallet.funded'
        | 'wallet.spend_limit_reached'
        | 'treasury.low_balance'
        | 'compliance.match_found'
        | 'deposit.held'
        | 'deposit.released'
        | 'rules.published'
        | 'webhook_endpoint.disabled'
        | 'webhook.test'
        | (string & {});
      /**
       * @description The outcome.
       *
       *     - `pending`: Not delivered yet: `next_attempt_at` says when it is retried.
       *     - `delivered`: The endpoint answered 2xx.
       *     - `failed`: All attempts have failed.
       */
      status: 'pending' | 'delivered' | 'failed' | (string & {});
      /** @description The oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * @description When it is retried; `null`: never.
       * @example 2026-01-31T12:00:00.000Z
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description When it was scheduled.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description The exact text that is signed and sent, in every attempt. */
      request_body: string;
    };
    /** @description One HTTP request to an endpoint. */
    DeliveryAttempt: {
      /**
       * Format: date-time
       * @description When it began.
       * @example 2026-01-31T12:00:00.000Z
       */
      at: string;
      /** @description The response status; `null`: no response. */
      status_code: number | null;
      /** @description In milliseconds. */
      duration_ms: number;
      /** @description The reason for a failure; `null` on success. */
      error: string | null;
      /** @description The request; `null`: none was made, or an earlier version made it. */
      request: components['schemas']['DeliveryRequest'] | null;
      /** @description The response; `null`: none, an earlier version made the request, or the service does not show it. */
      response: components['schemas']['DeliveryResponse'] | null;
    };
    /** @description A request, as it was sent. */
    DeliveryRequest: {
      /** @description The URL of the endpoint at that time. */
      url: string;
      /** @description Headers by name. The signatures do not reveal the secret. */
      headers: {
        [key: string]: string;
      };
    };
    /** @description The beginning of a response. */
    DeliveryResponse: {
      /** @description At most the first 1,024 bytes, as UTF-8. */
      body: string;
      /** @description Whether there was more. */
      truncated: boolean;
    };
    /** @description A page of deliveries, the newest first. */
    DeliveryList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Delivery'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description The object was deleted.
     * @example {
     *       "id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "deleted": true
     *     }
     */
    Deleted: {
      /** @description Its id. */
      id: string;
      /**
       * @constant
       * @enum {boolean}
       */
      deleted: true;
    };
    /** @description A payment was confirmed on chain. */
    PaymentSettledEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.settled';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A payment could not be settled. */
    PaymentFailedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.failed';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A payment was blocked by screening. */
    PaymentComplianceBlockedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.compliance_blocked';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A payment waits for the review of its screening. */
    PaymentInReviewEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.in_review';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A payment waits for approval. */
    PaymentAwaitingApprovalEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.awaiting_approval';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A payment waits before its transfer is authorized. */
    PaymentWaitingEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'payment.waiting';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['Payment'];
    };
    /** @description A wallet that was in review can receive and send. */
    WalletActivatedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'wallet.activated';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['ActiveWallet'];
    };
    /** @description A wallet received an inbound transfer. */
    WalletFundedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'wallet.funded';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['FundedWallet'];
    };
    /** @description A payment waits, because the spend limit of its wallet is reached. */
    WalletSpendLimitReachedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'wallet.spend_limit_reached';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['LimitedWallet'];
    };
    /** @description The USDC balance of the treasury fell below a threshold. */
    TreasuryLowBalanceEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'treasury.low_balance';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['LowTreasuryBalance'];
    };
    /** @description An address that was paid within 30 days is now on a sanctions list. */
    ComplianceMatchFoundEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'compliance.match_found';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['SanctionsMatch'];
    };
    /** @description A deposit waits for the decision of a person. */
    DepositHeldEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'deposit.held';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['DepositEventData'];
    };
    /** @description The money of a held deposit is available. */
    DepositReleasedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'deposit.released';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['DepositEventData'];
    };
    /** @description A version of the rules was published. */
    RulesPublishedEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'rules.published';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['PublishedRules'];
    };
    /** @description A webhook endpoint was disabled, because its deliveries fail. */
    WebhookEndpointDisabledEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'webhook_endpoint.disabled';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['DisabledWebhookEndpoint'];
    };
    /** @description You requested a test event. */
    WebhookTestEvent: {
      /**
       * @description Id of the event; the same in every attempt, replay and list. Ids are ordered by creation.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @constant
       * @enum {string}
       */
      type: 'webhook.test';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /** @description Grows with every event of one object. */
      sequence: number;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      data: components['schemas']['TestMessage'];
    };
    /** @description A wallet as it was right after the event. */
    ActiveWallet: {
      /**
       * @description Id of the wallet. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The wallet's address.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Most that can be spent within 24 hours without approval; `null`: no limit.
       * @example 1000.00
       */
      spend_limit: string | null;
      /**
       * @description What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
       * @example 0.00
       */
      spent_24h: string;
      /** @description A name for people. */
      label: string | null;
      /** @description More may be added. */
      status: 'active' | (string & {});
      balances: components['schemas']['CurrencyBalances'];
      held: components['schemas']['CurrencyBalances'];
      /**
       * @description Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`. */
      approvers: string[];
      /** @description Number of approvals required. */
      approval_threshold: number;
      contract: components['schemas']['WalletContract'] | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the wallet was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
    };
    /** @description A wallet as it was right after an inbound transfer, with the transfer. */
    FundedWallet: {
      /**
       * @description Id of the wallet. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The wallet's address.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Most that can be spent within 24 hours without approval; `null`: no limit.
       * @example 1000.00
       */
      spend_limit: string | null;
      /**
       * @description What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
       * @example 0.00
       */
      spent_24h: string;
      /** @description A name for people. */
      label: string | null;
      /** @description More may be added. */
      status: 'active' | (string & {});
      balances: components['schemas']['CurrencyBalances'];
      held: components['schemas']['CurrencyBalances'];
      /**
       * @description Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`. */
      approvers: string[];
      /** @description Number of approvals required. */
      approval_threshold: number;
      contract: components['schemas']['WalletContract'] | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the wallet was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      /**
       * @description What was received.
       * @example 500.00
       */
      amount: string;
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /** @description The address that sent it. */
      from: string;
      /** @description Hash of the transaction. */
      txHash: string;
    };
    /** @description A wallet whose spend limit is reached, with the payment that waits. */
    LimitedWallet: {
      /**
       * @description Id of the wallet. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The wallet's address.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description Most that can be spent within 24 hours without approval; `null`: no limit.
       * @example 1000.00
       */
      spend_limit: string | null;
      /**
       * @description What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.
       * @example 0.00
       */
      spent_24h: string;
      /** @description A name for people. */
      label: string | null;
      /** @description More may be added. */
      status: 'active' | (string & {});
      balances: components['schemas']['CurrencyBalances'];
      held: components['schemas']['CurrencyBalances'];
      /**
       * @description Id of the verification of the owner; `null` when it was skipped. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref: string | null;
      /** @description Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`. */
      approvers: string[];
      /** @description Number of approvals required. */
      approval_threshold: number;
      contract: components['schemas']['WalletContract'] | null;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the wallet was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description Your own key-value data; empty by default.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      /**
       * @description Id of the approval that the payment waits for. Ids are ordered by creation.
       * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      approval_id: string;
      /**
       * @description Id of the payment that waits. Ids are ordered by creation.
       * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      payment_id: string;
      /**
       * @description The amount of the payment.
       * @example 250.00
       */
      amount: string;
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
    };
    /** @description The balance of the treasury right after the event, with the threshold. */
    LowTreasuryBalance: {
      /**
       * @description USDC on all chains, reserved amounts included until they leave.
       * @example 3000000.00
       */
      usdc: string;
      /**
       * @description EURC on all chains.
       * @example 3000000.00
       */
      eurc: string;
      chains: components['schemas']['ChainAmounts'];
      available: components['schemas']['ChainBalances'];
      reserved: components['schemas']['ChainBalances'];
      held: components['schemas']['ChainBalances'];
      /**
       * Format: date-time
       * @description When the balance was read.
       * @example 2026-01-31T12:00:00.000Z
       */
      as_of: string;
      /** @description Which threshold: of all chains together, or of one. */
      scope: 'total' | 'base' | 'ethereum' | 'solana' | (string & {});
      /**
       * @description The threshold.
       * @example 5000000.00
       */
      threshold: string;
      /**
       * @description The balance that fell below it.
       * @example 3000000.00
       */
      balance: string;
    };
    /** @description The match. */
    SanctionsMatch: {
      /**
       * @description Id of the result by which it was cleared. Ids are ordered by creation.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      ref: string;
      /**
       * @description The address.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /** @description The list. */
      source: string;
      /** @description Its publication date and hash. */
      version: string;
      /** @description The entry, as the list names it. */
      matched: string;
      /**
       * Format: date-time
       * @description When it was found.
       * @example 2026-01-31T12:00:00.000Z
       */
      found_at: string;
    };
    /** @description A version of the rules that was published. */
    PublishedRules: {
      /**
       * @description Its number.
       * @example 3
       */
      version: number;
      /**
       * Format: date-time
       * @description When it comes into force, or came.
       * @example 2026-01-31T12:00:00.000Z
       */
      in_force_from: string;
      /**
       * @description Id of the draft that it was. Ids are ordered by creation.
       * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      draft_id: string;
      /** @description Why it could be published: another person agreed, it waits 24 hours instead, or the sandbox needs neither. */
      agreement: 'second_person' | 'delay' | 'sandbox' | (string & {});
      /**
       * @description Id of the API key or person that made the draft, or changed it last.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      drafted_by: string | null;
      /**
       * @description Id of the API key or person that agreed to it.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      agreed_by: string | null;
      /**
       * @description Id of the API key or person that published it.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      published_by: string | null;
    };
    /** @description A webhook endpoint as it was right after its deliveries disabled it. */
    DisabledWebhookEndpoint: {
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description Where events are sent to. */
      url: string;
      /** @description The types that are sent; `null`: all. */
      events:
        | (
            | 'payment.settled'
            | 'payment.failed'
            | 'payment.compliance_blocked'
            | 'payment.in_review'
            | 'payment.awaiting_approval'
            | 'payment.waiting'
            | 'wallet.activated'
            | 'wallet.funded'
            | 'wallet.spend_limit_reached'
            | 'treasury.low_balance'
            | 'compliance.match_found'
            | 'deposit.held'
            | 'deposit.released'
            | 'rules.published'
            | 'webhook_endpoint.disabled'
            | (string & {})
          )[]
        | null;
      /** @description A note for people. */
      description: string | null;
      /** @description More may be added. */
      status: 'disabled' | (string & {});
      /** @description Why it is disabled. */
      disabled_reason: string;
      /** @description `false` in the sandbox. */
      livemode: boolean;
    };
    /** @description About the endpoint. */
    TestMessage: {
      /**
       * @description Id of the endpoint. Ids are ordered by creation.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      endpoint_id: string;
      /** @description A sentence. */
      message: string;
    };
    /**
     * @description An API key, without its secret.
     * @example {
     *       "id": "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "name": "Reporting",
     *       "plan": "scale",
     *       "scopes": [
     *         "payments:read",
     *         "treasury:read"
     *       ],
     *       "livemode": false,
     *       "last4": "MxNq",
     *       "expires_at": null,
     *       "ip_allow_list": [
     *         "203.0.113.0/24"
     *       ],
     *       "wallet_ids": null,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "last_used_at": null,
     *       "revoked_at": null
     *     }
     */
    ApiKey: {
      /**
       * @description Id of the key; it is not the key itself. Ids are ordered by creation.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description A name for people. */
      name: string | null;
      /** @description The plan, which sets the rate limits: `scale` or `enterprise`. */
      plan: 'scale' | 'enterprise' | (string & {});
      /** @description What the key may do. */
      scopes: (
        | 'payments:write'
        | 'payments:read'
        | 'wallets:write'
        | 'wallets:read'
        | 'approvals:write'
        | 'treasury:write'
        | 'treasury:read'
        | 'screenings:write'
        | 'screenings:skip'
        | 'compliance:write'
        | 'compliance:read'
        | 'webhooks:write'
        | 'webhooks:read'
        | 'events:read'
        | 'keys:write'
        | 'keys:read'
        | 'members:write'
        | 'members:read'
        | 'policies:write'
        | 'policies:read'
        | 'audit:read'
        | 'system:write'
        | 'system:read'
        | (string & {})
      )[];
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /** @description The last four characters of the key. */
      last4: string;
      /**
       * @description When the key expires; `null`: never.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string | null;
      /** @description The addresses that it may be used from; `null`: all. */
      ip_allow_list: string[] | null;
      /** @description The only wallets that the key pays from and sees; `null`: everything of the account. */
      wallet_ids: string[] | null;
      /**
       * Format: date-time
       * @description When the key was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description When it was last used, within a few seconds.
       * @example 2026-01-31T12:00:00.000Z
       */
      last_used_at: string | null;
      /**
       * @description When it was revoked.
       * @example 2026-01-31T12:00:00.000Z
       */
      revoked_at: string | null;
    };
    /**
     * @description An API key with its secret.
     * @example {
     *       "id": "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "name": "Reporting",
     *       "plan": "scale",
     *       "scopes": [
     *         "payments:read",
     *         "treasury:read"
     *       ],
     *       "livemode": false,
     *       "last4": "MxNq",
     *       "expires_at": null,
     *       "ip_allow_list": [
     *         "203.0.113.0/24"
     *       ],
     *       "wallet_ids": null,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "last_used_at": null,
     *       "revoked_at": null,
     *       "key": "svc_test_0F2mYb7Qk9sVtXzR4pLcJ8nHd3gWuE6aTiB1yKoMxNq"
     *     }
     */
    ApiKeyWithSecret: {
      /**
       * @description Id of the key; it is not the key itself. Ids are ordered by creation.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description A name for people. */
      name: string | null;
      /** @description The plan, which sets the rate limits: `scale` or `enterprise`. */
      plan: 'scale' | 'enterprise' | (string & {});
      /** @description What the key may do. */
      scopes: (
        | 'payments:write'
        | 'payments:read'
        | 'wallets:write'
        | 'wallets:read'
        | 'approvals:write'
        | 'treasury:write'
        | 'treasury:read'
        | 'screenings:write'
        | 'screenings:skip'
        | 'compliance:write'
        | 'compliance:read'
        | 'webhooks:write'
        | 'webhooks:read'
        | 'events:read'
        | 'keys:write'
        | 'keys:read'
        | 'members:write'
        | 'members:read'
        | 'policies:write'
        | 'policies:read'
        | 'audit:read'
        | 'system:write'
        | 'system:read'
        | (string & {})
      )[];
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /** @description The last four characters of the key. */
      last4: string;
      /**
       * @description When the key expires; `null`: never.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string | null;
      /** @description The addresses that it may be used from; `null`: all. */
      ip_allow_list: string[] | null;
      /** @description The only wallets that the key pays from and sees; `null`: everything of the account. */
      wallet_ids: string[] | null;
      /**
       * Format: date-time
       * @description When the key was created.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description When it was last used, within a few seconds.
       * @example 2026-01-31T12:00:00.000Z
       */
      last_used_at: string | null;
      /**
       * @description When it was revoked.
       * @example 2026-01-31T12:00:00.000Z
       */
      revoked_at: string | null;
      /**
       * @description The key itself. Shown once: `null` when the request is replayed.
       * @example svc_test_0F2mYb7Qk9sVtXzR4pLcJ8nHd3gWuE6aTiB1yKoMxNq
       */
      key: string | null;
    };
    /** @description A page of API keys, the newest first. */
    ApiKeyList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['ApiKey'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description Who sends a request, and what they may do.
     * @example {
     *       "id": "ses_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "actor": {
     *         "type": "user",
     *         "id": "usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *         "name": "Ada Lovelace"
     *       },
     *       "account": "default",
     *       "livemode": false,
     *       "role": "viewer",
     *       "scopes": [
     *         "payments:read",
     *         "wallets:read",
     *         "treasury:read",
     *         "compliance:read",
     *         "webhooks:read",
     *         "events:read"
     *       ],
     *       "csrf_token": "K2pXh0m8vSg3JrQe5uYwLc7dTfNb1aZi9oPxRkVtMys",
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "expires_at": "2026-01-31T20:00:00.000Z"
     *     }
     */
    Session: {
      /**
       * @description Id of the session; `null` for an API key. Ids are ordered by creation.
       * @example ses_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string | null;
      actor: components['schemas']['SessionActor'];
      /**
       * @description The account.
       * @example default
       */
      account: string;
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /** @description What the person may do; `null` for an API key. */
      role: ('administrator' | 'approver' | 'reviewer' | 'operator' | 'developer' | 'viewer' | (string & {})) | null;
      /** @description The scopes. */
      scopes: (
        | 'payments:write'
        | 'payments:read'
        | 'wallets:write'
        | 'wallets:read'
        | 'approvals:write'
        | 'treasury:write'
        | 'treasury:read'
        | 'screenings:write'
        | 'screenings:skip'
        | 'compliance:write'
        | 'compliance:read'
        | 'webhooks:write'
        | 'webhooks:read'
        | 'events:read'
        | 'keys:write'
        | 'keys:read'
        | 'members:write'
        | 'members:read'
        | 'policies:write'
        | 'policies:read'
        | 'audit:read'
        | 'system:write'
        | 'system:read'
        | (string & {})
      )[];
      /**
       * @description Send it in the header `svc-csrf-token` of every request other than GET; `null` for an API key.
       * @example K2pXh0m8vSg3JrQe5uYwLc7dTfNb1aZi9oPxRkVtMys
       */
      csrf_token: string | null;
      /**
       * @description When the session began.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string | null;
      /**
       * @description When it ends at the latest; `null`: never. It ends earlier without use.
       * @example 2026-01-31T12:00:00.000Z
       */
      expires_at: string | null;
    };
    /**
     * @description How a browser can sign in.
     * @example {
     *       "api_key": true,
     *       "oidc": true
     *     }
     */
    SignInMethods: {
      /**
       * @description With an API key.
       * @constant
       * @enum {boolean}
       */
      api_key: true;
      /** @description At the identity provider of the operator. */
      oidc: boolean;
    };
    /** @description Whose session it is. */
    SessionActor: {
      /**
       * @description What kind of actor. More kinds may be added.
       *
       *     - `key`: An API key.
       *     - `user`: A person who has signed in.
       *     - `system`: The service itself.
       *     - `unknown`: It is not known.
       */
      type: 'key' | 'user' | 'system' | 'unknown' | (string & {});
      /**
       * @description Id of the API key or member.
       * @example usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description A name for people.
       * @example Ada Lovelace
       */
      name: string | null;
    };
    /**
     * @description A person who has signed in, in one account and mode.
     * @example {
     *       "id": "usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com",
     *       "role": "viewer",
     *       "claimed_role": null,
     *       "assigned_role": "viewer",
     *       "status": "active",
     *       "livemode": false,
     *       "created_at": "2026-01-31T12:00:00.000Z",
     *       "last_signed_in_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    Member: {
      /**
       * @description Id of the member. Ids are ordered by creation.
       * @example usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description As the identity provider says.
       * @example Ada Lovelace
       */
      name: string | null;
      /**
       * @description As the identity provider says.
       * @example ada@example.com
       */
      email: string | null;
      /** @description What the member may do: `claimed_role`, otherwise `assigned_role`. */
      role: ('administrator' | 'approver' | 'reviewer' | 'operator' | 'developer' | 'viewer' | (string & {})) | null;
      /** @description The role that the identity provider gave at the last sign-in. */
      claimed_role:
        ('administrator' | 'approver' | 'reviewer' | 'operator' | 'developer' | 'viewer' | (string & {})) | null;
      /** @description The role that an administrator has assigned. */
      assigned_role:
        ('administrator' | 'approver' | 'reviewer' | 'operator' | 'developer' | 'viewer' | (string & {})) | null;
      /** @description `disabled`: the member has no access. */
      status: 'active' | 'disabled' | (string & {});
      /** @description `false` in the sandbox. */
      livemode: boolean;
      /**
       * Format: date-time
       * @description When the member first signed in.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description When the last session of the member began; `null`: there was none.
       * @example 2026-01-31T12:00:00.000Z
       */
      last_signed_in_at: string | null;
    };
    /** @description A page of members, the newest first. */
    MemberList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['Member'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description An entry of the audit log.
     * @example {
     *       "id": "aud_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "at": "2026-01-31T12:00:00.000Z",
     *       "actor": {
     *         "type": "key",
     *         "id": "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *         "name": "Back office",
     *         "ip": "203.0.113.7"
     *       },
     *       "action": "webhook_endpoint.updated",
     *       "object": {
     *         "type": "webhook_endpoint",
     *         "id": "whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE"
     *       },
     *       "request_id": "req_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "before": {
     *         "url": "https://example.com/old"
     *       },
     *       "after": {
     *         "url": "https://example.com/hooks"
     *       }
     *     }
     */
    AuditLogEntry: {
      /**
       * @description Id of the entry. Ids are ordered by creation.
       * @example aud_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * Format: date-time
       * @description When the request arrived.
       * @example 2026-01-31T12:00:00.000Z
       */
      at: string;
      actor: components['schemas']['Actor'];
      /** @description What was done. More actions may be added. */
      action:
        | 'payment.created'
        | 'payment.canceled'
        | 'payment.resumed'
        | 'payment.screening_skipped'
        | 'wallet.created'
        | 'wallet.credited'
        | 'wallet.transfer_booked'
        | 'approval.approved'
        | 'approval.rejected'
        | 'treasury.credited'
        | 'treasury.transfer_booked'
        | 'treasury.settings_updated'
        | 'deposit.cleared'
        | 'deposit.kept'
        | 'policies.updated'
        | 'rules.drafted'
        | 'rules.draft_changed'
        | 'rules.draft_discarded'
        | 'rules.agreed'
        | 'rules.published'
        | 'compliance_check.created'
        | 'compliance_check.decided'
        | 'attestation.created'
        | 'attestation.revoked'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.updated'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.deleted'
        | 'webhook_endpoint.secret_rotated'
        | 'webhook_endpoint.tested'
        | 'webhook_endpoint.replayed'
        | 'api_key.created'
        | 'api_key.updated'
        | 'api_key.rotated'
        | 'api_key.revoked'
        | 'api_key.refused'
        | 'api_key.used_from_new_address'
        | 'session.created'
        | 'session.ended'
        | 'session.all_ended'
        | 'session.refused'
        | 'member.created'
        | 'member.updated'
        | 'dead_letter.redriven'
        | 'member.refused'
        | 'member.used_from_new_address'
        | (string & {});
      object: components['schemas']['AuditedObject'];
      /**
       * @description Id of the request: its `svc-request-id`; `null` where no request led to it. Ids are ordered by creation.
       * @example req_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      request_id: string | null;
      /**
       * @description The changed fields before the change; `null` if there were none.
       * @example {
       *       "url": "https://example.com/old"
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /**
       * @description The same fields after the change. For other actions: the request, or `null`.
       * @example {
       *       "url": "https://example.com/hooks"
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Who did it. */
    Actor: {
      /**
       * @description What kind of actor. More kinds may be added.
       *
       *     - `key`: An API key.
       *     - `user`: A person who has signed in.
       *     - `system`: The operator, or the service itself.
       *     - `unknown`: Not recorded, by an early version.
       */
      type: 'key' | 'user' | 'system' | 'unknown' | (string & {});
      /**
       * @description Id of the API key or user; `system` or `unknown` otherwise.
       * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The name of the key or user at that time.
       * @example Back office
       */
      name: string | null;
      /**
       * @description The address that the request came from.
       * @example 203.0.113.7
       */
      ip: string | null;
    };
    /** @description What it was done to. */
    AuditedObject: {
      /**
       * @description Its kind: the first word of `action`.
       * @example webhook_endpoint
       */
      type: string;
      /**
       * @description Its id.
       * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
    };
    /** @description A page of entries of the audit log, the newest first. */
    AuditLogEntryList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['AuditLogEntry'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description The state of the whole service.
     * @example {
     *       "as_of": "2026-01-31T12:00:00.042Z",
     *       "version": "0.1.0",
     *       "status": "degraded",
     *       "services": [
     *         {
     *           "name": "payment",
     *           "status": "up",
     *           "version": "0.1.0",
     *           "started_at": "2026-01-31T12:00:00.000Z",
     *           "uptime_seconds": 3600,
     *           "checks": [
     *             {
     *               "name": "event store",
     *               "status": "up"
     *             }
     *           ],
     *           "read_models": [
     *             {
     *               "name": "payment",
     *               "position": 120,
     *               "behind": 0
     *             }
     *           ],
     *           "outbox": {
     *             "position": 118,
     *             "behind": 2
     *           },
     *           "jobs": [
     *             {
     *               "kind": "submission",
     *               "waiting": 3,
     *               "oldest_due_at": "2026-01-31T12:00:00.000Z"
     *             }
     *           ]
     *         }
     *       ],
     *       "chains": [
     *         {
     *           "chain": "base",
     *           "needed": 2,
     *           "agreeing": 2,
     *           "endpoints": [
     *             {
     *               "name": "rpc.example.com",
     *               "status": "faulty",
     *               "height": 120,
     *               "behind": 3,
     *               "seen_at": "2026-01-31T12:00:00.000Z",
     *               "last_fault": "silent",
     *               "last_fault_at": "2026-01-31T12:00:00.000Z"
     *             }
     *           ]
     *         }
     *       ],
     *       "dead_letters": 0,
     *       "alarms": [
     *         {
     *           "name": "sender_gas_low",
     *           "service": "treasury",
     *           "severity": "warning",
     *           "message": "The sender 0x52908400098527886E0F7030069857D2E4169EE7 on base has little gas left. Top it up.",
     *           "object": "base 0x52908400098527886E0F7030069857D2E4169EE7"
     *         }
     *       ]
     *     }
     */
    System: {
      /**
       * Format: date-time
       * @description When the state was read.
       * @example 2026-01-31T12:00:00.000Z
       */
      as_of: string;
      /** @description Of the gateway that answers. */
      version: string;
      /**
       * @description The overall state.
       *
       *     - `up`: No alarm is raised.
       *     - `degraded`: An alarm is raised.
       */
      status: 'up' | 'degraded' | (string & {});
      /** @description Every service. */
      services: components['schemas']['SystemService'][];
      /** @description The chains of live mode; none without. */
      chains: components['schemas']['SystemChain'][];
      /** @description Messages of all accounts that could not be handled; `null`: they could not be counted in time. */
      dead_letters: number | null;
      /** @description The raised alarms. */
      alarms: components['schemas']['Alarm'][];
    };
    /** @description The state of one service. */
    SystemService: {
      /** @description The service. */
      name: 'gateway' | 'payment' | 'wallet' | 'compliance' | 'treasury' | 'webhook' | (string & {});
      /**
       * @description Whether it works.
       *
       *     - `up`: Every part that it needs is there.
       *     - `degraded`: A part that it needs is missing.
       *     - `unreachable`: It did not answer within two seconds.
       */
      status: 'up' | 'degraded' | 'unreachable' | (string & {});
      /** @description Its version. */
      version: string | null;
      /**
       * @description When it started.
       * @example 2026-01-31T12:00:00.000Z
       */
      started_at: string | null;
      /** @description For how long it has been running. */
      uptime_seconds: number | null;
      /** @description The parts that it needs. */
      checks: components['schemas']['SystemCheck'][];
      /** @description Its read models. */
      read_models: components['schemas']['SystemReadModel'][];
      /** @description What it publishes; `null`: it publishes nothing, or another instance of it does. */
      outbox: components['schemas']['SystemOutbox'] | null;
      /** @description Its jobs, by kind. */
      jobs: components['schemas']['SystemJobs'][];
    };
    /** @description A part that a service needs. */
    SystemCheck: {
      /** @description The part. */
      name: string;
      /** @description Whether it answers. */
      status: 'up' | 'down' | (string & {});
    };
    /** @description The progress of a read model. */
    SystemReadModel: {
      /** @description The read model. */
      name: string;
      /** @description The position of the event store that it includes. */
      position: number;
      /** @description Positions of the event store that it does not include yet. A busy service is always slightly behind. */
      behind: number;
    };
    /** @description The progress of publishing. */
    SystemOutbox: {
      /** @description The position of the event store whose messages are all acknowledged. */
      position: number;
      /** @description Positions of the event store after that. */
      behind: number;
    };
    /** @description The jobs of one kind. */
    SystemJobs: {
      /** @description The kind. */
      kind: string;
      /** @description Jobs that are due. Counted up to 10,000. */
      waiting: number;
      /**
       * @description Since when the oldest of them has been due; `null`: none is.
       * @example 2026-01-31T12:00:00.000Z
       */
      oldest_due_at: string | null;
    };
    /** @description A chain of live mode. */
    SystemChain: {
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description Endpoints that have to agree. */
      needed: number;
      /** @description Endpoints whose last answer was used. */
      agreeing: number;
      /** @description Those that are configured. */
      endpoints: components['schemas']['SystemEndpoint'][];
    };
    /** @description An RPC endpoint of a chain. */
    SystemEndpoint: {
      /** @description Its name, without credentials. */
      name: string;
      /**
       * @description Whether its last answer was used.
       *
       *     - `agreeing`: It was.
       *     - `faulty`: It was not used.
       *     - `unknown`: It was not asked yet.
       */
      status: 'agreeing' | 'faulty' | 'unknown' | (string & {});
      /** @description Its latest block or slot; `null`: none was seen yet. */
      height: number | null;
      /** @description How far that is behind the highest of the endpoints. */
      behind: number | null;
      /**
       * @description When that was seen.
       * @example 2026-01-31T12:00:00.000Z
       */
      seen_at: string | null;
      /** @description Why its answer was not used last; `null`: never happened. */
      last_fault:
        ('ahead' | 'behind' | 'silent' | 'refuses' | 'malformed' | 'disagrees' | 'state_pruned' | (string & {})) | null;
      /**
       * @description When that was.
       * @example 2026-01-31T12:00:00.000Z
       */
      last_fault_at: string | null;
    };
    /** @description An alarm. */
    Alarm: {
      /** @description What it is. More may be added. */
      name:
        | 'service_unreachable'
        | 'part_down'
        | 'dead_letters'
        | 'chain_endpoints_disagree'
        | 'sanctions_list_stale'
        | 'sanctions_list_refused'
        | 'sender_gas_low'
        | 'treasury_differs'
        | 'transactions_set_aside'
        | 'deposits_held'
        | 'wallet_allowances'
        | (string & {});
      /** @description The service. */
      service: 'gateway' | 'payment' | 'wallet' | 'compliance' | 'treasury' | 'webhook' | (string & {});
      /**
       * @description The severity.
       *
       *     - `warning`: Nothing is stopped yet.
       *     - `critical`: Something is stopped, or wrong.
       */
      severity: 'warning' | 'critical' | (string & {});
      /** @description What is wrong, and what to do. */
      message: string;
      /** @description What it is about, such as a chain; `null`: the service. */
      object: string | null;
    };
    /**
     * @description A message that could not be handled.
     * @example {
     *       "id": "dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "consumer": "webhook",
     *       "type": "payment.settled",
     *       "object": "pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "message_id": "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "cause": "TypeError",
     *       "attempts": 8,
     *       "failed_at": "2026-01-31T12:00:00.042Z",
     *       "created_at": "2026-01-31T12:00:00.000Z"
     *     }
     */
    DeadLetter: {
      /**
       * @description Id of the dead letter. Ids are ordered by creation.
       * @example dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /** @description The service that could not handle it. */
      consumer: 'gateway' | 'payment' | 'wallet' | 'compliance' | 'treasury' | 'webhook' | (string & {});
      /**
       * @description The type of the message.
       * @example payment.settled
       */
      type: string;
      /** @description Id of the object that it is about. */
      object: string;
      /** @description Id of the message. */
      message_id: string;
      /** @description The class of the error. The log of the service has its message. */
      cause: string;
      /** @description How often it was tried. */
      attempts: number;
      /**
       * Format: date-time
       * @description When it became a dead letter.
       * @example 2026-01-31T12:00:00.000Z
       */
      failed_at: string;
      /**
       * Format: date-time
       * @description When the message was sent.
       * @example 2026-01-31T12:00:00.000Z
       */
      created_at: string;
    };
    /** @description A page of dead letters, the newest first. */
    DeadLetterList: {
      /** @description At most `limit` of them. */
      data: components['schemas']['DeadLetter'][];
      /** @description Whether there are older ones. */
      has_more: boolean;
      /** @description Send it as `starting_after` to read the next page; `null` on the last one. */
      next_cursor: string | null;
    };
    /**
     * @description The result of a redrive.
     * @example {
     *       "id": "dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE",
     *       "outcome": "handled",
     *       "cause": null
     *     }
     */
    Redriven: {
      /**
       * @description Id of the dead letter. Ids are ordered by creation.
       * @example dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      id: string;
      /**
       * @description The result.
       *
       *     - `handled`: It was handled and is removed.
       *     - `sent`: Its consumer is in another process, and removes it when it has handled it.
       *     - `failed`: It failed again and stays.
       */
      outcome: 'handled' | 'sent' | 'failed' | (string & {});
      /** @description The kind of the error that it failed with. */
      cause: string | null;
    };
    /**
     * @description A simulated inbound transfer.
     * @example {
     *       "chain": "base",
     *       "currency": "USDC",
     *       "amount": "500.00",
     *       "txHash": "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd",
     *       "wallet": "wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE"
     *     }
     */
    FaucetReceipt: {
      /** @description The chain: `base`, `ethereum` or `solana`. */
      chain: 'base' | 'ethereum' | 'solana' | (string & {});
      /** @description The stablecoin: `USDC` or `EURC`. */
      currency: 'USDC' | 'EURC' | (string & {});
      /**
       * @description What was credited.
       * @example 500.00
       */
      amount: string;
      /** @description Hash of the simulated transaction. */
      txHash: string;
      /**
       * @description Id of the wallet that was credited; `null`: the treasury. Ids are ordered by creation.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      wallet: string | null;
    };
    /**
     * @description The process answers.
     * @example {
     *       "live": true
     *     }
     */
    Liveness: {
      /**
       * @constant
       * @enum {boolean}
       */
      live: true;
    };
    /**
     * @description Whether requests should be sent here.
     * @example {
     *       "ready": true,
     *       "checks": {
     *         "event_store": {
     *           "status": "up"
     *         }
     *       }
     *     }
     * @example {
     *       "ready": false,
     *       "checks": {
     *         "event_store": {
     *           "status": "down",
     *           "reason": "no answer within 2000 ms"
     *         }
     *       }
     *     }
     */
    Readiness: {
      /** @description Whether every part is up. */
      ready: boolean;
      /** @description By part. */
      checks: {
        [key: string]: components['schemas']['PartHealth'];
      };
    };
    /** @description Whether one part of the service works. */
    PartHealth: {
      /** @description `up` or `down`. */
      status: 'up' | 'down' | (string & {});
      /** @description Why it is down. */
      reason?: string;
    };
    /** @description A document in OpenAPI 3.1. */
    OpenApiDocument: {
      [key: string]: unknown;
    };
    /** @description Why a request was refused. `param` and `payment_id` are present where they apply. */
    ApiError: {
      /**
       * @description The error, for programs. More codes may be added: fall back to the HTTP status.
       *
       *     - `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored.
       *     - `unauthorized`: The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request.
       *     - `insufficient_balance`: No single chain holds enough for the payment. Fund the treasury or the wallet, then pay with a new idempotency key.
       *     - `compliance_blocked`: Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.
       *     - `rule_denied`: A rule of the account denies the payment. `message` names it. Pay otherwise, or publish other rules, with a new idempotency key.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       *     - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `not_found`: The object does not exist, or belongs to another account or the other mode.
       *     - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `possible_duplicate`: An earlier payment has the same recipient, amount, currency and payer: `payment_id` names it. Read that payment; for a second one set `confirm_distinct` to true. Nothing was stored.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       *     - `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request.
       *     - `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored.
       *     - `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key.
       */
      code:
        | 'invalid_request'
        | 'unauthorized'
        | 'insufficient_balance'
        | 'compliance_blocked'
        | 'rule_denied'
        | 'plan_required'
        | 'insufficient_scope'
        | 'not_found'
        | 'idempotency_conflict'
        | 'possible_duplicate'
        | 'invalid_state'
        | 'chain_unavailable'
        | 'rate_limited'
        | 'internal_error'
        | (string & {});
      /** @description The error in a sentence, for people. Its wording may change. */
      message: string;
      /**
       * @description The field at fault, as a path.
       * @example amount
       * @example checks[1]
       */
      param?: string;
      /** @description The payment that was refused: it exists, as `failed`. With `possible_duplicate` it is the earlier payment. */
      payment_id?: string;
      /**
       * @description The same as the header `svc-request-id`.
       * @example req_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      request_id: string;
      /** @description Whether repeating the request with the same idempotency key can succeed. Always `false` with a `payment_id`. */
      retryable: boolean;
    };
    /** @description Why one entry of many was refused. */
    EntryError: {
      /**
       * @description The error, for programs. More codes may be added: fall back to the HTTP status.
       *
       *     - `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored.
       *     - `unauthorized`: The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request.
       *     - `insufficient_balance`: No single chain holds enough for the payment. Fund the treasury or the wallet, then pay with a new idempotency key.
       *     - `compliance_blocked`: Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.
       *     - `rule_denied`: A rule of the account denies the payment. `message` names it. Pay otherwise, or publish other rules, with a new idempotency key.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       *     - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `not_found`: The object does not exist, or belongs to another account or the other mode.
       *     - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `possible_duplicate`: An earlier payment has the same recipient, amount, currency and payer: `payment_id` names it. Read that payment; for a second one set `confirm_distinct` to true. Nothing was stored.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       *     - `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request.
       *     - `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored.
       *     - `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key.
       */
      code:
        | 'invalid_request'
        | 'unauthorized'
        | 'insufficient_balance'
        | 'compliance_blocked'
        | 'rule_denied'
        | 'plan_required'
        | 'insufficient_scope'
        | 'not_found'
        | 'idempotency_conflict'
        | 'possible_duplicate'
        | 'invalid_state'
        | 'chain_unavailable'
        | 'rate_limited'
        | 'internal_error'
        | (string & {});
      /** @description The error in a sentence, for people. Its wording may change. */
      message: string;
      /** @description Whether repeating the request with the same idempotency key can succeed. Always `false` with a `payment_id`. */
      retryable: boolean;
    };
    /** @description A payment to create. */
    CreatePayment: {
      /**
       * @description The recipient. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       * @example 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin
       */
      to: string;
      /**
       * @description A decimal string in `currency`, never a JSON number. The smallest and largest amount are settings of the service: from `0.01` to `1000000.00` by default.
       * @example 250.00
       */
      amount: string;
      /** @description The stablecoin. Default: `USDC`. */
      currency?: components['schemas']['Currency'] | null;
      /** @description `auto` chooses by cost, time, health and balance; with `from` it is the chain of the wallet. Default: `auto`. */
      chain?: components['schemas']['ChainOrAuto'] | null;
      /** @description `auto` screens the recipient. `skip` is for pre-cleared parties, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`. */
      compliance?: components['schemas']['ComplianceMode'] | null;
      /**
       * @description An earlier result for the same address. It counts when it is unexpired, covers all four checks, has the same country code and, where a source decides by amount, is of the same currency and of an amount that is not lower; otherwise the recipient is screened again.
       * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      compliance_ref?: string | null;
      /**
       * @description Country of the recipient (ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo), for screening.
       * @example DE
       */
      country_code?: string | null;
      /**
       * @description Id of the wallet that pays. Default: the treasury.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      from?: string | null;
      /** @description Attached to the transaction: at most 64 characters. */
      memo?: string | null;
      /**
       * @description Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata?: {
        [key: string]: string;
      } | null;
      /** @description Confirms that a second payment is intended although an earlier one has the same recipient, amount, currency and payer (`possible_duplicate`). Default: `false`. */
      confirm_distinct?: boolean | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description The body may be empty. */
    CancelPayment: {
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description A wallet to create. */
    CreateWallet: {
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain. */
      chain: components['schemas']['Chain'];
      /**
       * @description Maximum that the wallet spends in 24 hours without approval, in USDC (EURC counts one to one). Fixed at creation. Default: no limit.
       * @example 1000.00
       */
      spend_limit?: string | null;
      /** @description `auto` verifies the identity of the owner before the wallet is created; `skip` does not, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`. */
      compliance?: components['schemas']['ComplianceMode'] | null;
      /** @description A name for people. Not on chain. */
      label?: string | null;
      /** @description Addresses of the people who may approve payments above the limit. With a live key they own the wallet, on Base and Ethereum only. Fixed at creation. */
      approvers?: string[] | null;
      /** @description Number of approvers that a payment needs, at most the number listed. Fixed at creation. Default: 1. */
      approval_threshold?: number | null;
      /**
       * @description Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Wallets to create. */
    CreateWallets: {
      /** @description In the order of the answer. */
      wallets: components['schemas']['WalletInput'][];
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description One wallet of a bulk request. */
    WalletInput: {
      /**
       * @description Who the wallet belongs to: `agent:<name>` or `user:<id>`.
       * @example agent:procurement
       */
      owner: string;
      /** @description The chain. */
      chain: components['schemas']['Chain'];
      /**
       * @description Maximum that the wallet spends in 24 hours without approval, in USDC (EURC counts one to one). Fixed at creation. Default: no limit.
       * @example 1000.00
       */
      spend_limit?: string | null;
      /** @description `auto` verifies the identity of the owner before the wallet is created; `skip` does not, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`. */
      compliance?: components['schemas']['ComplianceMode'] | null;
      /** @description A name for people. Not on chain. */
      label?: string | null;
      /** @description Addresses of the people who may approve payments above the limit. With a live key they own the wallet, on Base and Ethereum only. Fixed at creation. */
      approvers?: string[] | null;
      /** @description Number of approvers that a payment needs, at most the number listed. Fixed at creation. Default: 1. */
      approval_threshold?: number | null;
      /**
       * @description Your own key-value data: at most 20 entries. A key has 1 to 40 characters, without square brackets and control characters. Fixed at creation; lists filter by it. Store no secrets here.
       * @example {
       *       "order": "1042"
       *     }
       */
      metadata?: {
        [key: string]: string;
      } | null;
    };
    /** @description Who approves. */
    ApprovePayment: {
      /**
       * @description The approver's signature of `typed_data`. A live wallet needs it, unless this service's operator approves. In the sandbox it is optional, and checked if given. No response shows it.
       * @example 0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c1b
       */
      signature?: string | null;
      /**
       * @description The approver who decides: one of the wallet's approvers. Required to approve if the wallet lists any.
       * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
       */
      approver?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Who decides, and why. */
    DecideApproval: {
      /**
       * @description The reason. It is in `error_message` of the payment, so webhooks show it too.
       * @example The invoice was paid already.
       */
      reason?: string | null;
      /**
       * @description The approver who decides: one of the wallet's approvers. Required to approve if the wallet lists any.
       * @example 0x27b1fdb04752bbc536007a920d24acb045561c26
       */
      approver?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Omitted fields stay as they are. */
    UpdatePolicies: {
      /** @description Whether the creator of a payment can neither approve nor review it. */
      separate_creator?: boolean | null;
      /**
       * @description Two people have to approve a payment above this amount; `null` switches it off.
       * @example 1000.00
       */
      two_approvers_above?: string | null;
      /**
       * @description A payment from the treasury above this amount waits for an approval; `null` switches it off.
       * @example 5000.00
       */
      treasury_approval_above?: string | null;
      /** @description Whether `compliance: "skip"` is refused, whatever scopes a key has. */
      always_screen?: boolean | null;
      /** @description Whose payments are compared with earlier ones. */
      duplicate_guard?: components['schemas']['DuplicateGuard'] | null;
      /**
       * @description How many hours back a payment is compared with others.
       * @example 24
       */
      duplicate_window_hours?: number | null;
    };
    /** @description A document of rules. */
    CreateRuleDraft: {
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
      /**
       * @description Decides a payment that no rule allows or denies. Default: `allow`.
       * @example allow
       */
      otherwise?: ('allow' | 'deny') | null;
      /** @description At most 200 rules, in order. Default: none. */
      rules?: components['schemas']['RuleInput'][] | null;
    };
    /** @description One rule. Of each effect, `allow` and `deny` together, and of each kind of `limit`, the first rule that matches a payment counts. */
    RuleInput: {
      /**
       * @description Names the rule in payments, timelines and errors.
       * @example night-payments
       */
      name: string;
      /** @description What the rule does. */
      effect: components['schemas']['RuleEffect'];
      /** @description Which payments it matches. Default: all. */
      when?: components['schemas']['RuleConditionsInput'] | null;
      /**
       * @description Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.
       * @example 1000.00
       */
      max?: string | null;
      /**
       * @description Of a `limit` with `within_hours`, instead of `max`: how many payments are made at most.
       * @example 10
       */
      max_payments?: number | null;
      /**
       * @description Of a `limit`: adds up the payments of this many hours, for the treasury and for each wallet separately. Default: one payment is limited.
       * @example 24
       */
      within_hours?: number | null;
      /** @description Of a `limit` with `within_hours`: which payments of a payer are added up. Default: `payer`, which is all of them. */
      per?: components['schemas']['LimitPer'] | null;
      /**
       * @description Of a `require`: how many people have to approve. Default: 1.
       * @example 2
       */
      approvals?: number | null;
      /**
       * @description Of a `require`: the creator of the payment can neither approve nor review it. Default: `false`.
       * @example true
       */
      exclude_creator?: boolean | null;
    };
    /** @description The conditions, all of which have to match. Omitted ones are ignored. */
    RuleConditionsInput: {
      /**
       * @description The recipient is one of these addresses.
       * @example [
       *       "0x52908400098527886E0F7030069857D2E4169EE7"
       *     ]
       */
      to?: string[] | null;
      /**
       * @description The amount is above this one. Needs `currency`.
       * @example 1000.00
       */
      above?: string | null;
      /**
       * @description The amount is this one or less. Needs `currency`.
       * @example 5000.00
       */
      up_to?: string | null;
      /** @description The currency of the payment, and of the amounts of the rule. */
      currency?: components['schemas']['Currency'] | null;
      /** @description The payment may be made on one of these chains. A rule that allows matches only if it can be made on no other chain. */
      chains?: components['schemas']['Chain'][] | null;
      /**
       * @description Who pays: ids of wallets, or `treasury`.
       * @example [
       *       "treasury"
       *     ]
       */
      payers?: string[] | null;
      /**
       * @description Who creates the payment: ids of API keys and members.
       * @example [
       *       "key_01JZ8Q4M6T3W9XKB2N5RDVC7HE"
       *     ]
       */
      created_by?: string[] | null;
      /**
       * @description The `country_code` of the payment is one of these.
       * @example [
       *       "DE",
       *       "AT"
       *     ]
       */
      countries?: string[] | null;
      /** @description The metadata of the payment has all of these entries. */
      metadata?: {
        [key: string]: string;
      } | null;
      /**
       * @description The hour at which the range begins. Needs `until_hour` and `time_zone`.
       * @example 18
       */
      from_hour?: number | null;
      /**
       * @description The hour at which the range ends. The range passes midnight if it is not above `from_hour`.
       * @example 8
       */
      until_hour?: number | null;
      /** @description The weekday. Needs `time_zone`. */
      weekdays?: components['schemas']['Weekday'][] | null;
      /**
       * @description The IANA time zone of hours and weekdays.
       * @example Europe/Berlin
       */
      time_zone?: string | null;
    };
    /** @description The new document of rules. */
    UpdateRuleDraft: {
      /**
       * @description Decides a payment that no rule allows or denies. Default: `allow`.
       * @example allow
       */
      otherwise?: ('allow' | 'deny') | null;
      /** @description At most 200 rules, in order. Default: none. */
      rules?: components['schemas']['RuleInput'][] | null;
    };
    /** @description The revision to agree to. */
    AgreeToRuleDraft: {
      /**
       * @description `revision` of the draft that you have read. A changed draft has another one.
       * @example 1
       */
      revision: number;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description When the rules come into force. */
    PublishRuleDraft: {
      /**
       * @description When the version comes into force. Default: at once.
       * @example 2099-01-31T12:00:00.000Z
       */
      in_force_from?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Omitted fields stay as they are. */
    UpdateTreasurySettings: {
      /** @description The thresholds. */
      low_balance: components['schemas']['UpdateLowBalance'];
    };
    /** @description USDC thresholds, greater than zero. `null` removes one. */
    UpdateLowBalance: {
      /**
       * @description Of all chains together; `null` removes it.
       * @example 1000.00
       */
      total?: string | null;
      /** @description By chain. */
      chains?: components['schemas']['UpdateChainThresholds'] | null;
    };
    /** @description By chain. */
    UpdateChainThresholds: {
      /**
       * @description `null` removes it.
       * @example 100.00
       */
      base?: string | null;
      /**
       * @description `null` removes it.
       * @example 100.00
       */
      ethereum?: string | null;
      /**
       * @description `null` removes it.
       * @example 100.00
       */
      solana?: string | null;
    };
    /** @description A screening to run. */
    CheckAddress: {
      /**
       * @description The address. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address: string;
      /** @description The checks to run. Default: all four. */
      checks?: components['schemas']['CheckName'][] | null;
      /**
       * @description ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo. Required for sanctions screening, so also without `checks`.
       * @example DE
       */
      country_code?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description The decision of a person. */
    DecideReview: {
      /** @description The decision. */
      decision: components['schemas']['ReviewVerdict'];
      /** @description The reason, stored with the decision. */
      note?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description An attestation to create. */
    CreateAttestation: {
      /**
       * @description The address that it is about. Send this or `owner`.
       * @example 0x52908400098527886E0F7030069857D2E4169EE7
       */
      address?: string | null;
      /**
       * @description The owner of wallets that it is about. Send this or `address`.
       * @example agent:procurement
       */
      owner?: string | null;
      /** @description The checks that you attest. */
      checks: components['schemas']['AttestedCheck'][];
      /**
       * @description ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo.
       * @example DE
       */
      country_code?: string | null;
      /** @description Names the case in your own system. */
      reference: string;
      /**
       * @description Until when it counts.
       * @example 2099-01-31T12:00:00.000Z
       */
      expires_at: string;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description The decision of a person. */
    DecideDeposit: {
      /** @description The decision. */
      decision: components['schemas']['DepositVerdict'];
      /** @description The reason, stored with the decision. */
      note?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description A webhook endpoint to create. */
    CreateWebhookEndpoint: {
      /**
       * @description `https`; in the sandbox `http` too. No credentials, and no address that is private, link-local, multicast, unspecified or carrier-grade NAT; loopback for test keys, where the operator allows it, and over `http` for live keys on local chains.
       * @example https://example.com/webhooks
       */
      url: string;
      /** @description The event types to send. Default: all. */
      events?: components['schemas']['EventType'][] | null;
      /** @description A note for people. */
      description?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Omitted fields stay as they are. */
    UpdateWebhookEndpoint: {
      /**
       * @description `https`; in the sandbox `http` too. No credentials, and no address that is private, link-local, multicast, unspecified or carrier-grade NAT; loopback for test keys, where the operator allows it, and over `http` for live keys on local chains.
       * @example https://example.com/webhooks
       */
      url?: string | null;
      /** @description The types to send; `null`: all. */
      events?: components['schemas']['EventType'][] | null;
      /** @description A note for people; `null` removes it. */
      description?: string | null;
      /** @description Whether events are sent. */
      status?: components['schemas']['EndpointStatus'] | null;
    };
    /** @description How long the previous secret also signs. */
    RotateWebhookSecret: {
      /**
       * @description Seconds for which the previous secret also signs, up to 7 days; 0: it stops at once. Default: 24 hours.
       * @example 86400
       */
      expires_in?: number | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description The body may be empty. */
    SendTestEvent: {
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Exactly one of `event_id`, `since`, and `from` with `to`. */
    ReplayEvents: {
      /**
       * @description This event alone.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      event_id?: string | null;
      /**
       * @description Every event after the one with this id.
       * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      since?: string | null;
      /**
       * @description Every event from this time on. ISO 8601 with a time zone, or a date.
       * @example 2026-01-31T12:00:00Z
       */
      from?: string | null;
      /**
       * @description Every event before this time.
       * @example 2026-01-31T13:00:00Z
       */
      to?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description What the key may do: no more than the calling key. */
    CreateApiKey: {
      /** @description A name for people. */
      name?: string | null;
      /** @description The plan, which sets the rate limits. Default: the plan of the calling key. */
      plan?: components['schemas']['Plan'] | null;
      /** @description What the key may do. Default: the scopes of the calling key, without `screenings:skip`, and for a key that is bound to wallets without `keys:write`. */
      scopes?: components['schemas']['Scope'][] | null;
      /**
       * @description When the key expires. Default: with the calling key.
       * @example 2027-01-31T12:00:00Z
       */
      expires_at?: string | null;
      /**
       * @description IP addresses and CIDR ranges that the key may be used from. Default: those of the calling key.
       * @example [
       *       "203.0.113.0/24"
       *     ]
       */
      ip_allow_list?: string[] | null;
      /** @description Binds the key to these wallets: it pays from them only, and sees only their objects. Default: the wallets of the calling key. */
      wallet_ids?: string[] | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description Only the name of a key can be changed. */
    UpdateApiKey: {
      /** @description A name for people; `null` removes it. */
      name: string | null;
    };
    /** @description How long the previous secret stays valid. */
    RotateApiKey: {
      /**
       * @description Seconds for which the previous secret stays valid, up to 7 days. Default: 0, so it is void at once.
       * @example 3600
       */
      expires_in?: number | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description The body may be empty. */
    CreateSession: Record<string, never>;
    /** @description The new role and status. */
    SetMember: {
      /**
       * @description The role; `null`: none. If the identity provider gives a role, it has to be that one.
       * @example viewer
       */
      role: components['schemas']['Role'] | null;
      /** @description Whether the member may sign in. Default: `active`. */
      status?: components['schemas']['MemberStatus'] | null;
    };
    /** @description The body may be empty. */
    RedriveDeadLetter: {
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /** @description A credit to simulate. */
    UseFaucet: {
      /** @description The chain. */
      chain: components['schemas']['Chain'];
      /** @description The stablecoin. Default: `USDC`. */
      currency?: components['schemas']['Currency'] | null;
      /**
       * @description Greater than zero, and at most the largest payment.
       * @example 500.00
       */
      amount: string;
      /**
       * @description Id of the wallet to credit, on the same chain. Default: the treasury.
       * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
       */
      wallet?: string | null;
      /**
       * @description The sender, who is screened before the money is available. Default: a sender of the sandbox that is not screened.
       * @example 0x000000000000000000000000000000000000d001
       */
      from?: string | null;
      /**
       * @description Makes the request safe to send again: see the header `Idempotency-Key`, which does the same.
       * @example order-1042
       */
      idempotency_key?: string | null;
    };
    /**
     * @description A chain.
     * @enum {string}
     */
    Chain: 'base' | 'ethereum' | 'solana';
    /**
     * @description A chain, or `auto` for the best one.
     * @enum {string}
     */
    ChainOrAuto: 'auto' | 'base' | 'ethereum' | 'solana';
    /**
     * @description A stablecoin.
     * @enum {string}
     */
    Currency: 'USDC' | 'EURC';
    /**
     * @description Whether to screen.
     * @enum {string}
     */
    ComplianceMode: 'auto' | 'skip';
    /**
     * @description A check of a screening.
     * @enum {string}
     */
    CheckName: 'kyc' | 'aml' | 'sanctions' | 'travel_rule';
    /**
     * @description A check that you can attest.
     * @enum {string}
     */
    AttestedCheck: 'kyc' | 'travel_rule';
    /**
     * @description Whose payments are compared with earlier ones.
     *
     *     - `bound_keys`: Those of API keys that are bound to wallets.
     *     - `all`: Everybody's.
     *     - `off`: Nobody's.
     * @enum {string}
     */
    DuplicateGuard: 'bound_keys' | 'all' | 'off';
    /**
     * @description The decision of a review.
     *
     *     - `clear`: The result becomes `cleared`, and waiting payments continue.
     *     - `block`: The result becomes `blocked`, and waiting payments fail.
     * @enum {string}
     */
    ReviewVerdict: 'clear' | 'block';
    /**
     * @description The decision on a held deposit.
     *
     *     - `clear`: Its money is available.
     *     - `keep`: Its money stays held permanently.
     * @enum {string}
     */
    DepositVerdict: 'clear' | 'keep';
    /**
     * @description A type of events.
     * @enum {string}
     */
    EventType:
      | 'payment.settled'
      | 'payment.failed'
      | 'payment.compliance_blocked'
      | 'payment.in_review'
      | 'payment.awaiting_approval'
      | 'payment.waiting'
      | 'wallet.activated'
      | 'wallet.funded'
      | 'wallet.spend_limit_reached'
      | 'treasury.low_balance'
      | 'compliance.match_found'
      | 'deposit.held'
      | 'deposit.released'
      | 'rules.published'
      | 'webhook_endpoint.disabled';
    /**
     * @description Whether events are sent.
     *
     *     - `enabled`: Events are sent, from the next one on.
     *     - `disabled`: Nothing is sent.
     * @enum {string}
     */
    EndpointStatus: 'enabled' | 'disabled';
    /**
     * @description The plan, which sets the rate limits.
     *
     *     - `scale`: 100 payments per second.
     *     - `enterprise`: 1,000 payments per second, and `compliance: "skip"`.
     * @enum {string}
     */
    Plan: 'scale' | 'enterprise';
    /**
     * @description What a key may do.
     * @enum {string}
     */
    Scope:
      | 'payments:write'
      | 'payments:read'
      | 'wallets:write'
      | 'wallets:read'
      | 'approvals:write'
      | 'treasury:write'
      | 'treasury:read'
      | 'screenings:write'
      | 'screenings:skip'
      | 'compliance:write'
      | 'compliance:read'
      | 'webhooks:write'
      | 'webhooks:read'
      | 'events:read'
      | 'keys:write'
      | 'keys:read'
      | 'members:write'
      | 'members:read'
      | 'policies:write'
      | 'policies:read'
      | 'audit:read'
      | 'system:write'
      | 'system:read';
    /**
     * @description What a person may do.
     * @enum {string}
     */
    Role: 'administrator' | 'approver' | 'reviewer' | 'operator' | 'developer' | 'viewer';
    /**
     * @description Whether a person has access.
     *
     *     - `active`: The role counts.
     *     - `disabled`: The person cannot sign in, and sessions end within a second.
     * @enum {string}
     */
    MemberStatus: 'active' | 'disabled';
    /**
     * @description What to add to the wallet: `onchain`, its state at a final block.
     * @enum {string}
     */
    WalletExpansion: 'onchain';
    /**
     * @description A kind of ledger entries.
     * @enum {string}
     */
    LedgerKind:
      'opened' | 'credited' | 'held' | 'released' | 'reserved' | 'posted' | 'voided' | 'returned' | 'network_fee';
    /**
     * @description How long each interval of statistics is.
     * @enum {string}
     */
    StatsInterval: 'hour' | 'day';
    /**
     * @description What a rule does.
     *
     *     - `allow`: No later rule and no `otherwise` denies the payment.
     *     - `deny`: The payment fails with `rule_denied`.
     *     - `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in that time above `max` or `max_payments`.
     *     - `require`: The payment waits for approvals.
     * @enum {string}
     */
    RuleEffect: 'allow' | 'deny' | 'limit' | 'require';
    /**
     * @description Which payments a limit with `within_hours` adds up.
     *
     *     - `payer`: All of the treasury, or of one wallet.
     *     - `creator`: Those of them that one API key or member creates.
     *     - `recipient`: Those of them to one address.
     * @enum {string}
     */
    LimitPer: 'payer' | 'creator' | 'recipient';
    /**
     * @description A day of the week.
     * @enum {string}
     */
    Weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
  };
  responses: {
    /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
    InvalidRequest: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description `unauthorized`: The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request. */
    Unauthorized: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person. */
    InsufficientScope: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request. */
    IdempotencyConflict: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored. */
    RateLimited: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
    /** @description `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key. */
    InternalError: {
      headers: {
        'svc-request-id': components['headers']['svc-request-id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ApiError'];
      };
    };
  };
  parameters: {
    /**
     * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
     * @example order-1042
     */
    IdempotencyKey: string;
    /**
     * @description Id of the last event that you have handled. The stream continues after it. Browsers send it when they reconnect.
     * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
     */
    LastEventId: string;
    /**
     * @description How long to wait for the outcome (RFC 7240): `wait=N` waits up to N seconds, at most 30; `respond-async` returns at once. Default: 10 seconds.
     * @example wait=5
     */
    Prefer: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Identifies the request in the service's log. Quote it when you ask for help.
     * @example req_01JZ8Q4M6T3W9XKB2N5RDVC7HE
     */
    'svc-request-id': string;
    /**
     * @description The limit that the request counts against: requests (`q`) per seconds (`w`), by name.
     * @example "payments";q=100;w=1
     */
    'RateLimit-Policy': string;
    /**
     * @description The requests left (`r`), and the seconds (`t`) until all are available again.
     * @example "payments";r=499;t=1
     */
    RateLimit: string;
    /**
     * @description Seconds after which the request can be sent again.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description `true` if the response belongs to an earlier request with the same idempotency key. Otherwise absent.
     * @example true
     */
    'svc-idempotent-replayed': string;
    /**
     * @description The preference that was applied. Present only if the request had the header `Prefer`.
     * @example wait=5
     */
    'Preference-Applied': string;
    /**
     * @description Sets or removes a cookie of the sign-in.
     * @example svc_session=…; Path=/; HttpOnly; SameSite=Strict
     */
    'Set-Cookie': string;
    /**
     * @description The redirect target.
     * @example https://login.example.com/authorize?client_id=…
     */
    Location: string;
    /**
     * @description How to authenticate.
     * @example Bearer
     */
    'WWW-Authenticate': string;
  };
  pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
  listPayments: {
    parameters: {
      query?: {
        /**
         * @description Only with this status.
         * @example settled
         */
        status?: 'pending' | 'settled' | 'failed';
        /**
         * @description Only at this stage.
         * @example confirming
         */
        stage?:
          | 'screening'
          | 'awaiting_approval'
          | 'reserving'
          | 'waiting'
          | 'held'
          | 'queued'
          | 'broadcast'
          | 'confirming'
          | 'done';
        /**
         * @description Only on this chain.
         * @example base
         */
        chain?: components['schemas']['Chain'];
        /**
         * @description Only to this address.
         * @example 0x52908400098527886E0F7030069857D2E4169EE7
         */
        to?: string;
        /**
         * @description Only from the wallet with this id.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        wallet?: string;
        /**
         * @description Only the payment that was created with this key.
         * @example order-1042
         */
        idempotency_key?: string;
        /**
         * @description Only with this metadata: `metadata[order]=1042`. All given keys have to match.
         * @example {
         *       "order": "1042"
         *     }
         */
        metadata?: {
          [key: string]: string;
        };
        /**
         * @description Only payments with this id, idempotency key, transaction hash, recipient, memo, word of the memo, or value of the metadata. Only exact matches count. Memo and metadata are matched case-insensitively, and a word of the memo without the punctuation around it.
         * @example 1042
         */
        search?: string;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of payments. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentList'];
          'text/csv': string;
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createPayment: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description How long to wait for the outcome (RFC 7240): `wait=N` waits up to N seconds, at most 30; `respond-async` returns at once. Default: 10 seconds.
         * @example wait=5
         */
        Prefer?: components['parameters']['Prefer'];
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePayment'];
      };
    };
    responses: {
      /** @description The idempotency key was used before with the same parameters: the payment in its current state. A refused payment returns its refusal instead. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      /** @description The payment has ended. */
      201: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      /** @description The payment exists and is not decided yet. */
      202: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description `insufficient_balance`: No single chain holds enough for the payment. Fund the treasury or the wallet, then pay with a new idempotency key. */
      402: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `compliance_blocked`: Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.
       *     - `rule_denied`: A rule of the account denies the payment. `message` names it. Pay otherwise, or publish other rules, with a new idempotency key.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `possible_duplicate`: An earlier payment has the same recipient, amount, currency and payer: `payment_id` names it. Read that payment; for a second one set `confirm_distinct` to true. Nothing was stored.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request. */
      422: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the payment.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  cancelPayment: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the payment.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CancelPayment'];
      };
    };
    responses: {
      /** @description It is canceled. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  simulatePayment: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePayment'];
      };
    };
    responses: {
      /** @description Every chain, with its verdict for this payment. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Simulation'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request. */
      422: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getPaymentTimeline: {
    parameters: {
      query?: {
        /**
         * @description What the timeline has beside the payment itself: `screening`, the results with their evidence (takes `compliance:read`), `deliveries`, the attempts to deliver its events to webhook endpoints (takes `webhooks:read`), or both with a comma.
         * @example screening,deliveries
         */
        expand?: 'screening' | 'deliveries' | 'screening,deliveries' | 'deliveries,screening';
      };
      header?: never;
      path: {
        /**
         * @description Id of the payment.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The timeline. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getStats: {
    parameters: {
      query?: {
        /**
         * @description Starts with the interval that contains this time. Default: one day before `to`; with `interval=day`, 30 days.
         * @example 2026-01-31T00:00:00Z
         */
        from?: string;
        /**
         * @description Ends before this time, with the interval that contains the last moment. Default: now. At most 31 days after `from`, with `interval=day` 366 days.
         * @example 2026-02-01T00:00:00Z
         */
        to?: string;
        /**
         * @description Length of each interval. A day begins at midnight UTC. Default: `hour`.
         * @example day
         */
        interval?: components['schemas']['StatsInterval'];
        /**
         * @description Only payments on this chain. A payment then counts as created once it has ended there.
         * @example base
         */
        chain?: components['schemas']['Chain'];
        /**
         * @description Only payments in this currency. `fees` is `null` then: one transaction may carry both currencies.
         * @example USDC
         */
        currency?: components['schemas']['Currency'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The statistics. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentStats'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listWallets: {
    parameters: {
      query?: {
        /**
         * @description Only on this chain.
         * @example base
         */
        chain?: components['schemas']['Chain'];
        /**
         * @description Only of this owner.
         * @example agent:procurement
         */
        owner?: string;
        /**
         * @description Only with this metadata: `metadata[order]=1042`. All given keys have to match.
         * @example {
         *       "order": "1042"
         *     }
         */
        metadata?: {
          [key: string]: string;
        };
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of wallets. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WalletList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createWallet: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWallet'];
      };
    };
    responses: {
      /** @description The idempotency key was used before with the same parameters: the wallet in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
      /** @description The wallet. */
      201: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
      /** @description A person has to decide whether the owner is verified, with `POST /v1/compliance/checks/{ref}/decision`; `compliance_ref` is the ref. `wallet.activated` is sent when the owner is cleared. */
      202: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Wallet'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `compliance_blocked`: Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      409: components['responses']['IdempotencyConflict'];
      /** @description `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request. */
      422: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createWallets: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWallets'];
      };
    };
    responses: {
      /** @description A wallet or an error for each. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWallets'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      409: components['responses']['IdempotencyConflict'];
      /** @description `chain_unavailable`: The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new idempotency key. Without one, nothing was stored and the chain is not configured for this request. */
      422: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getWallet: {
    parameters: {
      query?: {
        /**
         * @description What to add to the wallet.
         * @example onchain
         */
        expand?: components['schemas']['WalletExpansion'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the wallet.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The wallet. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpandedWallet'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listWalletLedger: {
    parameters: {
      query?: {
        /**
         * @description Only entries of this kind.
         * @example posted
         */
        kind?: components['schemas']['LedgerKind'];
        /**
         * @description Only entries of the payment with this id.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        payment_id?: string;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example led_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the wallet.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntryList'];
          'text/csv': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        /**
         * @description Only with this status.
         * @example pending
         */
        status?: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled';
        /**
         * @description Only of the wallet with this id.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        wallet?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of approvals. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApprovalList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getApproval: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the approval.
         * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The approval. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  approvePayment: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the approval.
         * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ApprovePayment'];
      };
    };
    responses: {
      /** @description The approval in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person. */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  rejectPayment: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the approval.
         * @example apr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DecideApproval'];
      };
    };
    responses: {
      /** @description The approval in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getPolicies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The policies. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Policies'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  updatePolicies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdatePolicies'];
      };
    };
    responses: {
      /** @description The current policies. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Policies'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getRules: {
    parameters: {
      query?: {
        /**
         * @description A published version, also an earlier one. Default: the version in force.
         * @example 3
         */
        version?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rules'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createRuleDraft: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateRuleDraft'];
      };
    };
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleDraft'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getRuleDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the draft.
         * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleDraft'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  updateRuleDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the draft.
         * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateRuleDraft'];
      };
    };
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleDraft'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  discardRuleDraft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the draft.
         * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The draft does not exist any more. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DiscardedRuleDraft'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  agreeToRuleDraft: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the draft.
         * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AgreeToRuleDraft'];
      };
    };
    responses: {
      /** @description The draft. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleDraft'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      /** @description `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person. */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  publishRuleDraft: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the draft.
         * @example rdr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PublishRuleDraft'];
      };
    };
    responses: {
      /** @description The rules in force; a later version is in `scheduled`. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rules'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getTreasuryBalance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balance. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TreasuryBalance'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getBalanceHistory: {
    parameters: {
      query?: {
        /**
         * @description Starts with the interval that contains this time. Default: one day before `to`; with `interval=day`, 30 days.
         * @example 2026-01-31T00:00:00Z
         */
        from?: string;
        /**
         * @description Ends before this time. Default: now. At most 31 days after `from`, with `interval=day` 366 days.
         * @example 2026-02-01T00:00:00Z
         */
        to?: string;
        /**
         * @description Length of each interval. A day begins at midnight UTC. Default: `hour`.
         * @example day
         */
        interval?: components['schemas']['StatsInterval'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balances. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BalanceHistory'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getReconciliation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The comparison. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TreasuryReconciliation'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getTreasurySettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TreasurySettings'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  updateTreasurySettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateTreasurySettings'];
      };
    };
    responses: {
      /** @description The current settings. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TreasurySettings'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listLedgerEntries: {
    parameters: {
      query?: {
        /**
         * @description Only entries of this kind.
         * @example posted
         */
        kind?: components['schemas']['LedgerKind'];
        /**
         * @description Only entries of the payment with this id.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        payment_id?: string;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example led_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntryList'];
          'text/csv': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  checkCompliance: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckAddress'];
      };
    };
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceResult'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      409: components['responses']['IdempotencyConflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listComplianceResults: {
    parameters: {
      query?: {
        /**
         * @description Only with this status.
         * @example review
         */
        status?: 'cleared' | 'review' | 'blocked';
        /**
         * @description Only about this address.
         * @example 0x52908400098527886E0F7030069857D2E4169EE7
         */
        address?: string;
        /**
         * @description Only about this owner of wallets.
         * @example agent:procurement
         */
        owner?: string;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of results. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceResultList'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getComplianceResult: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Ref of the result.
         * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        ref: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceResult'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  decideReview: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Ref of the result.
         * @example cpl_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        ref: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideReview'];
      };
    };
    responses: {
      /** @description The result in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComplianceResult'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listAttestations: {
    parameters: {
      query?: {
        /**
         * @description Only about this address.
         * @example 0x52908400098527886E0F7030069857D2E4169EE7
         */
        address?: string;
        /**
         * @description Only about this owner of wallets.
         * @example agent:procurement
         */
        owner?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example att_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of attestations. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AttestationList'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createAttestation: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAttestation'];
      };
    };
    responses: {
      /** @description The attestation. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Attestation'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      409: components['responses']['IdempotencyConflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getAttestation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the attestation.
         * @example att_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The attestation. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Attestation'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  revokeAttestation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the attestation.
         * @example att_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The attestation in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Attestation'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listDeposits: {
    parameters: {
      query?: {
        /**
         * @description Only with this status.
         * @example held
         */
        status?: 'screening' | 'held' | 'released' | 'kept';
        /**
         * @description Only to the wallet with this id.
         * @example wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        wallet?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deposits. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DepositList'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getDeposit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the deposit.
         * @example dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The deposit. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deposit'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  decideDeposit: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the deposit.
         * @example dep_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideDeposit'];
      };
    };
    responses: {
      /** @description The deposit in its current state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deposit'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of endpoints. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description The endpoint with its secret, which is shown this once. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointWithSecret'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is deleted. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecret'];
      };
    };
    responses: {
      /** @description The endpoint with its secret, which is shown this once. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointWithSecret'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      409: components['responses']['IdempotencyConflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  sendTestEvent: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SendTestEvent'];
      };
    };
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Only with this status.
         * @example failed
         */
        status?: 'pending' | 'delivered' | 'failed';
        /**
         * @description Only of the event with this id.
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        event_id?: string;
        /**
         * @description Only of events of the payment with this id.
         * @example pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        payment_id?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryList'];
          'text/csv': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the delivery.
         * @example whd_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryWithBody'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  replayEvents: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the webhook endpoint.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ReplayEvents'];
      };
    };
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /**
         * @description Only of this type.
         * @example payment.settled
         */
        type?:
          | 'payment.settled'
          | 'payment.failed'
          | 'payment.compliance_blocked'
          | 'payment.in_review'
          | 'payment.awaiting_approval'
          | 'payment.waiting'
          | 'wallet.activated'
          | 'wallet.funded'
          | 'wallet.spend_limit_reached'
          | 'treasury.low_balance'
          | 'compliance.match_found'
          | 'deposit.held'
          | 'deposit.released'
          | 'rules.published'
          | 'webhook_endpoint.disabled'
          | 'webhook.test';
        /**
         * @description `desc`: the newest first, which is the default. `asc`: the oldest first.
         * @example asc
         */
        order?: 'asc' | 'desc';
        /**
         * @description How long to wait for an event, in seconds. Requires `order=asc`.
         * @example 5
         */
        wait?: number;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEventList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        /**
         * @description The stream starts after this event. Default: with the next event. The header `Last-Event-ID` takes precedence.
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: {
        /**
         * @description Id of the last event that you have handled. The stream continues after it. Browsers send it when they reconnect.
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'Last-Event-ID'?: components['parameters']['LastEventId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The events that follow. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the event.
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEvent'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of API keys. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      /** @description The API key with its secret, which is shown this once. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyWithSecret'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the API key, not the key itself.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The API key. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKey'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the API key, not the key itself.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is revoked. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  updateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the API key, not the key itself.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateApiKey'];
      };
    };
    responses: {
      /** @description The API key. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKey'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the API key, not the key itself.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateApiKey'];
      };
    };
    responses: {
      /** @description The API key with its secret, which is shown this once. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyWithSecret'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      /**
       * @description - `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person.
       *     - `plan_required`: The plan of the API key does not include this. Use a key of the Enterprise plan.
       */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateSession'];
      };
    };
    responses: {
      /** @description The session, with its CSRF token. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  endSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The session, or the API key. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Deleted'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of members. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  setMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the member.
         * @example usr_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetMember'];
      };
    };
    responses: {
      /** @description The member. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person. */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`. */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /**
         * @description Only of this actor: the id of an API key or user, `system` or `unknown`.
         * @example key_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        actor?: string;
        /**
         * @description Only this action.
         * @example api_key.created
         */
        action?:
          | 'payment.created'
          | 'payment.canceled'
          | 'payment.resumed'
          | 'payment.screening_skipped'
          | 'wallet.created'
          | 'wallet.credited'
          | 'wallet.transfer_booked'
          | 'approval.approved'
          | 'approval.rejected'
          | 'treasury.credited'
          | 'treasury.transfer_booked'
          | 'treasury.settings_updated'
          | 'deposit.cleared'
          | 'deposit.kept'
          | 'policies.updated'
          | 'rules.drafted'
          | 'rules.draft_changed'
          | 'rules.draft_discarded'
          | 'rules.agreed'
          | 'rules.published'
          | 'compliance_check.created'
          | 'compliance_check.decided'
          | 'attestation.created'
          | 'attestation.revoked'
          | 'webhook_endpoint.created'
          | 'webhook_endpoint.updated'
          | 'webhook_endpoint.enabled'
          | 'webhook_endpoint.disabled'
          | 'webhook_endpoint.deleted'
          | 'webhook_endpoint.secret_rotated'
          | 'webhook_endpoint.tested'
          | 'webhook_endpoint.replayed'
          | 'api_key.created'
          | 'api_key.updated'
          | 'api_key.rotated'
          | 'api_key.revoked'
          | 'api_key.refused'
          | 'api_key.used_from_new_address'
          | 'session.created'
          | 'session.ended'
          | 'session.all_ended'
          | 'session.refused'
          | 'member.created'
          | 'member.updated'
          | 'dead_letter.redriven'
          | 'member.refused'
          | 'member.used_from_new_address';
        /**
         * @description Only of the object with this id.
         * @example whe_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        object?: string;
        /**
         * @description Only what was created after this time. A date begins at midnight UTC.
         * @example 2026-01-31T12:00:00.000Z
         */
        created_after?: string;
        /**
         * @description Only what was created before this time.
         * @example 2026-02-01T12:00:00.000Z
         */
        created_before?: string;
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example aud_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditLogEntryList'];
          'text/csv': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getSystem: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['System'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  listDeadLetters: {
    parameters: {
      query?: {
        /**
         * @description Only those of this service.
         * @example payment
         */
        consumer?: 'gateway' | 'payment' | 'wallet' | 'compliance' | 'treasury' | 'webhook';
        /**
         * @description Objects per page, from 1 to 100. Default: 20.
         * @example 20
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page, or the id of an object of the list: the page begins after it.
         * @example dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        starting_after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of dead letters. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeadLetterList'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  redriveDeadLetter: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /**
         * @description Id of the dead letter.
         * @example dlt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RedriveDeadLetter'];
      };
    };
    responses: {
      /** @description The result. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redriven'];
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      409: components['responses']['IdempotencyConflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  useFaucet: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes the request safe to repeat. Repeating it with the same parameters executes nothing and returns the original object in its current state; other parameters are 409 `idempotency_conflict`. The scope of a key is account, mode and operation. Keys of payments never expire, others after 30 days. Send the key in this header, as `idempotency_key` in the body, or the same key in both. The header may be a quoted string: `"order-1042"` and `order-1042` are one key. PATCH and DELETE take no key.
         * @example order-1042
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UseFaucet'];
      };
    };
    responses: {
      /** @description The transfer. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'svc-idempotent-replayed': components['headers']['svc-idempotent-replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FaucetReceipt'];
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['InsufficientScope'];
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /**
       * @description - `idempotency_conflict`: The idempotency key was used with other parameters. Use a new key for a new request.
       *     - `invalid_state`: The object's current state, or a limit of the account, does not allow this. Read `message`.
       */
      409: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
    };
  };
  getSignInMethods: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The ways to sign in. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInMethods'];
        };
      };
    };
  };
  startSignIn: {
    parameters: {
      query?: {
        /**
         * @description A path of this service to which the browser is redirected.
         * @example /docs
         */
        return_to?: string;
        /**
         * @description Whether the session is for live mode. Default: `false`, the sandbox.
         * @example true
         */
        livemode?: 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the identity provider. */
      302: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          Location: components['headers']['Location'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored. */
      429: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key. */
      500: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
    };
  };
  finishSignIn: {
    parameters: {
      query?: {
        /**
         * @description From the provider.
         * @example SplxlOBeZQQYbYS6WxSbIA
         */
        code?: string;
        /**
         * @description From the provider.
         * @example af0ifjsldkj
         */
        state?: string;
        /**
         * @description From the provider.
         * @example https://login.example.com
         */
        iss?: string;
        /**
         * @description From the provider, in place of a code.
         * @example access_denied
         */
        error?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page that redirects to `return_to`. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description `invalid_request`: A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored. */
      400: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `unauthorized`: The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request. */
      401: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks the scope, is bound to other wallets, or a policy requires another person. */
      403: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `not_found`: The object does not exist, or belongs to another account or the other mode. */
      404: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `rate_limited`: Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored. */
      429: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
      /** @description `internal_error`: The service failed or timed out, and the request may have been executed. Retry with the same idempotency key. */
      500: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiError'];
        };
      };
    };
  };
  isLive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Liveness'];
        };
      };
    };
  };
  isReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description They should. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
      /** @description Not ready: a part is missing, or the service is stopping. */
      503: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
    };
  };
  getOpenApiDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenApiDocument'];
        };
      };
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          'svc-request-id': components['headers']['svc-request-id'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  onPaymentSettled: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentSettledEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentFailed: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentFailedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentComplianceBlocked: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentComplianceBlockedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentInReview: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentInReviewEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentAwaitingApproval: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentAwaitingApprovalEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentWaiting: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaymentWaitingEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWalletActivated: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletActivatedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWalletFunded: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletFundedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWalletSpendLimitReached: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletSpendLimitReachedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTreasuryLowBalance: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TreasuryLowBalanceEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onComplianceMatchFound: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ComplianceMatchFoundEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDepositHeld: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DepositHeldEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDepositReleased: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DepositReleasedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onRulesPublished: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RulesPublishedEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookEndpointDisabled: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointDisabledEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookTest: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.
         * @example t=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        'svc-signature': string;
        /**
         * @description Id of the event (Standard Webhooks).
         * @example evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE
         */
        'webhook-id': string;
        /**
         * @description When it was sent, in unix seconds (Standard Webhooks).
         * @example 1769860800
         */
        'webhook-timestamp': string;
        /**
         * @description `v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, separated by a space (Standard Webhooks).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookTestEvent'];
      };
    };
    responses: {
      /** @description Disables the endpoint: no more events are sent. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Received. Respond within 15 seconds, before you process the event. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not received: the event is sent again later. `Retry-After` is honored. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
