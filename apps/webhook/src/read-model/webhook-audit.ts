import type { AuditTable } from '@stablecoin/host';
import type { EndpointEvent, ReplayRange } from '../domain/endpoint';
import { endpointStreams } from '../domain/streams';

const events: AuditTable<EndpointEvent> = {
  EndpointCreated: {
    action: 'webhook_endpoint.created',
    fields: ({ url, events, description }) => ({ url, events, description, status: 'enabled' }),
  },
  EndpointConfigured: { action: 'webhook_endpoint.updated', fields: (settings) => settings },
  EndpointEnabled: {
    action: 'webhook_endpoint.enabled',
    fields: () => ({ status: 'enabled', disabled_reason: null }),
  },
  EndpointDisabled: {
    action: 'webhook_endpoint.disabled',
    fields: ({ reason }) => ({ status: 'disabled', disabled_reason: reason }),
    bySystem: true,
  },
  EndpointDeleted: { action: 'webhook_endpoint.deleted' },
  SecretRotated: {
    action: 'webhook_endpoint.secret_rotated',
    details: ({ previousValidUntil }) => ({ previous_valid_until: new Date(previousValidUntil).toISOString() }),
  },
  TestEventRequested: { action: 'webhook_endpoint.tested' },
  ReplayRequested: { action: 'webhook_endpoint.replayed', details: ({ range }) => replayed(range) },
  ReplayAdvanced: null,
  ReplayCompleted: null,
};

/** What the audit log shows of webhook endpoints. */
export const webhookAudit = { streams: [endpointStreams], events };

/** As the request says it. */
function replayed(range: ReplayRange): Readonly<Record<string, string>> {
  if ('eventId' in range) return { event_id: range.eventId };
  if ('since' in range) return { since: range.since };
  return { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
}
