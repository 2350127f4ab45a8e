import type { Schema } from '../open-api';
import type { FaucetReceipt } from '../../application/faucet';
import { input, nullable, resource } from './schema';
import {
  amount,
  amountInput,
  chain,
  chainInput,
  currency,
  currencyInput,
  EXAMPLE,
  id,
  idempotencyKey,
  idInput,
} from './values';

export const faucetReceipt: FaucetReceipt = {
  chain: 'base',
  currency: 'USDC',
  amount: '500.00',
  txHash: EXAMPLE.txHash,
  wallet: EXAMPLE.wallet,
};

export const sandboxSchemas: Readonly<Record<string, Schema>> = {
  FaucetReceipt: resource<FaucetReceipt>(
    'An inbound transfer that the faucet has made.',
    {
      chain,
      currency,
      amount: amount('What was credited.', '500.00'),
      txHash: { type: 'string', description: 'Hash of the simulated transaction.' },
      wallet: nullable(id('wal', 'the wallet that was credited; `null`: the treasury')),
    },
    [faucetReceipt],
  ),

  UseFaucet: input('What is to be credited, and where.', {
    required: {
      chain: chainInput,
      amount: amountInput('Greater than zero, and at most the largest payment.', '500.00'),
    },
    optional: {
      currency: currencyInput,
      wallet: idInput(
        'Id of the wallet to credit, which has to be on that chain. Left out: the treasury.',
        EXAMPLE.wallet,
      ),
      idempotency_key: idempotencyKey,
    },
  }),
};
