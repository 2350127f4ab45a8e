import { ListDeadLettersQuery } from '../../resources/system/list-dead-letters';
import { RedriveDeadLetterBody } from '../../resources/system/redrive-dead-letter';
import { path } from '../parameters';
import { deadLetter, redriven, system } from '../schemas/system';
import { pageExample, type Endpoint } from './endpoint';

const tag = 'System';

export const systemEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/system',
    operationId: 'getSystem',
    tag,
    summary: 'Get the state of the service',
    description:
      'Every service with its parts, queues and read models, the endpoints of the live chains, and the alarms that are raised. ' +
      'Nothing in it belongs to an account. A service that does not answer within two seconds is shown as `unreachable`.',
    scope: 'system:read',
    limit: 'reads',
    answers: {
      200: {
        description: 'The state.',
        schema: 'System',
        examples: { degraded: { summary: 'With an alarm', value: system } },
      },
    },
  },
  {
    method: 'get',
    path: '/dead_letters',
    operationId: 'listDeadLetters',
    tag,
    summary: 'List dead letters',
    description:
      'Messages of your account and mode that a service could not handle, without their content. The newest first. What belongs ' +
      'to no account is shown by `npm run dead-letters`.',
    scope: 'system:read',
    limit: 'reads',
    query: { type: ListDeadLettersQuery, of: 'dlt' },
    answers: {
      200: { description: 'A page of dead letters.', schema: 'DeadLetterList', examples: pageExample(deadLetter) },
    },
  },
  {
    method: 'post',
    path: '/dead_letters/{id}/redrive',
    operationId: 'redriveDeadLetter',
    tag,
    summary: 'Redrive a dead letter',
    description:
      'Hands the message to its consumer again, which removes it once it is handled. Redriving is always safe: if the request has ' +
      'become impossible, it is refused. The audit log has every redrive.',
    scope: 'system:write',
    limit: 'other',
    parameters: [path('id', 'Id of the dead letter.', deadLetter.id)],
    body: { type: RedriveDeadLetterBody, examples: { redrive: { summary: 'Redrive it', value: {} } } },
    answers: {
      200: {
        description: 'What became of it.',
        schema: 'Redriven',
        examples: { handled: { summary: 'Handled', value: redriven } },
      },
    },
    errors: { not_found: { message: 'There is no such dead letter.' } },
  },
];
