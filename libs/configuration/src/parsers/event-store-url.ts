import { parseEventStoreDbUrl } from '@stablecoin/event-sourcing';
import { invalid, valid } from './parser';
import type { Parser } from './parser';

/** The connection string of a server; it may hold a password. */
export type EventStoreDbUrl = `esdb://${string}` | `esdb+discover://${string}`;

/** Where the events are: in an embedded store, or on a server. */
export type EventStoreChoice = 'sqlite' | 'memory' | EventStoreDbUrl;

export const eventStoreUrl: Parser<EventStoreChoice> = {
  takes:
    '"sqlite:", "memory:", or esdb:// or esdb+discover:// with user:password@host:2113, or with host:2113?tls=false',
  parse(text) {
    if (text === 'sqlite:') return valid('sqlite');
    if (text === 'memory:') return valid('memory');
    if (!isEventStoreDbUrl(text)) return invalid();
    try {
      parseEventStoreDbUrl(text);
      return valid(text);
    } catch (error) {
      return invalid(error instanceof Error ? error.message : undefined);
    }
  },
};

function isEventStoreDbUrl(text: string): text is EventStoreDbUrl {
  return /^esdb(\+discover)?:\/\//.test(text);
}
