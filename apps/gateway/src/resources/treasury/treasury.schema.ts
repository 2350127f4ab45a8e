import type {
  BalanceInterval,
  ChainBalances,
  LedgerEntry,
  LedgerKind,
  ReconciledBalance,
  TreasuryBalance,
  TreasuryReconciliation,
  TreasurySettings,
} from '@stablecoin/contracts';
import { COINS, CURRENCIES, type ChainName } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { amount, chain, id, time } from '../../openapi/values';

const opening = { usdc: '1000000.00', eurc: '1000000.00' };
const nothing = { usdc: '0.00', eurc: '0.00' };

export const treasuryBalance: TreasuryBalance = {
  usdc: '3000000.00',
  eurc: '3000000.00',
  chains: { base: '1000000.00', ethereum: '1000000.00', solana: '1000000.00' },
  available: { base: opening, ethereum: opening, solana: opening },
  reserved: { base: nothing, ethereum: nothing, solana: nothing },
  held: { base: nothing, ethereum: nothing, solana: nothing },
  as_of: EXAMPLE.createdAt,
};

export const treasurySettings: TreasurySettings = {
  low_balance: { total: '1000.00', chains: { base: '100.00', ethereum: null, solana: null } },
};

export const ledgerEntry: LedgerEntry = {
  id: EXAMPLE.ledgerEntry,
  at: EXAMPLE.createdAt,
  kind: 'reserved',
  currency: 'USDC',
  chain: 'base',
  payment_id: EXAMPLE.payment,
  postings: [
    { account: 'treasury:base:available', amount: '-250.00' },
    { account: 'treasury:base:reserved', amount: '250.00' },
  ],
};

export const networkFeeEntry: LedgerEntry = {
  ...ledgerEntry,
  kind: 'network_fee',
  currency: 'ETH',
  payment_id: null,
  postings: [
    { account: 'relayers:base', amount: '-0.000001342' },
    { account: 'external:network_fees', amount: '0.000001342' },
  ],
};

export const walletLedgerEntry: LedgerEntry = {
  ...ledgerEntry,
  postings: [
    { account: `wallet:${EXAMPLE.wallet}:available`, amount: '-250.00' },
    { account: `wallet:${EXAMPLE.wallet}:reserved`, amount: '250.00' },
  ],
};

function byChain(schema: Schema): { readonly [Chain in ChainName]: Schema } {
  return { base: schema, ethereum: schema, solana: schema };
}

export const balanceInterval: BalanceInterval = {
  start: EXAMPLE.createdAt,
  usdc: '3000000.00',
  eurc: '3000000.00',
  chains: treasuryBalance.available,
};

export const reconciliation: TreasuryReconciliation = {
  as_of: EXAMPLE.settledAt,
  data: [
    {
      chain: 'base',
      currency: 'USDC',
      booked: '1000.00',
      available: '990.00',
      in_flight: '10.00',
      held: '0.00',
      onchain: '1000.00',
      difference: '0.00',
      status: 'matched',
      read_at: EXAMPLE.createdAt,
    },
  ],
};

export const treasuryBalanceProperties: { readonly [Key in keyof TreasuryBalance]-?: Schema } = {
  usdc: amount('USDC on all chains, reserved amounts included until they leave.', '3000000.00'),
  eurc: amount('EURC on all chains.', '3000000.00'),
  chains: ref('ChainAmounts'),
  available: ref('ChainBalances'),
  reserved: ref('ChainBalances'),
  held: ref('ChainBalances'),
  as_of: time('When the balance was read.'),
};

