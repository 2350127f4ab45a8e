import type { OnchainWallet, Currency, Units } from '@stablecoin/contracts';
import type { WalletCommand } from '../domain/wallet-commands';
import type {
  ApprovalRequested,
  FundsReserved,
  WalletEvent,
  WalletProfile,
  WalletSnapshot,
} from '../domain/wallet-events';

/** What the specs of a wallet are told with. Amounts are minor units; the wallet may spend 1,000 of them in a day. */
export const AT = Date.UTC(2026, 0, 1);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const first = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
export const second = { reservationId: 'pay_2#1', paymentId: 'pay_2' };
export const approvalId = 'apr_1';

export const profile: WalletProfile = {
  walletId: 'wal_1',
  account: 'acme',
  livemode: false,
  address: '0xwallet',
  owner: 'agent:buyer',
  chain: 'base',
  spendLimit: '1000',
  label: null,
  approvers: [],
  approvalThreshold: 1,
  createdAt: AT,
};

/** What a wallet is on chain, for the specs that need it to be. */
export const onchain: OnchainWallet = {
  walletId: 'wal_1',
  owners: ['0xa'],
  threshold: 1,
  spendLimit: '1000',
  address: '0xwallet',
  type: 'safe',
  version: '1.4.1',
  module: '0xmodule',
  spender: '0xspender',
};

export function created(changes: Partial<WalletProfile> = {}): WalletEvent {
  return { type: 'WalletCreated', data: { ...profile, ...changes, complianceRef: 'cpl_1' } };
}

export function snapshot(changes: Partial<WalletSnapshot> = {}): WalletSnapshot {
  return { ...profile, complianceRef: 'cpl_1', balances: { USDC: '0', EURC: '0' }, spent24h: '0', ...changes };
}

export function credited(amount: Units, currency: Currency = 'USDC', transferId = 'transfer-1'): WalletEvent {
  const wallet = snapshot({ balances: { USDC: '0', EURC: '0', [currency]: amount } });
  return {
    type: 'WalletCredited',
    data: { transferId, chain: 'base', currency, amount, from: '0xfrom', txHash: '0xhash', wallet },
  };
}

export function reserved(
  amount: Units,
  ref = first,
  at = AT,
  changes: Partial<FundsReserved['data']> = {},
): WalletEvent {
  return {
    type: 'FundsReserved',
    data: { ...ref, chain: 'base', currency: 'USDC', amount, reservedAt: at, approvalId: null, ...changes },
  };
}

export function voided(amount: Units, ref = first): WalletEvent {
  return { type: 'ReservationVoided', data: { ...ref, chain: 'base', currency: 'USDC', amount } };
}

export function posted(amount: Units, ref = first, settledAt = AT): WalletEvent {
  return { type: 'ReservationPosted', data: { ...ref, chain: 'base', currency: 'USDC', amount, settledAt } };
}

export function approvalRequested(amount: Units, wallet: WalletSnapshot, ref = first): ApprovalRequested {
  const { approvalThreshold: threshold } = wallet;
  return {
    type: 'ApprovalRequested',
    data: {
      ...ref,
      approvalId,
      amount,
      currency: 'USDC',
      candidates: ['base'],
      threshold,
      expiresAt: AT + DAY,
      wallet,
    },
  };
}

export function command<Type extends WalletCommand['type']>(
  type: Type,
  data: Extract<WalletCommand, { type: Type }>['data'],
  at = AT,
): WalletCommand {
  return { id: 'msg_1', at, correlationId: 'req_1', account: 'acme', livemode: false, type, data } as WalletCommand;
}

export function reserve(amount: Units, ref = first, at = AT, currency: Currency = 'USDC'): WalletCommand {
  const approval = { approvalId, approvalExpiresAt: at + DAY };
  return command('ReserveFunds', { ...ref, amount, currency, candidates: ['base'], ...approval }, at);
}
