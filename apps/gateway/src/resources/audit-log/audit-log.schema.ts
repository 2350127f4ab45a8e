import { AUDIT_ACTIONS, type Actor, type AuditedFields, type AuditLogEntry } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { id, time } from '../../openapi/values';

export const auditLogEntry: AuditLogEntry = {
  id: EXAMPLE.auditLogEntry,
  at: EXAMPLE.createdAt,
  actor: { type: 'key', id: EXAMPLE.key, name: 'Back office', ip: '203.0.113.7' },
  action: 'webhook_endpoint.updated',
  object: { type: 'webhook_endpoint', id: EXAMPLE.endpoint },
  request_id: EXAMPLE.request,
  before: { url: 'https://example.com/old' },
  after: { url: 'https://example.com/hooks' },
};

function fields(description: string, example: AuditedFields): Schema {
  return nullable({ type: 'object', description, additionalProperties: true, examples: [example] });
}

export const auditLogSchemas: Readonly<Record<string, Schema>> = {
  AuditLogEntry: resource<AuditLogEntry>(
    'An entry of the audit log.',
    {
      id: id('aud', 'the entry'),
      at: time('When the request arrived.'),
      actor: ref('Actor'),
      action: known(AUDIT_ACTIONS, 'What was done. More actions may be added.'),
      object: ref('AuditedObject'),
      request_id: nullable(id('req', 'the request: its `svc-request-id`; `null` where no request led to it')),
      before: fields('The changed fields before the change; `null` if there were none.', {
        url: 'https://example.com/old',
      }),
      after: fields('The same fields after the change. For other actions: the request, or `null`.', {
        url: 'https://example.com/hooks',
      }),
    },
    [auditLogEntry],
  ),

  Actor: resource<Actor>('Who did it.', {
    type: knownWords('What kind of actor. More kinds may be added.', {
      key: 'An API key.',
      user: 'A person who has signed in.',
      system: 'The operator, or the service itself.',
      unknown: 'Not recorded, by an early version.',
    }),
    id: {
      type: 'string',
      description: 'Id of the API key or user; `system` or `unknown` otherwise.',
      examples: [EXAMPLE.key],
    },
    name: nullable({
      type: 'string',
      description: 'The name of the key or user at that time.',
      examples: ['Back office'],
    }),
    ip: nullable({ type: 'string', description: 'The address that the request came from.', examples: ['203.0.113.7'] }),
  }),

  AuditedObject: resource<AuditLogEntry['object']>('What it was done to.', {
    type: { type: 'string', description: 'Its kind: the first word of `action`.', examples: ['webhook_endpoint'] },
    id: { type: 'string', description: 'Its id.', examples: [EXAMPLE.endpoint] },
  }),

  AuditLogEntryList: pageSchema('AuditLogEntry', 'entries of the audit log'),
};
