import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { MessageType, SigningAlgorithmSpec } from '@aws-sdk/client-kms';
import { HttpClient, refusedAnswerIn } from '@stablecoin/security';
import { NOT_OF_THE_SERVICE, permanent, transient } from './key-service';
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
/** For requests of the SDK's own, which have no signal, in milliseconds. */
const LONGEST_MS = 10_000;
const THROTTLED = 'throttled; spread the load, or ask AWS for more cryptographic operations per second';

const CLOCK_IS_OFF = 'the clock of this machine is off by more than five minutes; set it';

interface SdkError {
  readonly name?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly clockSkewCorrected?: boolean };
}
type Handler = KMSClient['config']['requestHandler'];
/** What the SDK hands over. Its client of STS, which gives credentials, sends by this too. */
interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Public keys and signatures have some kilobytes. */
const http = new HttpClient({ bytesMax: 1_000_000 });
/** Sends the SDK's requests: answers are not decoded, and have a limit. */
const requestHandler: Handler = {
  async handle({ protocol, hostname, port, path, query, method, headers, body }: SdkRequest, options) {
    const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search(query)}`;
    // The SDK's type also allows for the signals of other runtimes.
    const given = options !== undefined && 'abortSignal' in options ? options.abortSignal : undefined;
    const signal = given instanceof AbortSignal ? given : AbortSignal.timeout(LONGEST_MS);
    const answer = await http.request(url, { method, headers, ...(isContent(body) && { body }), signal });
    const entries = Object.keys(answer.headers).map((name) => [name, answer.header(name) ?? '']);
    const fields = Object.fromEntries(entries) as Record<string, string>;
    return { response: { statusCode: answer.status, headers: fields, body: await answer.bytes() } };
  },
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
};

/** Encoded as the SDK has signed it. */
function search(query: SdkRequest['query'] = {}): string {
  const parts = Object.entries(query).flatMap(([name, values]) =>
    [values ?? ''].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function isContent(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** A key in AWS KMS. Credentials and endpoints come by the SDK's own means: environment, profile, role. */
export class AwsKms implements KeyService {
  readonly #client: KMSClient;
  readonly #key: string;
  readonly #form: Form;

  /** @param key - an ARN, which names the region too */
  constructor(key: string, curve: Curve) {
    const [, , , region = ''] = key.split(':');
    // Attempts are counted where they are made, and for both services alike.
    this.#client = new KMSClient({ region, maxAttempts: 1, requestHandler });
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
  const refused = refusedAnswerIn(error);
  if (refused !== undefined) return transient(refused.message);
  const { name = 'unknown', $metadata } = error as SdkError;
  // The SDK has seen the time of AWS, and signs the next request by it.
  if ($metadata?.clockSkewCorrected === true) return transient(CLOCK_IS_OFF);
  if (error instanceof SyntaxError) return transient(NOT_OF_THE_SERVICE);
  const known = PERMANENT[name];
  if (known !== undefined) return permanent(known);
  const status = $metadata?.httpStatusCode;
  if (/Throttling|TooManyRequests|LimitExceeded/.test(name) || status === 429) return transient(THROTTLED);
  // Without a status there was no answer.
  if (status === undefined || status >= 500) return transient(`AWS does not answer (${name})`);
  return permanent(`AWS refuses (${name})`);
}
