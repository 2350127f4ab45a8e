import type { Quote } from '@stablecoin/chains';
import type { OnchainWallet, PaymentOrder, ChainName, Units } from '@stablecoin/contracts';
import { SecretBox, generateKey } from '@stablecoin/security';
import type { PaymentCommand } from '../domain/payment-commands';
import { evolvePayment, newPayment } from '../domain/payment';
import type {
  PaymentAuthorized,
  PaymentEvent,
  PaymentInitiated,
  PaymentRouted,
  PaymentScreened,
  Plain,
} from '../domain/payment-events';
import { rankCandidates } from '../domain/routing';

/** 1 January 2026, 00:00 UTC. */
export const T0 = Date.UTC(2026, 0, 1);

export const PAYMENT_ID = 'pay_01KDVDN400000000000000000A';
export const WALLET_ID = 'wal_01KDVDN400000000000000000B';
export const RECIPIENT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** An order of 10 USDC to an EVM address, from the treasury, on whichever chain is best. */
export function order(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    paymentId: PAYMENT_ID,
    to: RECIPIENT,
    amount: '10000000',
    currency: 'USDC',
    chain: 'auto',
    candidates: ['base', 'ethereum'],
    from: null,
    memo: null,
    compliance: 'auto',
    complianceRef: null,
    countryCode: null,
    idempotencyKey: null,
    ...changes,
  };
}

/** A quote of a chain that is up, or that is down for a reason. */
export function quote(chain: ChainName, changes: { fee?: Units; settlementMs?: number; down?: string } = {}): Quote {
  const { fee = '0', settlementMs = 2_000, down } = changes;
  return { chain, fee, settlementMs, health: down === undefined ? { status: 'up' } : { status: 'down', reason: down } };
}

export const QUOTES = [quote('base'), quote('ethereum', { settlementMs: 12_000 })];

/** Seals what tests have signed. */
export const SECRETS = SecretBox.fromKey(generateKey());

/** A wallet on chain. */
export const ONCHAIN: Plain<OnchainWallet> = {
  walletId: WALLET_ID,
  owners: ['0xa', '0xb'],
  threshold: 1,
  spendLimit: '1000',
  address: '0xwallet',
  type: 'safe',
  version: '1.4.1',
  module: '0xmodule',
  spender: '0xspender',
};

type DataOf<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>['data'];

let made = 0;

/** A command of test mode, account `acme`, at {@link T0}. */
export function command<Type extends PaymentCommand['type']>(type: Type, data: DataOf<Type>): PaymentCommand {
  const id = `msg_${++made}`;
  return { id, type, data, at: T0, correlationId: 'req_1', account: 'acme', livemode: false } as PaymentCommand;
}

export function initiated(changes: Partial<PaymentOrder> = {}): PaymentInitiated {
  return {
    type: 'PaymentInitiated',
    data: { order: order(changes), account: 'acme', livemode: false, createdAt: T0 },
  };
}

export const screened: PaymentScreened = { type: 'PaymentScreened', data: { ref: 'cpl_1', skipped: false } };

/** The attempt at a payment of 10 USDC, on the chains that the quotes say are up. */
export function routed(attempt = 1, quotes: readonly Quote[] = QUOTES, walletId: string | null = null): PaymentRouted {
  const previous = attempt === 1 ? null : { id: `${PAYMENT_ID}#${attempt - 1}`, walletId };
  return {
    type: 'PaymentRouted',
    data: {
      paymentId: PAYMENT_ID,
      attempt,
      reservation: { id: `${PAYMENT_ID}#${attempt}`, walletId },
      amount: '10000000',
      currency: 'USDC',
      candidates: rankCandidates(quotes),
      ...(walletId === null ? {} : { to: RECIPIENT }),
      previous,
    },
  };
}

export function authorized(chain: ChainName = 'base', attempt = 1, walletId: string | null = null): PaymentAuthorized {
  return {
    type: 'PaymentAuthorized',
    data: {
      authorization: {
        id: PAYMENT_ID,
        chain,
        sender: 'sandbox',
        to: RECIPIENT,
        amount: '10000000',
        currency: 'USDC',
        memo: null,
        authorizedAt: T0 + 5,
        validUntil: T0 + 5_005,
      },
      reservation: { id: `${PAYMENT_ID}#${attempt}`, walletId },
      source: '0xsource',
    },
  };
}

/** What is known of the payment after these events. */
export function factsAfterAll(...events: readonly PaymentEvent[]) {
  const state = events.reduce(evolvePayment, newPayment);
  if (state.phase === 'new') throw new Error('no event');
  return state.facts;
}
