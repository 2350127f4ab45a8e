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
    'One thing that somebody did.',
    {
      id: id('aud', 'the entry'),
      at: time('When the request came.'),
      actor: ref('Actor'),
      action: known(AUDIT_ACTIONS, 'What was done. More actions may be added.'),
      object: ref('AuditedObject'),
      request_id: nullable(id('req', 'the request: its `svc-request-id`; `null` where no request led to it')),
      before: fields(
        'The fields that changed, as they were; `null` where there was nothing before, or nothing changed.',
        { url: 'https://example.com/old' },
      ),
      after: fields('The same fields, as they are from then on. Of other actions: what was asked for, or `null`.', {
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
      unknown: 'It was not recorded: the entry is from before actors were.',
    }),
    id: {
      type: 'string',
      description: 'Id of the API key or user; `system` or `unknown` otherwise.',
      examples: [EXAMPLE.key],
    },
    name: nullable({ type: 'string', description: 'What the key or user was called then.', examples: ['Back office'] }),
    ip: nullable({ type: 'string', description: 'The address that the request came from.', examples: ['203.0.113.7'] }),
  }),

  AuditedObject: resource<AuditLogEntry['object']>('What it was done to.', {
    type: { type: 'string', description: 'Its kind: the first word of `action`.', examples: ['webhook_endpoint'] },
    id: { type: 'string', description: 'Its id.', examples: [EXAMPLE.endpoint] },
  }),

  AuditLogEntryList: pageSchema('AuditLogEntry', 'entries of the audit log'),
};
