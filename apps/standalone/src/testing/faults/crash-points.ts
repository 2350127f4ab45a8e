/** Something that the service does and that must be whole or not there at all, whenever its process ends. */
export interface CrashStep {
  readonly name: string;
  readonly where: string;
  /** What a crash right before or right after it could lose or double, if nothing looked after it. */
  readonly atStake: string;
}

export type Moment = 'before' | 'after';

/** A moment at which the service can be killed. */
export interface CrashPoint extends CrashStep {
  readonly number: number;
  readonly moment: Moment;
}

const append = (type: string, stream: string, atStake: string): CrashStep => ({
  name: `append ${type}`,
  where: `stream \`${stream}\``,
  atStake,
});
const commit = (service: string, what: string): CrashStep => ({
  name: `commit ${service}`,
  where: `read model of ${service}`,
  atStake: what,
});
const handle = (service: string, atStake: string): CrashStep => ({
  name: `handle ${service}`,
  where: `consumer of ${service}`,
  atStake,
});

/** In the order in which a payment comes by, with what happens beside it behind. */
export const CRASH_STEPS: readonly CrashStep[] = [
  append('ApiKeyIssued', 'api_key', 'a key of the very first start'),
  append('RequestAccepted', 'request', 'the idempotency key, and with it the payment'),
  append('PaymentInitiated', 'payment', 'the payment itself'),
  append('ScreeningRequested', 'screening', 'the screening that the payment waits for'),
  append('ScreeningCompleted', 'screening', 'what the provider has found'),
  append('PaymentRouted', 'payment', 'the choice of chains and of the reservation'),
  append('PaymentInReview', 'payment', 'that a person has to look at it'),
  append('FundsReserved', 'treasury', 'money that is set aside once, or twice'),
  append('ReservationRefused', 'treasury', 'that there is not enough'),
  append('ApprovalRequested', 'wallet', 'that a person has to approve it'),
  append('ApprovalGiven', 'wallet', 'an approval that was answered'),
  append('PaymentAuthorized', 'payment', 'the point of no return'),
  append('SubmissionAssembled', 'submission', 'the bytes that may be sent'),
  append('AuthorizationClosed', 'submission', 'that an authorization never goes out'),
  append('PaymentSettled', 'payment', 'that the money has moved'),
  append('PaymentFailed', 'payment', 'that it has not, and goes back'),
  append('SubmissionFinal', 'submission', 'that nothing can change any more'),
  append('ReservationPosted', 'treasury', 'money that has left, still set aside'),
  append('ReservationVoided', 'treasury', 'money that is given back once, or twice'),
  append('VoidAnswered', 'payment', 'the order to give money back'),
  append('WalletCreated', 'wallet', 'a wallet'),
  append('WalletCredited', 'wallet', 'money that came in'),
  append('TreasuryCredited', 'treasury', 'money that came in'),
  append('EndpointCreated', 'webhook_endpoint', 'a receiver of events'),
  append('WebhookEventRecorded', 'webhook_event', 'an event, and who gets it'),
  append('DeliverySucceeded', 'webhook_delivery', 'that an event has arrived'),
  append('DeliveryFailed', 'webhook_delivery', 'the next attempt of a delivery'),
  { name: 'publish', where: 'relay to bus', atStake: 'a message that follows from an event' },
  { name: 'checkpoint', where: 'relay', atStake: 'how far messages are acknowledged' },
  handle('payment', 'a message that is taken but not acknowledged'),
  handle('compliance', 'the same'),
  handle('treasury', 'the same'),
  handle('wallet', 'the same'),
  handle('webhook', 'the same'),
  handle('gateway', 'the outcome that a request waits for'),
  commit('gateway', 'API keys as they are looked up'),
  commit('payment', 'payments as lists show them, and the list of what is to be sent'),
  commit('compliance', 'screenings, and the list of what is to be asked'),
  commit('treasury', 'balances and the ledger'),
  commit('wallet', 'wallets and approvals, and when these expire'),
  commit('webhook', 'events, and the list of what is to be delivered'),
  { name: 'broadcast', where: 'chain', atStake: 'a transfer that is made, or made twice' },
  { name: 'deliver', where: 'webhook sender', atStake: 'an event that is sent but not noted' },
  { name: 'answer POST /payments', where: 'HTTP server', atStake: 'an answer that its client never gets' },
  { name: 'answer another write', where: 'HTTP server', atStake: 'an answer that its client never gets' },
];

/** What a payment comes by on a real chain, from its authorization on until nothing of it can change any more. */
export const LIVE_CRASH_STEPS: readonly CrashStep[] = [
  append('PaymentAuthorized', 'payment', 'the point of no return'),
  commit('payment', 'the list of what is to be sent'),
  { name: 'precheck', where: 'chain', atStake: 'nothing: it is only asked' },
  { name: 'assemble', where: 'signers', atStake: 'bytes that nobody knows of' },
  append('SubmissionAssembled', 'submission', 'the bytes that may be sent'),
  { name: 'broadcast', where: 'chain', atStake: 'a transfer that is made, or made twice' },
  append('PaymentBroadcast', 'payment', 'that it is under way'),
  { name: 'observe', where: 'chain', atStake: 'what has become of it' },
  append('PaymentIncluded', 'payment', 'that it stands in a block'),
  append('PaymentSettled', 'payment', 'that the money has moved'),
  { name: 'publish', where: 'relay to bus', atStake: 'a message that follows from an event' },
  append('ReservationPosted', 'treasury', 'money that has left, still set aside'),
  append('SubmissionFinal', 'submission', 'that nothing can change any more'),
];

/** Every moment at which the service can be killed, numbered from 1: odd before a step, even after it. */
export const CRASH_POINTS: readonly CrashPoint[] = aroundEach(CRASH_STEPS);
export const LIVE_CRASH_POINTS: readonly CrashPoint[] = aroundEach(LIVE_CRASH_STEPS);

function aroundEach(steps: readonly CrashStep[]): readonly CrashPoint[] {
  return steps.flatMap((step, index) => [
    { ...step, number: 2 * index + 1, moment: 'before' },
    { ...step, number: 2 * index + 2, moment: 'after' },
  ]);
}

/** The point as `CRASH_AT` takes it: `before append PaymentAuthorized`. */
export function nameOf({ moment, name }: Pick<CrashPoint, 'moment' | 'name'>): string {
  return `${moment} ${name}`;
}

/** The table of the points, which `npm run crash -- --points` prints. */
export function crashPointTable(): string {
  const rows = CRASH_STEPS.map(({ name, where, atStake }, index) => [
    `${2 * index + 1}, ${2 * index + 2}`,
    name,
    where,
    atStake,
  ]);
  const table = [['before, after', 'step', 'where', 'what is at stake'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), rule, ...body.map(line)].join('\n');
}
