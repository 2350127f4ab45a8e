import type { Deposit, DepositEventData, DepositStatus } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { knownWords, nullable, pageSchema, resource } from '../../openapi/schema';
import { actorId, amount, chain, currency, id, livemode, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';

export const heldDeposit: Deposit = {
  id: EXAMPLE.deposit,
  status: 'held',
  wallet_id: null,
  chain: 'base',
  currency: 'USDC',
  amount: '250.00',
  from: EXAMPLE.recipient,
  sender: EXAMPLE.recipient,
  tx_hash: EXAMPLE.txHash,
  compliance_ref: EXAMPLE.screening,
  reason: 'sanctions: The address is on the sanctions list.',
  decided_by: null,
  decided_at: null,
  decision_note: null,
  livemode: false,
  created_at: EXAMPLE.createdAt,
};

export const releasedDeposit: Deposit = {
  ...heldDeposit,
  status: 'released',
  decided_by: EXAMPLE.key,
  decided_at: EXAMPLE.settledAt,
  decision_note: 'A namesake',
};

const eventDataOf = ({ decision_note: _, ...data }: Deposit): DepositEventData => data;
/** As events carry them. */
export const heldDepositEvent = eventDataOf(heldDeposit);
export const releasedDepositEvent = eventDataOf(releasedDeposit);

const eventProperties: { readonly [Key in keyof DepositEventData]-?: Schema } = {
  id: id('dep', 'the deposit'),
  status: knownWords<DepositStatus>('The state of the deposit.', {
    screening: 'Its sender is screened.',
    held: 'A person has to decide.',
    released: 'Its money is available.',
    kept: 'Its money stays held.',
  }),
  wallet_id: nullable(id('wal', 'the wallet that received it; `null`: the treasury did')),
  chain,
  currency,
  amount: amount('What was received.'),
  from: {
    type: 'string',
    description: 'The address that the chain names as the sender.',
    examples: [EXAMPLE.recipient],
  },
  sender: nullable({
    type: 'string',
    description:
      'Who is screened: another than `from` where the money was minted or left a token account; `null`: not known.',
    examples: [EXAMPLE.recipient],
  }),
  tx_hash: { type: 'string', description: 'Hash of the transaction.', examples: [EXAMPLE.txHash] },
  compliance_ref: nullable(id('cpl', 'the screening of the sender; `null`: there is no result')),
  reason: nullable({ type: 'string', description: 'Why a person has to decide; `null`: nobody has to.' }),
  decided_by: nullable(actorId('decided')),
  decided_at: nullable(time('When it was decided.')),
  livemode,
  created_at: time('When it was received.'),
};

export const depositId = path('id', 'Id of the deposit.', 'dep', EXAMPLE.deposit);

export const noSuchDeposit = { message: 'There is no such deposit.' };

export const depositSchemas: Readonly<Record<string, Schema>> = {
  Deposit: resource<Deposit>(
    'Money that was received, and is available after its sender is cleared.',
    {
      ...eventProperties,
      decision_note: nullable({
        type: 'string',
        description: 'The note of the person who decided. Events never show it.',
      }),
    },
    [heldDeposit],
  ),
  DepositList: pageSchema('Deposit', 'deposits'),
  DepositEventData: resource<DepositEventData>('A deposit as it was right after the event.', eventProperties),
};
