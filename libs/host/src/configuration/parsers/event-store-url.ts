import { isEventStoreDbUrl, parseEventStoreDbUrl } from '@stablecoin/stores';
import type { EventStoreDbUrl } from '@stablecoin/stores';
import { invalidSetting, valid } from './parser';
import type { Parser } from './parser';
import { serverUrl } from './server-url';
import type { ServerUrl } from './server-url';

/** Where the events are: in an embedded store, on an EventStoreDB (KurrentDB), or on the PostgreSQL of a URL. */
export type EventStoreChoice = 'sqlite' | 'memory' | EventStoreDbUrl | ServerUrl;

const postgres = serverUrl(['postgres', 'postgresql']);

export const eventStoreUrl: Parser<EventStoreChoice> = {
  takes:
    '"sqlite:", "memory:", "postgres://…", or kurrentdb:// or kurrentdb+discover:// with user:password@host:2113, or with host:2113?tls=false (esdb: is the same)',
  parse(text) {
    if (text === 'sqlite:') return valid('sqlite');
    if (text === 'memory:') return valid('memory');
    if (/^postgres(ql)?:/.test(text)) return postgres.parse(text);
    if (!isEventStoreDbUrl(text)) return invalidSetting();
    try {
      parseEventStoreDbUrl(text);
      return valid(text);
    } catch (error) {
      return invalidSetting(error instanceof Error ? error.message : undefined);
    }
  },
};
