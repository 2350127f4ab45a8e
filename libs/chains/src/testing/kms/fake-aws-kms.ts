import type { IncomingMessage } from 'node:http';
import { FakeService, signatureOf } from './fake-service';
import type { Answer, Fault } from './fake-service';
import type { HeldKey } from './held-key';

const ERRORS: Readonly<Partial<Record<Fault, readonly [status: number, type: string]>>> = {
  throttled: [400, 'ThrottlingException'],
  fails: [500, 'KMSInternalException'],
  denied: [400, 'AccessDeniedException'],
  'unknown credentials': [400, 'UnrecognizedClientException'],
  missing: [400, 'NotFoundException'],
  disabled: [400, 'DisabledException'],
  'not for signing': [400, 'InvalidKeyUsageException'],
};
/** A signature of another time is refused. */
const SKEW_MS = 300_000;
const ALGORITHMS = { secp256k1: ['DIGEST', 'ECDSA_SHA_256'], ed25519: ['RAW', 'ED25519_SHA_512'] } as const;

/** JSON 1.1 as AWS KMS speaks it: `GetPublicKey` and `Sign`, for keys of one region. */
export class FakeAwsKms extends FakeService {
  protected override readonly contentType = 'application/x-amz-json-1.1';

  constructor(
    readonly region: string,
    readonly accessKeyId: string,
  ) {
    super();
  }

  protected override async answer(request: IncomingMessage, body: string, fault: Fault | null): Promise<Answer> {
    const action = String(request.headers['x-amz-target']);
    this.calls.push(action);
    const scope = new RegExp(`^AWS4-HMAC-SHA256 Credential=${this.accessKeyId}/\\d{8}/${this.region}/kms/aws4_request`);
    if (!scope.test(request.headers.authorization ?? '')) return refusal('unknown credentials');
    if (fault !== null && fault in ERRORS) return refusal(fault);
    if (Math.abs(signedAt(request) - this.now()) > SKEW_MS) {
      return { status: 400, body: { __type: 'InvalidSignatureException', message: 'a message of the service' } };
    }
    const input = JSON.parse(body) as Readonly<Record<string, string>>;
    const key = this.keys.get(input['KeyId'] ?? '');
    if (key === undefined) return refusal('missing');
    switch (action) {
      case 'TrentService.GetPublicKey':
        return publicKey(input, key);
      case 'TrentService.Sign':
        return this.#sign(input, key, fault);
      default:
        return { status: 400, body: { __type: 'UnknownOperationException' } };
    }
  }

  async #sign(input: Readonly<Record<string, string>>, key: HeldKey, fault: Fault | null): Promise<Answer> {
    const { KeyId, Message = '', MessageType, SigningAlgorithm } = input;
    const message = Buffer.from(Message, 'base64');
    if (key.curve === 'P-256') return refusal('not for signing');
    const [type, algorithm] = ALGORITHMS[key.curve];
    const fits = type === 'DIGEST' ? message.length === 32 : message.length <= 4_096;
    if (MessageType !== type || SigningAlgorithm !== algorithm || !fits) {
      return { status: 400, body: { __type: 'ValidationException' } };
    }
    const signature = await signatureOf(key, message, fault);
    return { status: 200, body: { KeyId, SigningAlgorithm, Signature: signature.toString('base64') } };
  }
}

/** `20260131T120000Z` */
function signedAt({ headers }: IncomingMessage): number {
  return Date.parse(
    String(headers['x-amz-date']).replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

function publicKey({ KeyId }: Readonly<Record<string, string>>, key: HeldKey): Answer {
  const PublicKey = key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return { status: 200, body: { KeyId, PublicKey, KeyUsage: 'SIGN_VERIFY' } };
}

function refusal(fault: Fault): Answer {
  const [status, type] = ERRORS[fault] ?? [500, 'KMSInternalException'];
  return { status, body: { __type: type, message: 'a message of the service' } };
}
