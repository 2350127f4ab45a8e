import { createRequire } from 'node:module';
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

/** @throws Error of one line that names the key and says what to do */
export function openRemoteKey(
  url: KmsUrl,
  curve: Curve,
  { retryPolicy, gcpEndpoint }: KmsOptions = {},
): Promise<RemoteKey> {
  return RemoteKey.open(`${url.kind}:${url.key}`, openService(url, curve, gcpEndpoint), curve, retryPolicy);
}

/** Each SDK takes a good part of a second to load, for which only who has configured it waits. */
function openService({ kind, key }: KmsUrl, curve: Curve, endpoint: GcpEndpoint | undefined): KeyService {
  const load = createRequire(__filename);
  switch (kind) {
    case 'aws-kms':
      return new (load('./aws-kms') as typeof Aws).AwsKms(key, curve);
    case 'gcp-kms':
      return new (load('./gcp-kms') as typeof Gcp).GcpKms(key, curve, endpoint);
  }
}
