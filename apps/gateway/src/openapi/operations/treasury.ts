import { FaucetBody } from '../../resources/sandbox/use-faucet';
import { LEDGER_TABLE, LedgerQuery } from '../../http/ledger-query';
import { BalanceHistoryQuery } from '../../resources/treasury/get-balance-history';
import { UpdateSettingsBody } from '../../resources/treasury/update-treasury-settings';
import { EXAMPLE } from '../../http/examples';
import { faucetReceipt } from '../schemas/sandbox';
import {
  balanceInterval,
  ledgerEntry,
  networkFeeEntry,
  reconciliation,
  treasuryBalance,
  treasurySettings,
} from '../schemas/treasury';
import { csvExample, lastPage, pageExample, type Endpoint } from './endpoint';

const tag = 'Treasury';

export const treasuryEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/treasury/balance',
    operationId: 'getTreasuryBalance',
    tag,
    summary: 'Get the balance of the treasury',
    description: 'What payments without `from` are made of. It includes every payment that was answered.',
    scope: 'treasury:read',
    limit: 'reads',
    answers: {
      200: {
        description: 'The balance.',
        schema: 'TreasuryBalance',
        examples: { sandbox: { summary: 'A new sandbox', value: treasuryBalance } },
      },
    },
  },
  {
    method: 'get',
    path: '/treasury/balance/history',
    operationId: 'getBalanceHistory',
    tag,
    summary: 'Get the balance of the treasury over time',
    description:
      'The balance at the end of each hour or day, reserved amounts included. Every interval is in the answer, also when nothing ' +
      'moved in it; of the last one it is the balance now.',
    scope: 'treasury:read',
    limit: 'reads',
    query: { type: BalanceHistoryQuery, of: 'led' },
    answers: {
      200: {
        description: 'The balances.',
        schema: 'BalanceHistory',
        examples: { hour: { summary: 'One hour', value: { data: [balanceInterval] } } },
      },
    },
    errors: { invalid_request: { message: 'from must be before to.', param: 'from' } },
  },
  {
    method: 'get',
    path: '/treasury/reconciliation',
    operationId: 'getReconciliation',
    tag,
    summary: 'Compare the treasury with the chains',
    description:
      'What the books say beside what a final block said, by chain and currency. The service compares them all the time; this shows ' +
      'the last comparison. Sandbox money exists only in the books.',
    scope: 'treasury:read',
    limit: 'reads',
    answers: {
      200: {
        description: 'The comparison.',
        schema: 'TreasuryReconciliation',
        examples: { matched: { summary: 'They agree', value: reconciliation } },
      },
    },
  },
  {
    method: 'get',
    path: '/treasury/settings',
    operationId: 'getTreasurySettings',
    tag,
    summary: 'Get the settings of the treasury',
    description: 'Below which balances `treasury.low_balance` is sent.',
    scope: 'treasury:read',
    limit: 'reads',
    answers: {
      200: {
        description: 'The settings.',
        schema: 'TreasurySettings',
        examples: { thresholds: { summary: 'In total and for one chain', value: treasurySettings } },
      },
    },
  },
  {
    method: 'patch',
    path: '/treasury/settings',
    operationId: 'updateTreasurySettings',
    tag,
    summary: 'Change the settings of the treasury',
    description:
      'What is left out stays as it is; `null` removes a threshold. One crossing sends one event: the next is sent when ' +
      'the balance has been one percent above the threshold in between.',
    scope: 'treasury:write',
    limit: 'other',
    body: {
      type: UpdateSettingsBody,
      examples: {
        both: {
          summary: 'In total and for one chain',
          value: { low_balance: { total: '1000.00', chains: { base: '100.00' } } },
        },
        remove: { summary: 'Remove one', value: { low_balance: { total: null } } },
      },
    },
    answers: {
      200: {
        description: 'The settings as they are now.',
        schema: 'TreasurySettings',
        examples: { thresholds: { summary: 'In total and for one chain', value: treasurySettings } },
      },
    },
    errors: {
      invalid_request: {
        message: 'low_balance.total must be a decimal string greater than zero.',
        param: 'low_balance.total',
      },
    },
  },
  {
    method: 'get',
    path: '/treasury/ledger',
    operationId: 'listLedgerEntries',
    tag,
    summary: 'List ledger entries',
    description:
      'Every movement of money of the treasury, in double entry, the newest first. Network fees are entries in the coin of ' +
      'their chain: relayers pay them, so no balance of the treasury counts them. A wallet has a ledger of its own.',
    scope: 'treasury:read',
    limit: 'reads',
    query: { type: LedgerQuery, of: 'led' },
    answers: {
      200: {
        description: 'A page of entries.',
        schema: 'LedgerEntryList',
        csv: csvExample(LEDGER_TABLE, ledgerEntry),
        examples: { ...pageExample(ledgerEntry), fee: lastPage('A network fee', networkFeeEntry) },
      },
    },
  },
];

export const sandboxEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/sandbox/faucet',
    operationId: 'useFaucet',
    tag: 'Sandbox',
    summary: 'Credit the treasury or a wallet',
    description: 'An inbound transfer that no chain has seen; a wallet raises `wallet.funded`. Live keys get 404.',
    scope: 'treasury:write',
    limit: 'other',
    body: {
      type: FaucetBody,
      examples: {
        wallet: { summary: 'A wallet', value: { chain: 'base', amount: '500.00', wallet: EXAMPLE.wallet } },
        treasury: { summary: 'The treasury', value: { chain: 'solana', currency: 'EURC', amount: '10000' } },
      },
    },
    answers: {
      200: {
        description: 'The transfer.',
        schema: 'FaucetReceipt',
        examples: {
          wallet: { summary: 'To a wallet', value: faucetReceipt },
          treasury: { summary: 'To the treasury', value: { ...faucetReceipt, wallet: null } },
        },
      },
    },
    errors: {
      invalid_request: { message: "chain must be base, which is the wallet's.", param: 'chain' },
      not_found: { message: 'There is no such wallet.', param: 'wallet' },
    },
  },
];
