import type { ActiveWallet, Approval, ApprovalStatus, CurrencyBalances, Wallet } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../open-api';
import { knownWords, listOf, nullable, pageOf, ref, resource } from './schema';
import { address, amount, chain, currency, id, livemode, metadata, time } from './values';

export const wallet: ActiveWallet = {
  id: EXAMPLE.wallet,
  address: EXAMPLE.walletAddress,
  owner: 'agent:procurement',
  chain: 'base',
  spend_limit: '1000.00',
  spent_24h: '0.00',
  label: 'Procurement',
  status: 'active',
  balances: { usdc: '0.00', eurc: '0.00' },
  compliance_ref: EXAMPLE.screening,
  approvers: [],
  approval_threshold: 1,
  livemode: false,
  created_at: EXAMPLE.createdAt,
  metadata: {},
};

export const reviewedWallet: Wallet = { ...wallet, address: null, status: 'in_review' };

export const approval: Approval = {
  id: EXAMPLE.approval,
  payment_id: EXAMPLE.payment,
  wallet_id: EXAMPLE.wallet,
  amount: '250.00',
  currency: 'USDC',
  status: 'pending',
  approved_by: [],
  threshold: 1,
  expires_at: EXAMPLE.tomorrow,
  created_at: EXAMPLE.createdAt,
};

const owner: Schema = {
  type: 'string',
  pattern: '^(agent|user):[!-~]{1,128}$',
  description: 'Who the wallet belongs to: `agent:<name>` or `user:<id>`.',
  examples: ['agent:procurement'],
};

export const walletProperties: { readonly [Key in keyof Wallet]-?: Schema } = {
  id: id('wal', 'the wallet'),
  address: nullable({ ...address, description: 'Where the wallet receives; `null` unless it is `active`.' }),
  owner,
  chain,
  spend_limit: nullable(
    amount('Most that can be spent within 24 hours without approval; `null`: no limit.', '1000.00'),
  ),
  spent_24h: amount(
    'What counts against the limit now: what is reserved without approval, and what settled so in the last 24 hours.',
    '0.00',
  ),
  label: nullable({ type: 'string', description: 'A name for people.' }),
  status: knownWords<Wallet['status']>('Whether it can be used.', {
    active: 'It can receive and send.',
    in_review: 'The verification of its owner waits for a person.',
    rejected: 'That person has blocked the owner.',
  }),
  balances: ref('CurrencyBalances'),
  compliance_ref: nullable(id('cpl', 'the verification of the owner; `null` when it was skipped')),
  approvers: listOf(address, 'Who may approve what is above the limit; empty: whoever holds the API key.'),
  approval_threshold: { type: 'integer', minimum: 1, description: 'How many approvals it takes.' },
  livemode,
  created_at: time('When the wallet was created.'),
  metadata,
};

export const walletSchemas: Readonly<Record<string, Schema>> = {
  Wallet: resource<Wallet>('A programmable wallet. It can receive and send when it is `active`.', walletProperties, [
    wallet,
  ]),

  CurrencyBalances: resource<CurrencyBalances>('A balance in each currency.', {
    usdc: amount('USDC.', '0.00'),
    eurc: amount('EURC.', '0.00'),
  }),

  WalletList: pageOf('Wallet', 'wallets'),

  CreatedWallets: resource<{ data: unknown }>('What became of each wallet, in the order of the request.', {
    data: listOf(ref('CreatedWallet'), 'A wallet or an error each.'),
  }),

  CreatedWallet: {
    type: 'object',
    description: 'A wallet, or why there is none: one of the two.',
    properties: { wallet: ref('Wallet'), error: ref('EntryError') },
  },

  Approval: resource<Approval>(
    'A payment above the spend limit of a wallet waits for this decision.',
    {
      id: id('apr', 'the approval'),
      payment_id: id('pay', 'the payment that waits'),
      wallet_id: id('wal', 'the wallet that would pay'),
      amount: amount('What would be paid.'),
      currency,
      status: knownWords<ApprovalStatus>('What was decided.', {
        pending: 'Nothing yet.',
        approved: 'The payment goes on.',
        rejected: 'The payment failed with `approval_rejected`.',
        expired: 'Nobody decided in time: the payment failed with `approval_expired`.',
        canceled: 'The payment was canceled before.',
      }),
      approved_by: listOf({ type: 'string' }, 'The approvers who have approved.'),
      threshold: { type: 'integer', minimum: 1, description: 'How many approvals it takes.' },
      expires_at: time('Until when it can be decided.'),
      created_at: time('When the payment began to wait.'),
    },
    [approval],
  ),

  ApprovalList: pageOf('Approval', 'approvals'),
};
