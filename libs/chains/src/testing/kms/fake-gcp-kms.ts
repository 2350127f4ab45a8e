import { generateKeyPairSync, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32c } from '../../signer/kms/crc32c';
import { FakeService, signatureOf } from './fake-service';
import type { Answer, Fault } from './fake-service';
import type { HeldKey } from './held-key';

const ERRORS: Readonly<Partial<Record<Fault, readonly [code: number, status: string]>>> = {
  throttled: [429, 'RESOURCE_EXHAUSTED'],
  fails: [503, 'UNAVAILABLE'],
  denied: [403, 'PERMISSION_DENIED'],
  'unknown credentials': [401, 'UNAUTHENTICATED'],
  missing: [404, 'NOT_FOUND'],
  disabled: [400, 'FAILED_PRECONDITION'],
  'not for signing': [400, 'INVALID_ARGUMENT'],
};

interface SignRequest {
  readonly digest?: { readonly sha256?: string };
  readonly digestCrc32c?: string;
  readonly data?: string;
  readonly dataCrc32c?: string;
}

/** JSON over HTTP as Google Cloud KMS speaks it: `publicKey` and `asymmetricSign`, for one service account. */
export class FakeGcpKms extends FakeService {
  protected override readonly contentType = 'application/json';
  readonly #account = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  /** The next answers have checksums that do not fit. */
  damaged = 0;

  /** What Google gives for a service account, to be named by `GOOGLE_APPLICATION_CREDENTIALS`. */
  get credentials(): Readonly<Record<string, string>> {
    return {
      type: 'service_account',
      project_id: 'a-project',
      private_key_id: '1',
      private_key: this.#account.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      client_email: 'signer@a-project.iam.gserviceaccount.com',
      client_id: '1',
    };
  }

  protected override async answer(request: IncomingMessage, body: string, fault: Fault | null): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, name = '', action = ''] = /^\/v1\/(.+?)(\/publicKey|:asymmetricSign)$/.exec(pathname) ?? [];
    this.calls.push(action);
    if (!this.#knows(request.headers.authorization ?? '')) return refusal('unknown credentials');
    if (fault === 'switched off') return switchedOff;
    if (fault !== null && fault in ERRORS) return refusal(fault);
    const key = this.keys.get(name);
    if (key === undefined) return refusal('missing');
    return action === ':asymmetricSign'
      ? this.#sign(name, JSON.parse(body) as SignRequest, key, fault)
      : this.#publicKey(name, key);
  }

  #publicKey(name: string, key: HeldKey): Answer {
    const pem = key.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    return { status: 200, body: { name, pem, pemCrc32c: this.#checksum(Buffer.from(pem)) } };
  }

  async #sign(name: string, given: SignRequest, key: HeldKey, fault: Fault | null): Promise<Answer> {
    const isDigest = key.curve !== 'ed25519';
    const input = Buffer.from((isDigest ? given.digest?.sha256 : given.data) ?? '', 'base64');
    const checksum = isDigest ? given.digestCrc32c : given.dataCrc32c;
    if (input.length === 0 || checksum !== String(crc32c(input))) return refusal('not for signing');
    const signature = await signatureOf(key, input, fault);
    const body = {
      name,
      signature: signature.toString('base64'),
      signatureCrc32c: this.#checksum(signature),
      [isDigest ? 'verifiedDigestCrc32c' : 'verifiedDataCrc32c']: true,
    };
    return { status: 200, body };
  }

  /** A token that the account has signed by itself. */
  #knows(authorization: string): boolean {
    const [header = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
    const signed = Buffer.from(`${header}.${claims}`);
    return verify('sha256', signed, this.#account.publicKey, Buffer.from(signature, 'base64url'));
  }

  #checksum(bytes: Uint8Array): string {
    this.damaged -= 1;
    return String(this.damaged >= 0 ? crc32c(bytes) ^ 1 : crc32c(bytes));
  }
}

/** As Google answers where the API was never enabled in a project. */
const switchedOff: Answer = {
  status: 403,
  body: {
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'a message of the service',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'SERVICE_DISABLED',
          domain: 'googleapis.com',
          metadata: { service: 'cloudkms.googleapis.com', consumer: 'projects/1' },
        },
      ],
    },
  },
};

function refusal(fault: Fault): Answer {
  const [code, status] = ERRORS[fault] ?? [500, 'INTERNAL'];
  return { status: code, body: { error: { code, status, message: 'a message of the service' } } };
}
