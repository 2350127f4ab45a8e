/** @slow 15 */
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { recoverAddress, serializeSignature, toHex } from 'viem';
import { openEvmSigner } from '../../evm/signer/open-signer';
import { openSolanaSigner } from '../../solana/signer/open-signer';
import { FakeAwsKms } from '../../testing/kms/fake-aws-kms';
import { FakeGcpKms } from '../../testing/kms/fake-gcp-kms';
import type { Fault } from '../../testing/kms/fake-service';
import { HeldKey } from '../../testing/kms/held-key';
import type { Signer } from '../signer';
import type { KmsUrl } from '../signer-url';
import type { Curve } from './key-service';
import type { KmsOptions } from './open-remote-key';

const REGION = 'eu-central-1';
const ACCESS_KEY = 'AKIATESTTESTTESTTEST';
const SECRET_KEY = 'b0b+secret/access/key/of/the/tests/0123456';
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const aws = new FakeAwsKms(REGION, ACCESS_KEY);
const gcp = new FakeGcpKms();
const keys = { secp256k1: new HeldKey('secp256k1'), ed25519: new HeldKey('ed25519'), 'P-256': new HeldKey('P-256') };
const keyOf = {
  'aws-kms': (curve: string) => `arn:aws:kms:${REGION}:111122223333:key/${curve}`,
  'gcp-kms': (curve: string) =>
    `projects/a-project/locations/europe-west3/keyRings/treasury/cryptoKeys/${curve}/cryptoKeyVersions/1`,
};
const environment = { ...process.env };
let folder: string;
let options: KmsOptions;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gcp-'));
  const file = join(folder, 'credentials.json');
  writeFileSync(file, JSON.stringify(gcp.credentials));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${await aws.listen()}`,
    AWS_ACCESS_KEY_ID: ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    GOOGLE_APPLICATION_CREDENTIALS: file,
  });
  options = {
    retryPolicy: { attemptMs: 10_000, pauseMs: 1 },
    gcpEndpoint: { protocol: 'http', servicePath: '127.0.0.1', port: await gcp.listen() },
  };
  for (const [curve, key] of Object.entries(keys)) {
    aws.keys.set(keyOf['aws-kms'](curve), key);
    gcp.keys.set(keyOf['gcp-kms'](curve), key);
  }
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await Promise.all([aws.close(), gcp.close()]);
});

/** Asks the mathematics, not the signer. */
async function isSignature(curve: Curve, { address }: Signer, input: Uint8Array, signature: Uint8Array) {
  if (curve === 'ed25519') return verify(null, input, keys.ed25519.publicKey, signature);
  const [r, s] = [toHex(signature.subarray(0, 32)), toHex(signature.subarray(32, 64))];
  const full = serializeSignature({ r, s, yParity: signature[64]! });
  const isLow = BigInt(s) <= HALF_ORDER;
  return (
    isLow && signature.length === 65 && (await recoverAddress({ hash: toHex(input), signature: full })) === address
  );
}

const spoken = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => inspect(error, { depth: 10, showHidden: true }),
  );
const firstLine = async (work: Promise<unknown>): Promise<string> => (await spoken(work)).split('\n')[0] ?? '';

/** Whatever the secrets of these tests may look like. */
function secrets(): string[] {
  const held = Object.values(keys).flatMap(({ secret }) => [
    secret.toString('hex'),
    secret.toString('base64').slice(0, 24),
    secret.toString('base64url').slice(0, 24),
    secret.subarray(0, 8).join(', '),
    secret.toString('hex').match(/../g)!.slice(0, 8).join(' '),
    BigInt(`0x${secret.toString('hex')}`).toString(),
  ]);
  return [
    ...held,
    SECRET_KEY,
    SECRET_KEY.slice(0, 16),
    gcp.credentials['private_key']!.split('\n')[1]!,
    'AWS4-HMAC',
    'eyJ',
  ];
}

describe.each(['aws-kms', 'gcp-kms'] as const)('a key in %s', (kind) => {
  const service = kind === 'aws-kms' ? aws : gcp;
  beforeEach(() => {
    service.faults.length = 0;
    service.calls.length = 0;
  });

  describe.each(['secp256k1', 'ed25519'] as const)('of %s', (curve) => {
    const url: KmsUrl = { kind, key: keyOf[kind](curve) };
    const name = `${kind}:${url.key}`;
    const open = (given: KmsUrl = url, more: KmsOptions = {}): Promise<Signer> => {
      const openSigner = curve === 'secp256k1' ? openEvmSigner : openSolanaSigner;
      return openSigner(given, {}, { ...options, ...more });
    };
    const inputs = [1, 2, 3, 4].map((byte) => Buffer.alloc(32, byte));

    it('signs for its address, after one look at the public key and one trial', async () => {
      const signer = await open();
      expect(service.calls).toHaveLength(2);
      expect(signer.address).toMatch(curve === 'secp256k1' ? /^0x[0-9a-fA-F]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      for (const input of inputs) {
        expect(await isSignature(curve, signer, input, await signer.sign(input))).toBe(true);
      }
      expect(service.calls).toHaveLength(2 + inputs.length);
    });

    it('signs many at once', async () => {
      const signer = await open();
      const many = Array.from({ length: 80 }, (_, byte) => Buffer.alloc(32, byte + 1));
      const signatures = await Promise.all(many.map((input) => signer.sign(input)));
      const last = many.length - 1;
      expect(await isSignature(curve, signer, many[last]!, signatures[last]!)).toBe(true);
      expect(new Set(signatures.map((each) => toHex(each))).size).toBe(many.length);
    });

    it.each<[string, (Fault | null)[]]>([
      ['throttles', ['throttled', 'throttled']],
      ['fails', ['fails', 'fails', 'fails']],
      ['has the page of a proxy in front of it', ['is a page']],
    ])('is asked again when the service %s', async (_, faults) => {
      const signer = await open();
      service.faults.push(...faults);
      expect(await isSignature(curve, signer, inputs[0]!, await signer.sign(inputs[0]!))).toBe(true);
      service.faults.push(...faults);
      expect((await open()).address).toBe(signer.address);
    });

    it('is asked again when no answer comes', async () => {
      const signer = await open(url, { retryPolicy: { attemptMs: 1_000, pauseMs: 1 } });
      service.faults.push('hangs');
      expect(await isSignature(curve, signer, inputs[0]!, await signer.sign(inputs[0]!))).toBe(true);
    });

    it('is asked four times, and not once more', async () => {
      const signer = await open();
      service.calls.length = 0;
      service.faults.push('throttled', 'fails', 'fails', 'throttled');
      expect(await firstLine(signer.sign(inputs[0]!))).toMatch(/^Error: .*: throttled; .* \(tried 4 times\)$/);
      expect(service.calls).toHaveLength(4);
    });

    it.each<[Fault, string]>([
      ['encodes', 'its answer has the content-encoding "br", and encoded answers are refused (tried 4 times)'],
      ['floods', 'its answer has more than 1000000 bytes (tried 4 times)'],
    ])('takes no answer when the service %s it', async (fault, reason) => {
      const signer = await open();
      service.faults.push(fault);
      expect(await isSignature(curve, signer, inputs[0]!, await signer.sign(inputs[0]!))).toBe(true);
      service.faults.push(fault, fault, fault, fault);
      expect(await firstLine(signer.sign(inputs[0]!))).toBe(`Error: ${name}: ${reason}`);
    });

    it.each<Fault>(['forges', 'garbles'])('gives out no signature when the service %s it', async (fault) => {
      const signer = await open();
      service.faults.push(fault);
      expect(await firstLine(signer.sign(inputs[0]!))).toContain('its signature is not of this key');
      expect(service.faults).toEqual([]);
      service.faults.push(null, fault);
      expect(await firstLine(open())).toContain(`${name}: its signature is not of this key`);
    });

    it.each<[Fault, RegExp]>([
      ['denied', /permission denied; (allow|grant) these credentials/],
      ['unknown credentials', /(renew them|check the secret)/],
      ['missing', /no such key/],
      ['disabled', /enable it/],
      ['not for signing', /not for signing; make one with/],
    ])('says what to do, at once: %s', async (fault, advice) => {
      service.faults.push(fault);
      const atOpening = await firstLine(open());
      expect(atOpening).toMatch(advice);
      expect(atOpening.startsWith(`Error: ${name}: `)).toBe(true);
      const signer = await open();
      service.calls.length = 0;
      service.faults.push(fault);
      expect(await firstLine(signer.sign(inputs[0]!))).toMatch(advice);
      expect(service.calls).toHaveLength(1);
    });

    it('refuses keys of other curves, and those that do not exist', async () => {
      const other = curve === 'ed25519' ? 'secp256k1' : 'ed25519';
      for (const wrong of [other, 'P-256']) {
        expect(await firstLine(open({ kind, key: keyOf[kind](wrong) }))).toMatch(
          /it is a key of .*; make one of type EC/,
        );
      }
      expect(await firstLine(open({ kind, key: keyOf[kind]('none') }))).toContain('no such key');
    });

    it('shows no secret: in no error, no dump, no JSON and on no console', async () => {
      const written: string[] = [];
      const streams = [process.stdout, process.stderr].map((stream) =>
        jest.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0),
      );
      const signer = await open();
      const shown = [inspect(signer, { depth: 20, showHidden: true }), JSON.stringify({ signer })];
      const faults: Fault[] = ['denied', 'unknown credentials', 'missing', 'disabled', 'forges', 'garbles'];
      for (const fault of faults) {
        service.faults.push(fault);
        shown.push(await spoken(signer.sign(inputs[0]!)));
      }
      service.faults.push('fails', 'fails', 'fails', 'fails');
      shown.push(await spoken(signer.sign(inputs[0]!)));
      for (const stream of streams) stream.mockRestore();
      expect(shown.filter((each) => each === 'no error')).toEqual([]);
      for (const secret of secrets()) for (const each of [...shown, ...written]) expect(each).not.toContain(secret);
    });
  });
});

describe('gcp-kms', () => {
  it('takes no answer whose checksum does not fit', async () => {
    const url = { kind: 'gcp-kms', key: keyOf['gcp-kms']('ed25519') } as const;
    const signer = await openSolanaSigner(url, {}, options);
    gcp.damaged = 1;
    const message = Buffer.from('a message');
    expect(verify(null, message, keys.ed25519.publicKey, await signer.sign(message))).toBe(true);
    gcp.damaged = 4;
    expect(await firstLine(signer.sign(message))).toContain('changed on the way');
    gcp.damaged = 0;
  });

  it('says when there are no credentials', async () => {
    const file = process.env['GOOGLE_APPLICATION_CREDENTIALS'];
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = join(folder, 'none.json');
    const url = { kind: 'gcp-kms', key: keyOf['gcp-kms']('ed25519') } as const;
    expect(await firstLine(openSolanaSigner(url, {}, options))).toContain('Application Default Credentials');
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = file;
  });

  it('says that the API is switched off in the project, which is no missing role', async () => {
    const url = { kind: 'gcp-kms', key: keyOf['gcp-kms']('ed25519') } as const;
    gcp.faults.push('switched off');
    expect(await firstLine(openSolanaSigner(url, {}, options))).toMatch(/enable cloudkms\.googleapis\.com/);
  });

  it('refuses another account', async () => {
    const file = join(folder, 'another.json');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const private_key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    writeFileSync(file, JSON.stringify({ ...gcp.credentials, private_key }));
    const own = process.env['GOOGLE_APPLICATION_CREDENTIALS'];
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = file;
    const url = { kind: 'gcp-kms', key: keyOf['gcp-kms']('ed25519') } as const;
    expect(await firstLine(openSolanaSigner(url, {}, options))).toContain('does not accept the credentials');
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = own;
  });
});

describe('aws-kms', () => {
  it("says when there are no credentials, or a stranger's", async () => {
    const url = { kind: 'aws-kms', key: keyOf['aws-kms']('ed25519') } as const;
    process.env['AWS_ACCESS_KEY_ID'] = 'AKIAANOTHERANOTHER00';
    expect(await firstLine(openSolanaSigner(url, {}, options))).toContain('AWS does not know the credentials');
    delete process.env['AWS_ACCESS_KEY_ID'];
    process.env['AWS_EC2_METADATA_DISABLED'] = 'true';
    expect(await firstLine(openSolanaSigner(url, {}, options))).toContain('no credentials of AWS');
    process.env['AWS_ACCESS_KEY_ID'] = ACCESS_KEY;
  });

  it.each([-3_600_000, 3_600_000])('signs by the clock of AWS where it is %i ms ahead of this one', async (aheadMs) => {
    const url = { kind: 'aws-kms', key: keyOf['aws-kms']('ed25519') } as const;
    aws.aheadMs = aheadMs;
    try {
      const signer = await openSolanaSigner(url, {}, options);
      const message = Buffer.from('a message');
      expect(verify(null, message, keys.ed25519.publicKey, await signer.sign(message))).toBe(true);
    } finally {
      aws.aheadMs = 0;
    }
  });

  it('signs in the region of the key', async () => {
    const key = keyOf['aws-kms']('ed25519').replace(REGION, 'us-east-1');
    aws.keys.set(key, keys.ed25519);
    expect(await firstLine(openSolanaSigner({ kind: 'aws-kms', key }, {}, options))).toContain('does not know');
  });
});
