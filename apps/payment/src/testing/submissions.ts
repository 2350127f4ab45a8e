import type { Units } from '@stablecoin/contracts';
import type { SubmissionCommand } from '../domain/submission-commands';
import type {
  AuthorizationClosed,
  CarriedAuthorization,
  SubmissionAssembled,
  SubmissionFinal,
  SubmissionReplaced,
} from '../domain/submission';
import { RECIPIENT, T0 } from './payments';

/** An authorization of the sandbox's sender on Base, for a payment of account `acme`. */
export function carried(paymentId: string, amount: Units = '10000000'): CarriedAuthorization {
  return {
    authorization: {
      id: paymentId,
      chain: 'base',
      sender: 'sandbox',
      to: RECIPIENT,
      amount,
      currency: 'USDC',
      memo: null,
      authorizedAt: T0,
      validUntil: T0 + 5_000,
    },
    payment: { paymentId, account: 'acme', correlationId: `req_${paymentId}` },
  };
}

export function assembled(hash: string, ...paymentIds: readonly string[]): SubmissionAssembled {
  const authorizations = paymentIds.map((id) => carried(id));
  return {
    type: 'SubmissionAssembled',
    data: { chain: 'base', sender: 'sandbox', hash, bytes: `bytes of ${hash}`, authorizations },
  };
}

/** A submission on a chain whose transactions have nonces. */
export function assembledUnder(nonce: number, hash: string, ...paymentIds: readonly string[]): SubmissionAssembled {
  const { type, data } = assembled(hash, ...paymentIds);
  return { type, data: { ...data, nonce } };
}

export function replaced(
  replaces: string,
  nonce: number,
  hash: string,
  ...paymentIds: readonly string[]
): SubmissionReplaced {
  return { type: 'SubmissionReplaced', data: { ...assembled(hash, ...paymentIds).data, nonce, replaces } };
}

export function closed(paymentId: string): AuthorizationClosed {
  return {
    type: 'AuthorizationClosed',
    data: { paymentId, account: 'acme', correlationId: `req_${paymentId}`, code: 'insufficient_gas' },
  };
}

export function final(hash: string, settled: readonly string[], reverted: readonly string[] = []): SubmissionFinal {
  const failed = reverted.map((id) => ({ ...carried(id).payment, code: 'transaction_reverted' as const }));
  return { type: 'SubmissionFinal', data: { hash, settled, failed } };
}

type DataOf<Type extends SubmissionCommand['type']> = Extract<SubmissionCommand, { type: Type }>['data'];

let made = 0;

/** A command of a worker, at {@link T0}. */
export function senderCommand<Type extends SubmissionCommand['type']>(
  type: Type,
  data: DataOf<Type>,
): SubmissionCommand {
  const id = `work_${++made}`;
  return { id, type, data, at: T0, correlationId: id, account: '', livemode: false } as SubmissionCommand;
}
