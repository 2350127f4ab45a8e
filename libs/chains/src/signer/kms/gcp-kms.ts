import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { KeyManagementServiceClient } from '@google-cloud/kms';
import { HttpClient, refusedAnswerIn, safeFetch } from '@stablecoin/security';
import { instance as gaxios } from 'gaxios';
import { crc32c } from './crc32c';
import { NOT_OF_THE_SERVICE, NO_ANSWER, permanent, transient } from './key-service';
import type { Curve, Deadline, KeyService, KmsFailure } from './key-service';

/** Where a service stands that is not Google's own. */
export interface GcpEndpoint {
  readonly protocol: 'http' | 'https';
  readonly servicePath: string;
  readonly port: number;
}

const KEY_TYPES: Readonly<Record<Curve, string>> = {
  secp256k1: 'EC_SIGN_SECP256K1_SHA256',
  ed25519: 'EC_SIGN_ED25519',
};

/** Public keys, signatures and tokens have some kilobytes. */
const fetchImplementation = safeFetch(new HttpClient({ bytesMax: 1_000_000 }));
// The SDK asks the metadata server for credentials by this.
gaxios.defaults.fetchImplementation = fetchImplementation;

/** By the codes of gRPC, which the API has over HTTP as well. */
const PERMANENT: Readonly<Record<number, string>> = {
  3: 'the key is not for signing; make one with purpose ASYMMETRIC_SIGN',
  5: 'no such key version; check project, location, key ring, key and version',
  7: 'permission denied; grant these credentials roles/cloudkms.signerVerifier on the key',
  9: 'the key version cannot be used in its state; enable it',
  16: 'Google does not accept the credentials; renew them',
};
const TRANSIENT: Readonly<Record<number, string>> = {
  4: NO_ANSWER,
  8: 'throttled; spread the load, or ask Google for a higher quota of cryptographic operations',
};
const SWITCHED_OFF = 'the API is off in the project; enable cloudkms.googleapis.com there';
const CHANGED = 'its answer was changed on the way (CRC32C)';

/** The checksum as the API has it: an integer of 64 bits, which its JSON writes as text. */
interface Checksum {
  readonly value?: unknown;
}

/** A key version in Google Cloud KMS. Credentials come by the SDK's own means: Application Default Credentials. */
export class GcpKms implements KeyService {
  readonly keyType: string;
  readonly #client: KeyManagementServiceClient;
  readonly #version: string;
  readonly #curve: Curve;

  /** @param version - the full resource name of a key version */
  constructor(version: string, curve: Curve, endpoint?: GcpEndpoint) {
    this.keyType = KEY_TYPES[curve];
    // HTTP, not gRPC: a call that hangs is ended by its own time, with no connection that others share behind it.
    const clientOptions = { transporterOptions: { fetchImplementation } };
    this.#client = new KeyManagementServiceClient({ fallback: true, clientOptions, ...endpoint });
    this.#version = version;
    this.#curve = curve;
  }

  async publicKey(deadline: Deadline): Promise<KeyObject> {
    // Looks up the credentials. A call would do this in a promise whose rejection cannot be caught.
    await this.#client.initialize().catch(() => {
      throw permanent('no credentials of Google Cloud; give Application Default Credentials');
    });
    const [{ name, pem, pemCrc32c }] = await this.#client
      .getPublicKey({ name: this.#version }, once(deadline))
      .catch(fail);
    if (name !== this.#version || !matches(Buffer.from(pem ?? ''), pemCrc32c)) throw transient(CHANGED);
    return createPublicKey(pem ?? '');
  }

  async sign(input: Uint8Array, deadline: Deadline): Promise<Uint8Array> {
    const checksum = { value: crc32c(input) };
    const what =
      this.#curve === 'secp256k1'
        ? { digest: { sha256: input }, digestCrc32c: checksum }
        : { data: input, dataCrc32c: checksum };
    const [answer] = await this.#client.asymmetricSign({ name: this.#version, ...what }, once(deadline)).catch(fail);
    const signature = Buffer.from(answer.signature ?? []);
    const isTaken = this.#curve === 'secp256k1' ? answer.verifiedDigestCrc32c : answer.verifiedDataCrc32c;
    const isWhole = isTaken === true && answer.name === this.#version && matches(signature, answer.signatureCrc32c);
    if (!isWhole) throw transient(CHANGED);
    return signature;
  }
}

/** Attempts are counted where they are made, and for both services alike. */
function once({ ms }: Deadline): { readonly timeout: number; readonly retry: null } {
  return { timeout: ms, retry: null };
}

function matches(bytes: Uint8Array, checksum: Checksum | null | undefined): boolean {
  return String(checksum?.value) === String(crc32c(bytes));
}

function fail(error: unknown): never {
  throw failureOf(error);
}

function failureOf(error: unknown): KmsFailure {
  const refused = refusedAnswerIn(error);
  if (refused !== undefined) return transient(refused.message);
  const { code, details, reason } = error as { code?: unknown; details?: unknown; reason?: unknown };
  if (typeof code !== 'number') return transient('Google does not answer');
  // The SDK takes the code from the HTTP status where it cannot read the answer.
  if (details === undefined) return transient(NOT_OF_THE_SERVICE);
  if (reason === 'SERVICE_DISABLED') return permanent(SWITCHED_OFF);
  const known = PERMANENT[code];
  return known === undefined ? transient(TRANSIENT[code] ?? `Google does not answer (code ${code})`) : permanent(known);
}
