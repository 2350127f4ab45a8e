import type { ActiveWallet, Approval, ApprovalStatus, CurrencyBalances, Wallet } from '@stablecoin/contracts';
import type { Schema } from '../open-api';
import { input, knownWords, listOf, nullable, pageOf, ref, resource } from './schema';
import {
  address,
  addressInput,
  amount,
  amountInput,
  chain,
  chainInput,
  currency,
  EXAMPLE,
  id,
  idempotencyKey,
  livemode,
  metadata,
  metadataInput,
  text,
  time,
} from './values';

/** Listed approvers of a wallet, at most. */
const APPROVERS_MAX = 20;
const BULK_MAX = 100;

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

export const ownerInput: Schema = {
  type: 'string',
  pattern: '^(agent|user):[!-~]{1,128}$',
  description: 'Who the wallet belongs to: `agent:<name>` or `user:<id>`.',
  examples: ['agent:procurement'],
};

/** What a wallet is made from, without the key of the request. */
const walletInput = {
  required: { owner: ownerInput, chain: chainInput },
  optional: {
    spend_limit: amountInput(
      'What can be spent within 24 hours without approval, in USDC (EURC counts one to one); zero is allowed. Left ' +
        'out: everything. Fixed at creation.',
      '1000.00',
    ),
    compliance: ref(
      'ComplianceMode',
      '`auto` verifies the identity of the owner before the wallet is there; `skip` does not. Left out: `auto`.',
    ),
    label: text('A name for people. Not on chain.', 0, 128),
    approvers: {
      ...listOf(addressInput, 'Addresses of those who may approve what is above the limit. Fixed at creation.', {
        min: 1,
        max: APPROVERS_MAX,
      }),
      uniqueItems: true,
    },
    approval_threshold: {
      type: 'integer',
      minimum: 1,
      maximum: APPROVERS_MAX,
      description: 'How many of the approvers it takes; at most as many as are listed. Left out: 1. Fixed at creation.',
    },
    metadata: metadataInput,
  },
} satisfies Parameters<typeof input>[1];

export const walletProperties: { readonly [Key in keyof Wallet]-?: Schema } = {
  id: id('wal', 'the wallet'),
  address: nullable({ ...address, description: 'Where the wallet receives; `null` unless it is `active`.' }),
  owner: ownerInput,
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

  CreateWallet: input('Whose wallet it is, and what it may do.', {
    required: walletInput.required,
    optional: { ...walletInput.optional, idempotency_key: idempotencyKey },
  }),

  WalletInput: input('One wallet of a bulk request.', walletInput),

  CreateWallets: input('Wallets that are created by one request.', {
    required: { wallets: listOf(ref('WalletInput'), 'In the order of the answer.', { min: 1, max: BULK_MAX }) },
    optional: { idempotency_key: idempotencyKey },
  }),

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

  DecideApproval: input('Who decides.', {
    optional: {
      approver: {
        ...addressInput,
        description: 'The approver who decides. Needed to approve when the wallet lists approvers, and has to be one.',
      },
      idempotency_key: idempotencyKey,
    },
  }),
};
