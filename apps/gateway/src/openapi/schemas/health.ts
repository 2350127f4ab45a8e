import type { Readiness } from '@stablecoin/observability';
import type { Schema } from '../open-api';
import { resource } from './schema';

export const ready: Readiness = { ready: true, checks: { event_store: { status: 'up' } } };
export const notReady: Readiness = {
  ready: false,
  checks: { event_store: { status: 'down', reason: 'no answer within 2000 ms' } },
};

export const healthSchemas: Readonly<Record<string, Schema>> = {
  Liveness: resource<{ live: true }>('The process answers.', { live: { type: 'boolean', const: true } }, [
    { live: true },
  ]),

  Readiness: resource<Readiness>(
    'Whether requests should be sent here.',
    {
      ready: { type: 'boolean', description: 'Whether every part is up.' },
      checks: {
        type: 'object',
        description: 'By part: `status` is `up` or `down`, with a `reason`.',
        additionalProperties: true,
      },
    },
    [ready, notReady],
  ),
};
