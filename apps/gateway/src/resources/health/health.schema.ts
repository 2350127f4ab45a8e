import type { Readiness } from '@stablecoin/host';
import type { Schema } from '../../http/json-schema';
import { constant, known, ref, resource } from '../../openapi/schema';

export const ready: Readiness = { ready: true, checks: { event_store: { status: 'up' } } };
export const notReady: Readiness = {
  ready: false,
  checks: { event_store: { status: 'down', reason: 'no answer within 2000 ms' } },
};

export const healthSchemas: Readonly<Record<string, Schema>> = {
  Liveness: resource<{ live: true }>('The process answers.', { live: constant(true) }, [{ live: true }]),

  Readiness: resource<Readiness>(
    'Whether requests should be sent here.',
    {
      ready: { type: 'boolean', description: 'Whether every part is up.' },
      checks: { type: 'object', description: 'By part.', additionalProperties: ref('PartHealth') },
    },
    [ready, notReady],
  ),

  PartHealth: {
    type: 'object',
    description: 'Whether one part of the service works.',
    properties: {
      status: known(['up', 'down'], '`up` or `down`.'),
      reason: { type: 'string', description: 'Why it is down.' },
    },
    required: ['status'],
  },

  OpenApiDocument: { type: 'object', description: 'A document in OpenAPI 3.1.', additionalProperties: true },
};
