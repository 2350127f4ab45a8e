import type {
  ActiveWallet,
  CurrencyBalances,
  OnchainView,
  TypedData,
  Wallet,
  WalletContractView,
} from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { address, amount, chain, id, livemode, metadata, time } from '../../openapi/values';
import { errorBody } from '../../openapi/error';

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
  held: { usdc: '0.00', eurc: '0.00' },
  compliance_ref: EXAMPLE.screening,
  approvers: [],
  approval_threshold: 1,
  contract: null,
  livemode: false,
  created_at: EXAMPLE.createdAt,
  metadata: {},
};

export const reviewedWallet: Wallet = { ...wallet, address: null, status: 'in_review' };

const contract: WalletContractView = {
  type: 'safe',
  version: '1.4.1',
  module: EXAMPLE.module,
  deployed: true,
  spender: EXAMPLE.spender,
  owners: [EXAMPLE.approver],
  threshold: 1,
};

/** A live wallet with what the chain says of it. */
export const onchainWallet: ActiveWallet & { readonly onchain: OnchainView } = {
  ...wallet,
  spent_24h: '60.00',
  balances: { usdc: '40.00', eurc: '0.00' },
  approvers: [EXAMPLE.approver],
  contract,
  livemode: true,
  onchain: {
    block: 38_214_907,
    limit: '1000.00',
    spent: '60.00',
    window_start: EXAMPLE.createdAt,
    balances: { usdc: '40.00', eurc: '0.00' },
  },
};

const owner: Schema = {
  type: 'string',
  pattern: '^(agent|user):[!-~]{1,128}$',
  description: 'Who the wallet belongs to: `agent:<name>` or `user:<id>`.',
  examples: ['agent:procurement'],
};

export const walletProperties: { readonly [Key in keyof Wallet]-?: Schema } = {
  id: id('wal', 'the wallet'),
  address: nullable({ ...address, description: "The wallet's address; `null` unless it is `active`." }),
  owner,
  chain,
  spend_limit: nullable(
    amount('Most that can be spent within 24 hours without approval; `null`: no limit.', '1000.00'),
  ),
  spent_24h: amount(
    'What counts against the limit now: amounts reserved without approval, or settled without approval in the last 24 hours.',
    '0.00',
  ),
  label: nullable({ type: 'string', description: 'A name for people.' }),
  status: knownWords<Wallet['status']>('Whether it can be used.', {
    active: 'It can receive and send.',
    in_review: 'The verification of its owner waits for a person.',
    rejected: 'That person has blocked the owner.',
  }),
  balances: ref('CurrencyBalances'),
  held: ref('CurrencyBalances'),
  compliance_ref: nullable(id('cpl', 'the verification of the owner; `null` when it was skipped')),
  approvers: listOf(
    address,
    'Addresses that may approve payments above the limit. Empty: any API key or member with `approvals:write`.',
  ),
  approval_threshold: { type: 'integer', minimum: 1, description: 'Number of approvals required.' },
  contract: nullable(ref('WalletContract')),
  livemode,
  created_at: time('When the wallet was created.'),
  metadata,
};

export const notInLiveMode = {
  message: 'Live wallets are not available on base: its contracts or a spender are not configured.',
  param: 'chain',
};

export const { code, message, retryable } = errorBody('compliance_blocked', {
  message: 'The identity of user:blocked could not be verified.',
});

export const walletSchemas: Readonly<Record<string, Schema>> = {
  Wallet: resource<Wallet>('A programmable wallet. It can receive and send when it is `active`.', walletProperties, [
    wallet,
  ]),

  ExpandedWallet: {
    ...resource<Wallet & { readonly onchain: OnchainView | null }>(
      'A wallet. With `expand=onchain` it has `onchain`: its state at a final block.',
      { ...walletProperties, onchain: nullable(ref('OnchainWallet')) },
      [onchainWallet],
    ),
    required: Object.keys(walletProperties),
  },

  WalletContract: resource<WalletContractView>(
    'The contract of a live wallet, as it was created: a Safe with a module that enforces the limit, or on Solana a multisig whose spender has an allowance. `null` in the sandbox.',
    {
      type: known(
        ['safe', 'spl_multisig'],
        'The kind of contract. `spl_multisig`: an account of the token program, on Solana.',
      ),
      version: { type: 'string', description: 'Its version.', examples: ['1.4.1'] },
      module: { ...address, description: 'The contract or program that enforces the limit.' },
      deployed: {
        type: 'boolean',
        description:
          'Whether a payment has deployed the contract. Its address can receive earlier. Anybody may deploy it.',
      },
      spender: { ...address, description: 'The key that pays within the limit. It has no other rights.' },
      owners: listOf(address, 'Who approves payments above the limit, and controls the wallet.'),
      threshold: { type: 'integer', minimum: 1, description: 'Number of owners required.' },
    },
  ),

  OnchainWallet: resource<OnchainView>('The state of a wallet at a final block; `null` in the sandbox.', {
    block: { type: 'integer', minimum: 0, description: 'The block.' },
    limit: nullable(amount('What the spender may pay in 24 hours; `null`: no limit.', '1000.00')),
    spent: amount('What it has paid in the open window, on Solana since the last renewal.', '60.00'),
    window_start: nullable(
      time('When the open window of 24 hours began; `null`: none is open, or the wallet is on Solana.'),
    ),
    balances: ref('CurrencyBalances'),
  }),

  TypedDataDomain: {
    ...resource<TypedData['domain']>('The contract that checks the signature, on its chain.', {
      name: { type: 'string', description: 'Name of the EIP-712 domain.' },
      version: { type: 'string', description: 'Its version.' },
      chainId: { type: 'integer', description: 'The chain.' },
      verifyingContract: { ...address, description: 'The contract.' },
    }),
    required: ['chainId', 'verifyingContract'],
  },

  TypedData: resource<TypedData>('EIP-712 typed data for `eth_signTypedData_v4`. Integers are decimal text.', {
    domain: ref('TypedDataDomain'),
    types: { type: 'object', description: 'The fields of each type: lists of `{name, type}` by type.' },
    primaryType: { type: 'string', description: 'The type of `message`.' },
    message: { type: 'object', description: 'The values, as text.' },
  }),

  CurrencyBalances: resource<CurrencyBalances>('A balance in each currency.', {
    usdc: amount('USDC.', '0.00'),
    eurc: amount('EURC.', '0.00'),
  }),

  WalletList: pageSchema('Wallet', 'wallets'),

  CreatedWallets: resource<{ data: unknown }>('A wallet or an error for each entry, in the order of the request.', {
    data: listOf(ref('CreatedWallet'), 'A wallet or an error for each.'),
  }),

  CreatedWallet: {
    type: 'object',
    description: 'Either a wallet or an error.',
    properties: { wallet: ref('Wallet'), error: ref('EntryError') },
  },
};
