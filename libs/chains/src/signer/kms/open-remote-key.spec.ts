import type * as NodeModule from 'node:module';
import { peerDependencies } from '../../../package.json';
import type * as Module from './open-remote-key';

const AWS_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/x';
const GOOGLE_KEY = 'projects/a/locations/b/keyRings/c/cryptoKeys/d/cryptoKeyVersions/1';

beforeEach(() => jest.resetModules());

/** What it is where a package is not installed. */
function openWithout(missing: string): typeof Module.openRemoteKey {
  jest.doMock('node:module', () => {
    const real = jest.requireActual<typeof NodeModule>('node:module');
    const resolve = (name: string): string => {
      if (name === missing) throw new Error(`Cannot find module '${name}'`);
      return name;
    };
    return { createRequire: (file: string) => Object.assign(real.createRequire(file), { resolve }) };
  });
  return jest.requireActual<typeof Module>('./open-remote-key').openRemoteKey;
}

it.each([
  ['aws-kms', AWS_KEY, 'aws', ['@aws-sdk/client-kms']],
  ['gcp-kms', GOOGLE_KEY, 'google', ['@google-cloud/kms', 'gaxios']],
] as const)('says what to install for a key in %s, in one line', async (kind, key, argument, packages) => {
  const exact = packages.map((name) => `${name}@${peerDependencies[name]}`).join(' and ');
  for (const missing of packages) {
    await expect(openWithout(missing)({ kind, key }, 'secp256k1')).rejects.toThrow(
      `${kind}:${key}: its client is not installed; build the image with --build-arg=KMS=${argument}, or install ${exact}`,
    );
    jest.resetModules();
  }
});

it('says what is wrong with a client that is installed', async () => {
  jest.dontMock('node:module');
  jest.doMock('@aws-sdk/client-kms', () => {
    throw new SyntaxError('Unexpected token');
  });
  const { openRemoteKey } = jest.requireActual<typeof Module>('./open-remote-key');
  await expect(openRemoteKey({ kind: 'aws-kms', key: AWS_KEY }, 'ed25519')).rejects.toThrow('Unexpected token');
});
