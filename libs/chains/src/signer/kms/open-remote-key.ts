import { createRequire } from 'node:module';
import { peerDependencies } from '../../../package.json';
import type { KmsUrl } from '../signer-url';
import type * as Aws from './aws-kms';
import type * as Gcp from './gcp-kms';
import type { GcpEndpoint } from './gcp-kms';
import type { Curve, KeyService } from './key-service';
import { RemoteKey } from './remote-key';
import type { KmsRetryPolicy } from './remote-key';

/** What only tests set: AWS takes an endpoint from `AWS_ENDPOINT_URL_KMS`, Google has no such variable. */
export interface KmsOptions {
  readonly retryPolicy?: Partial<KmsRetryPolicy>;
  readonly gcpEndpoint?: GcpEndpoint;
}

interface Client {
  readonly packages: readonly (keyof typeof peerDependencies)[];
  /** The word for it in the build argument `KMS` of the image. */
  readonly argument: string;
}

/** Optional peer dependencies: an image has them if it was built for this service. */
const CLIENTS: Readonly<Record<KmsUrl['kind'], Client>> = {
  'aws-kms': { packages: ['@aws-sdk/client-kms'], argument: 'aws' },
  'gcp-kms': { packages: ['@google-cloud/kms', 'gaxios'], argument: 'google' },
};

/** Each client takes a good part of a second to load, so it is loaded only if a key needs it. */
const load = createRequire(__filename);

/** @throws Error of one line that names the key and says what to do */
export async function openRemoteKey(
  url: KmsUrl,
  curve: Curve,
  { retryPolicy, gcpEndpoint }: KmsOptions = {},
): Promise<RemoteKey> {
  return RemoteKey.open(`${url.kind}:${url.key}`, openService(url, curve, gcpEndpoint), curve, retryPolicy);
}

/** @throws Error that says what to install, where the client is missing */
function openService({ kind, key }: KmsUrl, curve: Curve, endpoint: GcpEndpoint | undefined): KeyService {
  const { packages, argument } = CLIENTS[kind];
  if (!packages.every(isInstalled)) {
    const exact = packages.map((name) => `${name}@${peerDependencies[name]}`).join(' and ');
    const advice = `build the image with --build-arg=KMS=${argument}, or install ${exact}`;
    throw new Error(`${kind}:${key}: its client is not installed; ${advice}`);
  }
  switch (kind) {
    case 'aws-kms':
      return new (load('./aws-kms') as typeof Aws).AwsKms(key, curve);
    case 'gcp-kms':
      return new (load('./gcp-kms') as typeof Gcp).GcpKms(key, curve, endpoint);
  }
}

function isInstalled(name: string): boolean {
  try {
    load.resolve(name);
    return true;
  } catch {
    return false;
  }
}
