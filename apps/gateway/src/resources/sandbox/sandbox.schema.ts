import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import type { FaucetReceipt } from './faucet';
import { nullable, resource } from '../../openapi/schema';
import { amount, chain, currency, id } from '../../openapi/values';

export const faucetReceipt: FaucetReceipt = {
  chain: 'base',
  currency: 'USDC',
  amount: '500.00',
  txHash: EXAMPLE.txHash,
  wallet: EXAMPLE.wallet,
};

export const sandboxSchemas: Readonly<Record<string, Schema>> = {
  FaucetReceipt: resource<FaucetReceipt>(
    'A simulated inbound transfer.',
    {
      chain,
      currency,
      amount: amount('What was credited.', '500.00'),
      txHash: { type: 'string', description: 'Hash of the simulated transaction.' },
      wallet: nullable(id('wal', 'the wallet that was credited; `null`: the treasury')),
    },
    [faucetReceipt],
  ),
};
