import { DecideDepositBody } from '../../resources/deposits/decide-deposit';
import { ListDepositsQuery } from '../../resources/deposits/list-deposits';
import { EXAMPLE } from '../../http/examples';
import { path } from '../parameters';
import { heldDeposit, releasedDeposit } from '../schemas/deposit';
import { pageExample, type Answer, type Endpoint } from './endpoint';

const tag = 'Deposits';
const depositId = path('id', 'Id of the deposit.', EXAMPLE.deposit);
const noSuchDeposit = { message: 'There is no such deposit.' };

const deposit: Answer = {
  description: 'The deposit.',
  schema: 'Deposit',
  examples: { held: { summary: 'Held', value: heldDeposit } },
};

export const depositEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/deposits',
    operationId: 'listDeposits',
    tag,
    summary: 'List deposits that were screened',
    description:
      'The newest first, to the treasury and to wallets. `status=held` is the queue of those that wait for a person. Deposits ' +
      'whose sender is not screened are in the ledger only.',
    scope: 'compliance:read',
    limit: 'reads',
    query: { type: ListDepositsQuery, of: 'dep' },
    answers: {
      200: { description: 'A page of deposits.', schema: 'DepositList', examples: pageExample(heldDeposit) },
    },
    errors: { invalid_request: { message: 'status must be one of screening, held, released, kept.', param: 'status' } },
  },
  {
    method: 'get',
    path: '/deposits/{id}',
    operationId: 'getDeposit',
    tag,
    summary: 'Get a deposit',
    description: 'One that was screened.',
    scope: 'compliance:read',
    limit: 'reads',
    parameters: [depositId],
    answers: { 200: deposit },
    errors: { not_found: noSuchDeposit },
  },
  {
    method: 'post',
    path: '/deposits/{id}/decision',
    operationId: 'decideDeposit',
    tag,
    summary: 'Decide a held deposit',
    description:
      'Makes the money of a deposit available, or keeps it held for good. Only a deposit whose status is `held` can be decided, ' +
      'and only once. It waits without a limit.',
    scope: 'compliance:write',
    limit: 'other',
    parameters: [depositId],
    body: {
      type: DecideDepositBody,
      examples: {
        clear: { summary: 'Clear it', value: { decision: 'clear', note: 'A namesake' } },
        keep: { summary: 'Keep it', value: { decision: 'keep' } },
      },
    },
    answers: {
      200: {
        description: 'The deposit as it is now.',
        schema: 'Deposit',
        examples: { released: { summary: 'Cleared', value: releasedDeposit } },
      },
    },
    errors: {
      invalid_request: { message: 'decision must be one of clear, keep.', param: 'decision' },
      not_found: noSuchDeposit,
      invalid_state: { message: 'The deposit does not wait for a decision.' },
    },
  },
];
