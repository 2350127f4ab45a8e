import { parseEventStoreDbUrl } from '@stablecoin/event-sourcing';
import { invalid, valid } from './parser';
import type { Parser } from './parser';
import { serverUrl } from './server-url';
import type { ServerUrl } from './server-url';

/** The connection string of a server; it may hold a password. */
export type EventStoreDbUrl = `esdb://${string}` | `esdb+discover://${string}`;

/** Where the events are: in an embedded store, on an EventStoreDB, or on the PostgreSQL of a URL. */
export type EventStoreChoice = 'sqlite' | 'memory' | EventStoreDbUrl | ServerUrl;

const postgres = serverUrl(['postgres', 'postgresql']);

export const eventStoreUrl: Parser<EventStoreChoice> = {
  takes:
    '"sqlite:", "memory:", "postgres://…", or esdb:// or esdb+discover:// with user:password@host:2113, or with host:2113?tls=false',
  parse(text) {
    if (text === 'sqlite:') return valid('sqlite');
    if (text === 'memory:') return valid('memory');
    if (/^postgres(ql)?:/.test(text)) return postgres.parse(text);
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
