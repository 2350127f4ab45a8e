/** What keeps a collection from growing without end. */
export interface Bound {
  /** The bound; names in backticks are constants or options of the source. */
  readonly bound: string;
  /** The row of the table "Queues" in `docs/operations.md`, for what fills up with traffic. */
  readonly queue?: string;
}

const most = (name: string, queue?: string): Bound => ({
  bound: `\`${name}\``,
  ...(queue === undefined ? {} : { queue }),
});
const by = (bound: string, queue?: string): Bound => ({ bound, ...(queue === undefined ? {} : { queue }) });
const ONE_EACH = by('one entry for each of a kind that the code or the configuration names');
const BATCH = by('one batch of a read model');
const STATE = by('the state of one stream: what is reserved at present');
const LISTED = by('the bytes of a list: `LIST_BYTES_MAX`');
const WORKERS = by('runs of a worker at one time: `concurrency`');

/** Every collection of the product that can grow, by file and name, and what bounds it. `bounds.spec.ts` holds it. */
export const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  'apps/compliance/src/adapters/chain-flags.ts': {
    'ChainFlags.#reading': by('screenings whose providers are asked at one time: `CHECKS_AT_ONCE`'),
  },
  'apps/compliance/src/adapters/sanctions-list/parsed-list.ts': {
    'AddressCollector.addresses': by('the bytes of a list: `LIST_BYTES_MAX`'),
    'AddressCollector.ignoredLines': most('IGNORED_LINES_MAX'),
    'AddressCollector.unread': most('UNREAD_MAX'),
  },
  'apps/compliance/src/adapters/sanctions-list/read-list.ts': { 'PlainParser.#parts': most('PLAIN_BYTES_MAX') },
  'apps/compliance/src/adapters/sanctions-list/sanctions-list.ts': {
    'SanctionsList.#current': ONE_EACH,
    'SanctionsList.#refused': ONE_EACH,
  },
  'apps/compliance/src/adapters/sanctions-list/sdn-parser.ts': {
    'SdnParser.#path': most('DEPTH_MAX'),
    'ClassicReader.#names': LISTED,
    'ClassicReader.#programs': LISTED,
    'ClassicReader.#ids': LISTED,
    'ClassicReader.#others': LISTED,
    'AdvancedReader.#assets': LISTED,
    'AdvancedReader.#programs': LISTED,
    'AdvancedReader.#issued': by('three parts of a date'),
    'AdvancedReader.#name': LISTED,
  },
  'apps/gateway/src/waiting/payment-waiters.ts': {
    'PaymentWaiters.#watches': most('WAITING_MAX', 'Requests that wait for their payment'),
  },
  'apps/gateway/src/waiting/wakeups.ts': {
    'Wakeups.#waiting': most('WAITING_MAX', 'Other requests that wait for their outcome'),
  },
  'apps/access/src/application/policies.ts': { 'Policies.#known': most('POLICIES_IN_MEMORY') },
  'apps/gateway/src/application/rules-needs.ts': { 'RulesNeeds.#known': most('ACCOUNTS_IN_MEMORY') },
  'apps/payment/src/application/rules-in-force.ts': { 'RulesInForce.#known': most('RULES_IN_MEMORY') },
  'apps/payment/src/domain/rule-conditions.ts': {
    formats: by('the time zones that Node.js knows, each in one spelling'),
  },
  'apps/access/src/application/access-record.ts': { 'AccessRecord.#known': most('KNOWN_MAX') },
  'apps/access/src/application/authenticator.ts': {
    'Authenticator.#known': most('KEYS_IN_MEMORY'),
    'Authenticator.#reading': by('requests that are being authenticated: one read for each key'),
  },
  'apps/access/src/application/key-uses.ts': {
    'KeyUses.#pending': by('API keys that were used within `FLUSH_EVERY_MS`'),
  },
  'libs/host/src/limits/bounded-map.ts': { 'BoundedMap.#entries': by('its `capacity`') },
  'apps/gateway/src/http/fields.ts': { collected: ONE_EACH, declared: ONE_EACH, documented: ONE_EACH },
  'apps/gateway/src/http/read-input.ts': { validators: ONE_EACH },
  'apps/gateway/src/limits/admission.ts': {
    'Admission.#slots': most('slotsMax', 'Requests in progress'),
    'Admission.#queue': most('queueMax', 'Requests that wait for their turn'),
  },
  'apps/gateway/src/limits/open-streams.ts': { 'OpenStreams.#open': most('totalMax') },
  'libs/host/src/limits/memory-bucket-store.ts': { 'MemoryBucketStore.#buckets': by('its `capacity`, 10,000') },
  'apps/access/src/application/session-authenticator.ts': {
    'SessionAuthenticator.#known': most('SESSIONS_IN_MEMORY'),
    'SessionAuthenticator.#touched': most('SESSIONS_IN_MEMORY'),
  },
  'apps/payment/src/application/chain-spans.ts': {
    'ChainSpans.#spans': by('authorizations that one submission carries: `SUBMISSION_SIZE`'),
  },
  'apps/payment/src/application/earlier-uses.ts': { 'EarlierUses.#finalAt': ONE_EACH },
  'apps/payment/src/application/known-screenings.ts': { 'KnownScreenings.#cleared': most('KEPT') },
  'apps/payment/src/application/submission-tracker.ts': { 'SubmissionTracker.#tracked': most('TRACKED_MAX') },
  'apps/payment/src/application/orders.ts': { 'Orders.#orders': most('KEPT') },
  'apps/payment/src/read-model/memory-payment-job-queue.ts': { 'MemoryPaymentJobQueue.#senders': ONE_EACH },
  'apps/treasury/src/application/chain-watch.ts': {
    'ChainWatch.#low': ONE_EACH,
    'ChainWatch.#transfersLeft': ONE_EACH,
  },
  'apps/treasury/src/application/posted-samples.ts': { 'PostedSamples.#samples': most('SAMPLES_MAX') },
  'apps/wallet/src/application/wallet-allowances.ts': {
    'WalletAllowances.#next': by('live wallets of a chain: `SOLANA_WALLETS_MAX`'),
    'WalletAllowances.#troubles': by('live wallets of a chain: `SOLANA_WALLETS_MAX`'),
  },
  'apps/wallet/src/application/wallet-reconciliation.ts': {
    'WalletReconciliation.#changed': most('CHANGED_MAX'),
    'WalletReconciliation.#differing': most('CHANGED_MAX'),
  },
  'apps/wallet/src/domain/spending-window.ts': {
    'SpendingWindow.#buckets': by('the seconds of `DAY_MS`'),
    'SpendingWindow.#open': STATE,
  },
  'apps/wallet/src/read-model/wallet-addresses.ts': {
    'WalletAddresses.#asked': by('messages in flight to the wallet service', 'Messages in flight to a consumer'),
  },
  'apps/webhook/src/adapters/webhook-sender.ts': {
    'WebhookSender.#pools': most('poolsMax'),
    'WebhookSender.#urls': most('URLS_MAX'),
    'WebhookSender.#continuing': most('CONTINUING_MAX'),
  },
  'apps/webhook/src/application/bounded-cache.ts': { 'BoundedCache.#values': by('its capacity') },
  'apps/webhook/src/application/deliver.ts': { 'Deliveries.#keys': most('KEYS_MAX') },
  'apps/webhook/src/application/endpoint-directory.ts': {
    'EndpointDirectory.#questions': by('accounts of the messages in flight', 'Messages in flight to a consumer'),
  },
  'apps/webhook/src/application/concurrency-limiter.ts': {
    'ConcurrencyLimiter.#byAccount': by('accounts of the calls under way: `CALLS_AT_ONCE`'),
    'ConcurrencyLimiter.#lines': most('ENDPOINTS_MAX'),
  },
  'libs/chains/src/evm/accounts/payer-watch.ts': { 'PayerWatch.#reasons': ONE_EACH },
  'libs/chains/src/evm/stuck-submissions.ts': { 'StuckSubmissions.#since': most('STUCK_MAX') },
  'libs/chains/src/evm/latest-reads.ts': { 'LatestReads.#asked': by('questions of one turn of the event loop') },
  'libs/chains/src/evm/observation/block-times.ts': { 'BlockTimes.#times': most('TIMES_MAX') },
  'libs/chains/src/evm/observation/transfer-observer.ts': {
    'TransferObserver.#reading': by('two: one for each `patience`'),
  },
  'libs/chains/src/evm/wallets/deployed-wallets.ts': { 'DeployedWallets.#known': most('DEPLOYED_MAX') },
  'libs/chains/src/guarded-chain.ts': { 'GuardedChain.#failed': most('FAILED_MAX'), 'GuardedChain.#quoted': ONE_EACH },
  'libs/chains/src/signer/kms/concurrency-limit.ts': { 'ConcurrencyLimit.#waiting': WORKERS },
  'libs/chains/src/solana/accounts/mention-walks.ts': { 'MentionWalks.#walks': most('WALKS_MAX') },
  'libs/chains/src/solana/observation/earlier-uses.ts': { 'EarlierUses.#searched': most('SEARCHES_MAX') },
  'libs/chains/src/solana/submission/compute-units.ts': { 'ComputeUnits.#share': ONE_EACH },
  'libs/chains/src/simulated/journal.ts': {
    'Journal.#first': by('transfers of a run: only tests ask for a journal of the sandbox'),
  },
  'libs/chains/src/solana/accounts/associated-accounts.ts': { 'AssociatedAccounts.#known': most('ACCOUNTS_MAX') },
  'libs/chains/src/solana/batcher.ts': { 'Batcher.#waiting': by('questions of one turn of the event loop') },
  'libs/chains/src/solana/accounts/recipients.ts': { 'RecipientReader.#known': most('KNOWN_MAX') },
  'libs/chains/src/rpc/endpoint-watch.ts': { 'EndpointWatch.#loggedAt': ONE_EACH },
  'libs/chains/src/solana/observation/transfer-observer.ts': {
    'TransferObserver.#seen': most('SEEN_MAX'),
    'TransferObserver.#times': most('TIMES_MAX'),
  },
  'libs/contracts/src/address.ts': { spelled: most('SPELLED_MAX') },
  'libs/contracts/src/ids.ts': { shifts: ONE_EACH },
  'libs/event-sourcing/src/command/stream-states.ts': { 'StreamStates.#cache': most('cacheSize') },
  'libs/event-sourcing/src/command/remembered-commands.ts': {
    'RememberedCommands.#applied': most('rememberMax', 'Commands that a stream remembers'),
    'RememberedCommands.#unconfirmed': by('one append'),
  },
  'libs/event-sourcing/src/command/snapshot-writer.ts': {
    'SnapshotWriter.#writing': by('streams in memory, one each'),
  },
  'libs/event-sourcing/src/command/stream-queues.ts': {
    'StreamQueues.#idle': by('who waits for a stop'),
    'StreamQueues.#queues': most('maxWaiting', 'Commands and questions that wait for their stream'),
  },
  'libs/event-sourcing/src/projection/position-waiter.ts': {
    'PositionWaiter.#waiters': by('answers of requests that wait', 'Other requests that wait for their outcome'),
  },
  'libs/stores/src/postgres/pool.ts': { 'ReadModelPool.#names': most('PREPARED_MAX') },
  'libs/event-sourcing/src/projection/projector.ts': { 'Projector.#listeners': ONE_EACH },
  'libs/event-sourcing/src/relay/ordering-keys.ts': {
    'OrderingKeys.#idle': by('who waits for a stop'),
    'OrderingKeys.#queues': most('maxInFlight', 'Events that a relay has published'),
    'OrderingKeys.#ready': most('maxInFlight', 'Events that a relay has published'),
  },
  'libs/stores/src/event-tail.ts': {
    'EventTail.#categories': by('its `capacity`'),
    'EventTail.#ring': by('its `capacity`'),
  },
  'libs/stores/src/eventstoredb/connection.ts': {
    'Connection.#waiting': most('WAITING_MAX', 'Calls to an EventStoreDB'),
  },
  'libs/stores/src/eventstoredb/eventstoredb-event-store.ts': {
    'EventStoreDbEventStore.#underWay': by('calls that wait or are made', 'Calls to an EventStoreDB'),
  },
  'libs/stores/src/eventstoredb/interruptions.ts': {
    'Interruptions.#signals': by('subscriptions of a process'),
  },
  'libs/stores/src/eventstoredb/append-stream.ts': { 'AppendStream.#pending': most('IN_FLIGHT_MAX') },
  'libs/stores/src/eventstoredb/foreign-events.ts': { 'ForeignEvents.#deleted': most('NAMED_MAX') },
  'libs/stores/src/eventstoredb/log-reader.ts': {
    'LogReader.#members': by('subscriptions of a process'),
  },
  'libs/stores/src/eventstoredb/recent-events.ts': {
    'RecentEvents.#categories': by('twice its `capacity`'),
    'RecentEvents.#events': by('twice its `capacity`'),
  },
  'libs/stores/src/eventstoredb/snapshots.ts': { 'Snapshots.#bounded': most('KNOWN_MAX') },
  'libs/stores/src/memory/memory-event-store.ts': {
    'MemoryEventStore.#log': by('none: `memory:` keeps every event, for tests'),
    'MemoryEventStore.#snapshots': by('none: `memory:` keeps every snapshot, for tests'),
    'MemoryEventStore.#streams': by('none: `memory:` keeps every event, for tests'),
  },
  'libs/stores/src/group-commit/group-commit-log.ts': {
    'GroupCommitLog.#handedOut': ONE_EACH,
    'GroupCommitLog.#tail': by('its `tailCapacity`'),
  },
  'libs/stores/src/group-commit/write-queue.ts': {
    'WriteQueue.#flushWaiters': most('WAITING_MAX', 'Writes of the event store'),
    'WriteQueue.#waiting': most('WAITING_MAX', 'Writes of the event store'),
  },
  'libs/stores/src/postgres/postgres-event-store.ts': {
    'PostgresEventStore.#deciding': by('commands that wait, which are bounded'),
  },
  'libs/stores/src/postgres/stream-ends.ts': { 'StreamEnds.#remembered': most('REMEMBERED') },
  'libs/stores/src/sqlite/reader.ts': { 'Reader.#pages': ONE_EACH },
  'libs/stores/src/sqlite/stream-ends.ts': { 'StreamEnds.#remembered': most('REMEMBERED') },
  'libs/stores/src/stream-filter.ts': {
    'StreamFilter.#possible': ONE_EACH,
    names: ONE_EACH,
    numbers: ONE_EACH,
  },
  'libs/stores/src/subscriptions.ts': { 'Subscriptions.#waiters': by('subscriptions of a process') },
  'libs/event-sourcing/src/ports/writing-state.ts': { 'WritingState.#listeners': by('threads of a process') },
  'libs/event-sourcing/src/job-runner/table-job-queue.ts': { 'TableJobReader.#heads': ONE_EACH },
  'libs/event-sourcing/src/job-runner/job-index.ts': { 'JobIndex.#due': ONE_EACH },
  'libs/event-sourcing/src/job-runner/memory-job-queue.ts': { 'MemoryJobQueue.#listeners': ONE_EACH },
  'libs/event-sourcing/src/jobs/job-changes.ts': {
    'JobChanges.#added': BATCH,
    'JobChanges.#due': BATCH,
    'JobChanges.#postponed': BATCH,
    'JobChanges.#removed': BATCH,
    'JobChanges.#unstored': BATCH,
  },
  'libs/chains/src/rpc/asking.ts': {
    'Asking.#errors': by('the endpoints of a chain'),
    'Asking.#said': by('the endpoints of a chain'),
  },
  'libs/event-sourcing/src/job-runner/delayed-keys.ts': {
    'DelayedKeys.#failures': most('FAILING_MAX'),
    'DelayedKeys.#until': by('runs that end within the longest back-off, `concurrency` at a time'),
    'DelayedKeys.#whileAway': by('a part of `until`'),
  },
  'libs/event-sourcing/src/job-runner/full-groups.ts': { 'FullGroups.#full': most('FULL_GROUPS_MAX') },
  'libs/event-sourcing/src/job-runner/job-runner.ts': {
    'JobRunner.#ended': by('runs that end between two reads of the queue'),
    'JobRunner.#running': WORKERS,
  },
  'libs/event-sourcing/src/job-runner/last-reports.ts': { 'LastReports.#reported': most('REPORTED_MAX') },
  'libs/messaging/src/bus-transport.ts': { 'BusTransport.#inOrder': ONE_EACH },
  'libs/messaging/src/consumer.ts': {
    'Consumer.#backOffs': most('inFlightMax', 'Messages in flight to a consumer'),
    'Consumer.#waiting': most('waitingMax', 'Messages that wait for a consumer'),
  },
  'libs/messaging/src/dead-letters/memory-dead-letters.ts': {
    'MemoryDeadLetters.#letters': by('none: for tests'),
  },
  'libs/messaging/src/in-order.ts': {
    'InOrder.#last': by('keys of the events that relays have published', 'Events that a relay has published'),
  },
  'libs/messaging/src/in-process/in-process-bus.ts': {
    'InProcessBus.#awaited': ONE_EACH,
    'InProcessBus.#consumers': ONE_EACH,
    'InProcessBus.#unhandled': ONE_EACH,
  },
  'libs/messaging/src/kafka/coalescing-producer.ts': {
    'CoalescingProducer.#waiting': most('WAITING_MAX', 'Messages that wait for Kafka'),
  },
  'libs/messaging/src/kafka/group-consumer.ts': {
    'GroupConsumer.#paused': by('partitions'),
    'GroupConsumer.#progress': by('partitions'),
  },
  'libs/messaging/src/kafka/kafka-bus.ts': { 'KafkaBus.#listening': ONE_EACH },
  'libs/messaging/src/kafka/kafka-dead-letters.ts': {
    'KafkaDeadLetters.#letters': by('dead letters of the topic, while a tool looks at them'),
    'KafkaDeadLetters.#read': by('partitions'),
  },
  'libs/messaging/src/kafka/partition-progress.ts': {
    'PartitionProgress.#outstanding': most('outstandingMax', 'Messages read from Kafka'),
  },
  'libs/host/src/observability/health/health.ts': { 'Health.#checks': ONE_EACH },
  'libs/host/src/observability/metrics/prometheus-meter.ts': {
    'PrometheusMeter.#counters': by('metrics of the code, with `SERIES_MAX` series each'),
    'PrometheusMeter.#elsewhere': by('threads of a process'),
    'PrometheusMeter.#gauges': by('metrics of the code, with `SERIES_MAX` series each'),
    'PrometheusMeter.#histograms': by('metrics of the code, with `SERIES_MAX` series each'),
  },
  'libs/host/src/observability/tracing/otlp-tracing.ts': { NONE: by('nothing is added') },
  'libs/host/src/observability/tracing/recorded-span.ts': {
    NONE: by('nothing is added'),
    'RecordedSpan.links': by('traces that led to one span'),
  },
  'apps/gateway/src/limits/redis-scripts.ts': { 'RedisScripts.#known': ONE_EACH },
  'libs/funds/src/domain/payment-windows.ts': {
    'PaymentWindows.#counters': by('`COUNTED_MAX`: a reservation that cannot be counted is refused'),
    'PaymentWindows.#open': by('`COUNTED_MAX`, and the open reservations'),
  },
  'libs/funds/src/domain/recent-ids.ts': { 'RecentIds.#ids': by('its `capacity`') },
  'libs/funds/src/domain/reservation-book.ts': {
    'ReservationBook.#available': ONE_EACH,
    'ReservationBook.#held': ONE_EACH,
    'ReservationBook.#open': STATE,
    'ReservationBook.#reserved': ONE_EACH,
  },
  'libs/host/src/runtime/databases.ts': { 'Databases.#opened': ONE_EACH },
  'libs/host/src/runtime/shutdown/rejections.ts': { claims: ONE_EACH },
  'libs/host/src/runtime/shutdown/shutdown.ts': { 'Shutdown.#hooks': ONE_EACH },
  'libs/host/src/runtime/threads/remote-bus.ts': { 'RemoteBus.#consumers': ONE_EACH },
  'libs/security/src/egress/http-client.ts': { 'HttpClient.#continuing': most('CONTINUING_MAX') },
  'libs/host/src/service/report.ts': {
    'Report.alarms': ONE_EACH,
    'Report.jobs': ONE_EACH,
    'Report.readModels': ONE_EACH,
  },
  'libs/host/src/service/service-host.ts': {
    'ServiceHost.#everywhere': ONE_EACH,
    'ServiceHost.#flushed': ONE_EACH,
    'ServiceHost.#inOneInstance': ONE_EACH,
    'ServiceHost.#projectors': ONE_EACH,
  },
  'libs/host/src/runtime/threads/thread-rpc.ts': {
    'ThreadRpc.#answering': by('calls between threads', 'Calls between the threads'),
    'ThreadRpc.#answers': ONE_EACH,
    'ThreadRpc.#calling': by('calls between threads', 'Calls between the threads'),
    'ThreadRpc.#outgoing': by('what one turn of the event loop has to say', 'Calls between the threads'),
  },
};
