import type { KeyObject } from 'node:crypto';
import { ServiceError } from '@stablecoin/contracts';
import type { Retry } from '@stablecoin/contracts';

/** EVM chains take signatures of the first, Solana of the second. */
export type Curve = 'secp256k1' | 'ed25519';

/** When the answer to a call has to be there. */
export interface Deadline {
  readonly ms: number;
  /** Fires then. */
  readonly signal: AbortSignal;
}

/** One key of a key management service. Each method is one call, which is not tried again here. */
export interface KeyService {
  /** How the service calls keys of the curve that is needed, for signing. */
  readonly keyType: string;
  /** @throws {@link KmsFailure} */
  publicKey(deadline: Deadline): Promise<KeyObject>;
  /**
   * @param input - on secp256k1 a digest of 32 bytes, on Ed25519 a whole message
   * @returns what the service says is its signature: DER of ECDSA, or the 64 bytes of Ed25519
   * @throws {@link KmsFailure}
   */
  sign(input: Uint8Array, deadline: Deadline): Promise<Uint8Array>;
}

/**
 * Why a call failed, and what to do about it. The error of an SDK is not kept as its cause: it holds the request, and
 * in its headers a token or more.
 */
export class KmsFailure extends ServiceError {
  readonly code = 'kms_failed';

  constructor(
    message: string,
    readonly retry: Retry,
  ) {
    super(message);
  }
}

/** A failure that an operator has to fix. */
export function permanent(message: string): KmsFailure {
  return new KmsFailure(message, 'never');
}

/** A failure after which the same call may succeed. */
export function transient(message: string): KmsFailure {
  return new KmsFailure(message, 'bounded');
}

export const NO_ANSWER = 'no answer in time';
/** An answer that the service does not give. */
export const NOT_OF_THE_SERVICE =
  'the answer is not one of the key management service; see whether a proxy stands in between';
