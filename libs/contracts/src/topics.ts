import { PAYMENT_EVENT_TYPES } from './payment';

/** The services that take commands and publish events. */
export const SERVICES = ['gateway', 'payment', 'wallet', 'compliance', 'treasury', 'webhook'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** The services that can share a process and answer queries. The gateway faces the public, and is alone in its process. */
export const SERVICES_BEHIND_GATEWAY = SERVICES.filter((service) => service !== 'gateway');

/**
 * The public events: each has a schema, which only gets additions. Other events on the same topics are internal to the
 * services.
 */
export const PUBLIC_EVENT_TYPES = [
  ...PAYMENT_EVENT_TYPES,
  'payment.rules_published',
  'wallet.created',
  'wallet.activated',
  'wallet.funded',
  'wallet.spend_limit_reached',
  'wallet.deposit_held',
  'wallet.deposit_released',
  'treasury.low_balance',
  'treasury.deposit_held',
  'treasury.deposit_released',
  'compliance.completed',
  'compliance.match_found',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const;

export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

/** The service that a message is to or from: the first word of its type. */
export function serviceOf(type: string): string {
  return type.slice(0, type.search(/[._]/));
}

/**
 * Returns the topic of a message type. A type is the owning service and a name: capitalised for commands
 * (`payment.InitiatePayment`), in lower case for public events (`payment.settled`, `webhook_endpoint.disabled`).
 *
 * @example topicOf('payment.settled') // 'payment.events.v1'
 */
export function topicOf(type: string): string {
  return `${serviceOf(type)}.${isCommand(type) ? 'commands' : 'events'}.v1`;
}

/** Whether messages of a type are commands; the others are public events. */
export function isCommand(type: string): boolean {
  const first = type.charAt(type.indexOf('.') + 1);
  return first !== first.toLowerCase();
}
