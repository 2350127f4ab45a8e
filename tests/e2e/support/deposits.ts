import type { Deposit } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from './api';
import { EVM_HASH, idOf, TIME } from './payments';
import { MAGIC } from './screenings';

/** A sender on the sanctions list of the sandbox. */
export const LISTED = MAGIC.evm('d001');

/** A deposit from a listed sender, once a person has to decide. @param wallet - null: the treasury receives it */
export async function heldDeposit(api: Api, amount: string, wallet: string | null = null): Promise<Deposit> {
  const to = wallet === null ? {} : { wallet };
  const { body } = await api.post('/sandbox/faucet', { chain: 'base', amount, from: LISTED, ...to });
  return eventually(async () => {
    const { body: list } = await api.get('/deposits?limit=100&status=held');
    const found = (list['data'] as Deposit[]).find(({ tx_hash: hash }) => hash === body['txHash']);
    if (found === undefined) throw new Error(`not held yet: ${String(body['txHash'])}`);
    return found;
  });
}

/** A deposit that waits for a person, with changes. */
export function depositOf(changes: Partial<Record<keyof Deposit, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    id: idOf('dep'),
    status: 'held',
    wallet_id: null,
    chain: 'base',
    currency: 'USDC',
    amount: '5.00',
    from: expect.stringMatching(/^0x0+[dD]001$/),
    sender: expect.stringMatching(/^0x0+[dD]001$/),
    tx_hash: EVM_HASH,
    compliance_ref: idOf('cpl'),
    reason: expect.stringContaining('sanctions'),
    decided_by: null,
    decided_at: null,
    decision_note: null,
    livemode: false,
    created_at: TIME,
    ...changes,
  };
}
