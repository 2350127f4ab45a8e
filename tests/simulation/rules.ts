import type { Faults } from './faults';

/** A rule of docs/protocol.md that a run can go without, and a run that shows what it is for. */
export interface SwitchableRule {
  /** The rule's number; what comes behind it tells its parts apart. */
  readonly name: string;
  /** What happens instead of what the rule says. */
  readonly without: string;
  /** Faults that bring its case about: without them it may take a thousand runs. */
  readonly strain?: Partial<Faults>;
  /** The first of the seeds in which it shows. */
  readonly seed: number;
  /** What is wrong in the run of that seed. */
  readonly finds: string;
}

export const RULES = [
  {
    name: '1',
    without: 'an event’s id says nothing of its content',
    strain: { rebalance: 0.8, pause: 0.05, slow: 0.4, crash: 0 },
    seed: 7,
    finds: 'has another state',
  },
  {
    name: '2',
    without: 'a message that comes again has another id',
    seed: 16,
    finds: 'is told of',
  },
  {
    name: '3-limit',
    without: 'a wallet’s limit counts from the reservation, and not from the block',
    strain: { limit: 1, slow: 0.3, congestion: 0.8, forget: 0, reorganise: 0, outage: 0 },
    seed: 120,
    finds: 'in 24 hours without approval',
  },
  {
    name: '4',
    without: 'applied commands are forgotten',
    seed: 36,
    finds: 'event id twice',
  },
  {
    name: '5',
    without: 'a cached state is taken for the current one',
    seed: 4,
    finds: 'has another state',
  },
  {
    name: '6',
    without: 'a reservation that comes while an approval is awaited is not taken',
    seed: 9,
    finds: 'a payment never ends',
  },
  {
    name: '7',
    without: 'a stream that a process does not know is given up without looking for it',
    seed: 5,
    finds: 'which does not exist',
  },
  {
    name: '9',
    without: 'the relay counts an object’s events itself',
    seed: 16,
    finds: 'came after',
  },
  {
    name: '10',
    without: 'a review’s decision goes to those who began it',
    seed: 132,
    finds: 'a payment never ends',
  },
  {
    name: '11',
    without: 'a reservation’s id is the payment’s',
    strain: { outage: 0.2, slow: 0.4 },
    seed: 344,
    finds: 'a payment never ends',
  },
  {
    name: '12',
    without: 'whatever is overdue and not settled is voided',
    seed: 36,
    finds: 'the funds of a transfer in flight are given back',
  },
  {
    name: '13',
    without: 'a void without its reservation is forgotten',
    strain: { aside: 0.7 },
    seed: 44,
    finds: 'was given back before',
  },
  {
    name: '14',
    without: 'every process has senders of its own',
    strain: { split: 0.5, slow: 0.2, congestion: 0.4, pause: 0.05, forget: 0, gas: 0.6, power: 0 },
    seed: 500,
    finds: 'a transferred payment fails',
  },
  {
    name: '15',
    without: 'a worker fails the payment itself',
    strain: { gas: 0.4, split: 0.05 },
    seed: 84,
    finds: 'a failed payment is transferred',
  },
  {
    name: '15-deadline',
    without: 'a payment fails when its authorization is over by the clock',
    seed: 1,
    finds: 'it never comes to rest',
  },
  {
    name: '16',
    without: 'bytes are broadcast before they are stored',
    strain: { split: 0.3, slow: 0.4 },
    seed: 12,
    finds: 'two transfers for one payment',
  },
  {
    name: '17-order',
    without: 'the signature is looked for before the finalized height is seen',
    strain: { slow: 0.5, congestion: 0.7, forget: 0, crash: 0, pause: 0, split: 0, outage: 0, reorganise: 0 },
    seed: 129,
    finds: 'a transferred payment fails',
  },
  {
    name: '17-endpoints',
    without: 'an endpoint is asked that may be behind',
    strain: { lag: 1, congestion: 0.7, slow: 0, outage: 0 },
    seed: 2,
    finds: 'a transferred payment fails',
  },
  {
    name: '18',
    without: 'a revert is final at first sight',
    strain: { stranger: 0.2, reorganise: 0.15 },
    seed: 14,
    finds: 'a failed payment is transferred',
  },
  {
    name: '19',
    without: 'nobody says that a settled transfer is gone for good',
    strain: { reorganise: 0.15, power: 0 },
    seed: 86,
    finds: 'settled with 0 transfers',
  },
  {
    name: '20',
    without: 'a transfer is not observed any more once it is included',
    strain: { reorganise: 0.15 },
    seed: 13,
    finds: 'settled with 0 transfers',
  },
  {
    name: '21',
    without: 'the relay does not wait for acknowledgements',
    seed: 3,
    finds: 'came after',
  },
  {
    name: '22',
    without: 'one object’s events are recorded side by side',
    strain: { append: 0.2, slow: 0.2 },
    seed: 9,
    finds: 'came after',
  },
  {
    name: '23',
    without: 'a consumer skips what has a lower sequence than it has seen',
    seed: 174,
    finds: 'a payment never ends',
  },
  {
    name: '24',
    without: 'a batch commits although its partition is lost',
    strain: { rebalance: 0.2 },
    seed: 33,
    finds: 'a message is never handled',
  },
  {
    name: '25',
    without: 'a screening’s deadline fails a payment in whatever phase it is',
    strain: { answer: 0.5, slow: 0.4 },
    seed: 12,
    finds: 'a transferred payment fails',
  },
  {
    name: '26',
    without: 'a cancellation is answered without asking the payment',
    seed: 5,
    finds: 'answered as canceled, and is not',
  },
  {
    name: '28',
    without: 'what leaves the process does not wait for the disk',
    strain: { power: 0.1, slow: 0.2, aside: 0 },
    seed: 44,
    finds: 'was answered and is not found',
  },
  {
    name: '28-letters',
    without: 'a dead letter is removed before its effect is on the disk',
    strain: { aside: 0.8, power: 0.15, slow: 0.5, crash: 0 },
    seed: 147,
    finds: 'a payment never ends',
  },
  {
    name: '29',
    without: 'one endpoint’s word is enough for what cannot be taken back',
    strain: { lie: 0.5 },
    seed: 8,
    finds: 'a transferred payment fails',
  },
  {
    name: '32',
    without: 'the acceptance of a restore counts for the next one',
    strain: { restores: 2, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 73,
    finds: 'a transferred payment fails',
  },
  {
    name: '32-position',
    without: 'what is inherited is told by the time of the last event',
    strain: { restores: 1, edge: 1, ahead: 1, regret: 0.9, slow: 0.3, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 147,
    finds: 'somebody holds more than was ordered',
  },
  {
    name: '33',
    without: 'a restored store is accepted while what was signed may still be included',
    strain: { restores: 1, congestion: 0.85, outage: 0, lag: 0, lie: 0, answer: 0, forget: 0 },
    seed: 23,
    finds: 'while its transfer is in flight',
  },
  {
    name: '34',
    without: 'the chains are not asked about what is inherited',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 1,
    finds: 'a transferred payment fails',
  },
  {
    name: '34-endpoints',
    without: 'one endpoint’s word is enough for “not used”',
    strain: { restores: 1, outage: 0, lag: 0.6, lie: 1, answer: 0, power: 0 },
    seed: 40,
    finds: 'a transferred payment fails',
  },
  {
    name: '34-senders',
    without: 'what was found or failed does not end at its sender',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 48,
    finds: 'two transfers for one payment',
  },
  {
    name: '35',
    without: 'what is not found is not held',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 302,
    finds: 'somebody holds more than was ordered',
  },
  {
    name: '35-orders',
    without: 'an order that has no payment yet is not held',
    strain: { restores: 1, edge: 1, regret: 0.9, slow: 0.3, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 178,
    finds: 'somebody holds more than was ordered',
  },
  {
    name: '35-confirmations',
    without: 'a confirmation of an earlier generation counts',
    strain: { restores: 2, edge: 1, regret: 0.5, review: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 103,
    finds: 'somebody holds more than was ordered',
  },
  {
    name: '36',
    without: 'an unknown key is looked up when everything else has been asked',
    strain: { restores: 1, outage: 0.3, lag: 0, lie: 0, answer: 0.2, power: 0 },
    seed: 29,
    finds: 'a transferred payment fails',
  },
  {
    name: '36-refused',
    without: 'an unknown key is refused without a look',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 143,
    finds: 'somebody holds more than was ordered',
  },
  {
    name: '37',
    without: 'what was found is not booked',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 2,
    finds: 'the ledger says',
  },
  {
    name: '38',
    without: 'a store does not notice that it is a copy',
    strain: { restores: 1, outage: 0, lag: 0, lie: 0, answer: 0, power: 0 },
    seed: 30,
    finds: 'a transferred payment fails',
  },
  {
    name: '41',
    without: 'numbers of events begin again',
    strain: { restores: 1 },
    seed: 2,
    finds: 'came after',
  },
] as const satisfies readonly SwitchableRule[];

export type RuleName = (typeof RULES)[number]['name'];

/** The faults that bring the cases of some rules about. */
export function strainOf(names: readonly RuleName[]): Partial<Faults> {
  const rules: readonly SwitchableRule[] = RULES.filter(({ name }) => names.includes(name));
  // A restore hides what happens without one: money is real then, and there is no wallet. So does a wallet near its limit.
  const none: Partial<Faults> = names.length === 0 ? {} : { restores: 0, limit: 0 };
  return Object.assign(none, ...rules.map(({ strain }) => strain)) as Partial<Faults>;
}
