/** The services that take commands and publish events. */
export const SERVICES = ['gateway', 'payment', 'wallet', 'compliance', 'treasury', 'webhook'] as const;

export type ServiceName = (typeof SERVICES)[number];

/**
 * The topic of a message type. Types begin with the service that owns them; commands go on with a capital
 * (`payment.InitiatePayment`), public events with a small letter (`payment.settled`).
 *
 * @example topicOf('payment.settled') // 'payment.events.v1'
 */
export function topicOf(type: string): string {
  const dot = type.indexOf('.');
  const first = type.charAt(dot + 1);
  const isCommand = first !== first.toLowerCase();
  return `${type.slice(0, dot)}.${isCommand ? 'commands' : 'events'}.v1`;
}