export const treasurySchemas: Readonly<Record<string, Schema>> = {
  TreasuryBalance: resource<TreasuryBalance>(
    'What the treasury holds. `available` and `reserved` add up to `usdc`, `eurc` and `chains`. `held` is separate: deposits whose sender is not cleared, which cannot be spent. Clients should accept digit-grouping commas in the totals; this version writes none.',
    treasuryBalanceProperties,
    [treasuryBalance],
  ),

  ChainAmounts: resource<TreasuryBalance['chains']>('USDC by chain.', byChain(amount('USDC.', '1000000.00'))),

  ChainBalances: resource<ChainBalances>('Balances by chain and currency.', byChain(ref('CurrencyBalances'))),

  BalanceHistory: resource<{ data: readonly BalanceInterval[] }>(
    'What the treasury held over time.',
    { data: listOf(ref('BalanceInterval'), 'Every interval, the earliest first.') },
    [{ data: [balanceInterval] }],
  ),

  BalanceInterval: resource<BalanceInterval>(
    'The balance at the end of an interval, with reserved amounts and without held deposits.',
    {
      start: time('When the interval begins.'),
      usdc: amount('USDC on all chains.', '3000000.00'),
      eurc: amount('EURC on all chains.', '3000000.00'),
      chains: ref('ChainBalances'),
    },
  ),

  TreasuryReconciliation: resource<TreasuryReconciliation>(
    'The books of the treasury beside what the chains hold.',
    {
      as_of: time('When the books were read.'),
      data: listOf(ref('ReconciledBalance'), 'One entry for each chain and currency.'),
    },
    [reconciliation],
  ),

  ReconciledBalance: resource<ReconciledBalance>('The books beside a chain, in one currency.', {
    chain,
    currency: known(CURRENCIES, 'The stablecoin: `USDC` or `EURC`.'),
    booked: amount('What the books say: `available`, `in_flight` and `held` together.'),
    available: amount('Available for payments.'),
    in_flight: amount('Reserved for payments that have not ended.', '0.00'),
    held: amount('Deposits whose sender is not cleared.', '0.00'),
    onchain: nullable(amount('The balance at a final block; `null`: unknown.')),
    difference: nullable({
      type: 'string',
      pattern: '^-?\\d+\\.\\d{2,6}$',
      description:
        'How much more (negative: less) the chain holds than payments and deposits in progress explain; `null`: unknown.',
      examples: ['0.00'],
    }),
    status: knownWords<ReconciledBalance['status']>('The result of the comparison.', {
      matched: 'The books and the chain agree.',
      differs: 'They do not agree. An operator has to investigate.',
      unknown: 'Not compared yet, or another instance compares them.',
      simulated: 'Sandbox money exists only in the books.',
    }),
    read_at: nullable(time('The time of that block; `null`: unknown.')),
  }),

  TreasurySettings: resource<TreasurySettings>(
    'The USDC balances below which `treasury.low_balance` is sent.',
    { low_balance: ref('LowBalanceThresholds') },
    [treasurySettings],
  ),

  LowBalanceThresholds: resource<TreasurySettings['low_balance']>('The thresholds; `null`: none.', {
    total: nullable(amount('Of all chains together.', '1000.00')),
    chains: ref('ChainThresholds'),
  }),

  ChainThresholds: resource<TreasurySettings['low_balance']['chains']>(
    'By chain.',
    byChain(nullable(amount('Of this chain.', '100.00'))),
  ),

  LedgerEntry: resource<LedgerEntry>(
    'A movement of money, in double entry.',
    {
      id: id('led', 'the entry'),
      at: time('When the money moved.'),
      kind: knownWords<LedgerKind>('What happened. More kinds may be added.', {
        opened: 'The account was opened.',
        credited: 'It came in.',
        held: 'Received; cannot be spent until its sender is cleared.',
        released: 'Was held, and can now be spent.',
        reserved: 'Reserved for a payment.',
        posted: 'It has left.',
        voided: 'It was given back.',
        returned: 'Was posted; the chain proved that the transfer was not made, and the amount is available again.',
        network_fee: 'The network fee of a transaction, paid by its relayer in `ETH` or `SOL`.',
      }),
      currency: known([...CURRENCIES, ...COINS], 'The stablecoin, or the coin of the chain for a network fee.'),
      chain,
      payment_id: nullable(id('pay', 'the payment that the movement is of')),
      postings: listOf(ref('Posting'), 'Their amounts sum to zero.', { min: 2 }),
    },
    [ledgerEntry],
  ),

  Posting: resource<LedgerEntry['postings'][number]>('One side of a movement of money.', {
    account: { type: 'string', description: 'The account.', examples: ['treasury:base:available'] },
    amount: {
      type: 'string',
      pattern: '^-?\\d+\\.\\d{2,18}$',
      description: 'Negative if it leaves the account. Stablecoins have up to 6 decimals, SOL 9, ETH 18.',
      examples: ['-250.00'],
    },
  }),

  LedgerEntryList: pageSchema('LedgerEntry', 'ledger entries'),
};
