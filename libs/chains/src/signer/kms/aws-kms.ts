import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { MessageType, SigningAlgorithmSpec } from '@aws-sdk/client-kms';
import { permanent, transient } from './key-service';
import type { Curve, Deadline, KeyService, KmsFailure } from './key-service';

interface Form {
  readonly keyType: string;
  readonly algorithm: SigningAlgorithmSpec;
  readonly messageType: MessageType;
}

const FORMS: Readonly<Record<Curve, Form>> = {
  // The digest is signed as it is: which hash made it, the service does not see.
  secp256k1: { keyType: 'ECC_SECG_P256K1 (SIGN_VERIFY)', algorithm: 'ECDSA_SHA_256', messageType: 'DIGEST' },
  ed25519: { keyType: 'ECC_NIST_EDWARDS25519 (SIGN_VERIFY)', algorithm: 'ED25519_SHA_512', messageType: 'RAW' },
};

/** By the name of AWS's error. */
const PERMANENT: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'permission denied; allow these credentials kms:GetPublicKey and kms:Sign, in their policy and in that of the key',
  NotFoundException:
    'no such key; check region, account and id, and that the credentials are of a partition that has it',
  DisabledException: 'the key is disabled; enable it',
  KMSInvalidStateException: 'the key cannot be used in its state; see whether it waits for deletion or for import',
  InvalidKeyUsageException: 'the key is not for signing; make one with key usage SIGN_VERIFY',
  UnsupportedOperationException: 'the key has no public half; make an asymmetric one with key usage SIGN_VERIFY',
  CredentialsProviderError: 'no credentials of AWS; give some by environment, profile, or the role of this machine',
  UnrecognizedClientException: 'AWS does not know the credentials; renew them',
  ExpiredTokenException: 'the credentials have expired; renew them',
  InvalidSignatureException: 'AWS does not accept the credentials; check the secret, and the clock of this machine',
};
const THROTTLED = 'throttled; spread the load, or ask AWS for more cryptographic operations per second';

/** A key in AWS KMS. Credentials and endpoints come by the SDK's own means: environment, profile, role. */
export class AwsKms implements KeyService {
  readonly #client: KMSClient;
  readonly #key: string;
  readonly #form: Form;

  /** @param key - an ARN, which names the region too */
  constructor(key: string, curve: Curve) {
    const [, , , region = ''] = key.split(':');
    // Attempts are counted where they are made, and for both services alike.
    this.#client = new KMSClient({ region, maxAttempts: 1 });
    this.#key = key;
    this.#form = FORMS[curve];
  }

  get keyType(): string {
    return this.#form.keyType;
  }

  async publicKey({ signal: abortSignal }: Deadline): Promise<KeyObject> {
    const command = new GetPublicKeyCommand({ KeyId: this.#key });
    const { PublicKey } = await this.#client.send(command, { abortSignal }).catch(fail);
    return createPublicKey({ key: Buffer.from(PublicKey ?? []), format: 'der', type: 'spki' });
  }

  async sign(input: Uint8Array, { signal: abortSignal }: Deadline): Promise<Uint8Array> {
    const { algorithm, messageType } = this.#form;
    const command = new SignCommand({
      KeyId: this.#key,
      Message: input,
      MessageType: messageType,
      SigningAlgorithm: algorithm,
    });
    const { Signature } = await this.#client.send(command, { abortSignal }).catch(fail);
    return Signature ?? new Uint8Array();
  }
}

function fail(error: unknown): never {
  throw failureOf(error);
}

function failureOf(error: unknown): KmsFailure {
  const { name = 'unknown', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const known = PERMANENT[name];
  if (known !== undefined) return permanent(known);
  const status = $metadata?.httpStatusCode;
  if (/Throttling|TooManyRequests|LimitExceeded/.test(name) || status === 429) return transient(THROTTLED);
  // Without a status there was no answer.
  if (status === undefined || status >= 500) return transient(`AWS does not answer (${name})`);
  return permanent(`AWS refuses (${name})`);
}
