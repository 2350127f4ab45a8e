import type { InputType } from '../../http/fields';
import type { PathItem } from '../open-api';
import { apiKeyEndpoints } from './api-keys';
import { auditLogEndpoints } from './audit-log';
import { complianceEndpoints } from './compliance';
import { depositEndpoints } from './deposits';
import { toOperation, type Endpoint } from './endpoint';
import { memberEndpoints } from './members';
import { paymentEndpoints } from './payments';
import { policyEndpoints } from './policies';
import { servicePaths } from './service';
import { systemEndpoints } from './system';
import { statsEndpoints } from './stats';
import { sessionEndpoints, signInPaths } from './sessions';
import { sandboxEndpoints, treasuryEndpoints } from './treasury';
import { walletEndpoints } from './wallets';
import { eventEndpoints, webhookEndpoints } from './webhooks';

/** Every operation that takes an API key. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...paymentEndpoints,
  ...statsEndpoints,
  ...walletEndpoints,
  ...policyEndpoints,
  ...treasuryEndpoints,
  ...complianceEndpoints,
  ...depositEndpoints,
  ...webhookEndpoints,
  ...eventEndpoints,
  ...apiKeyEndpoints,
  ...sessionEndpoints,
  ...memberEndpoints,
  ...auditLogEndpoints,
  ...systemEndpoints,
  ...sandboxEndpoints,
];

/** Every class that a body is read by. */
export const BODIES: readonly InputType[] = ENDPOINTS.flatMap(({ body }) => body?.type ?? []);

/** Every path of the document. */
export function allPaths(): Readonly<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of ENDPOINTS) {
    const path = `/v1${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method]: toOperation(endpoint) };
  }
  return { ...paths, ...signInPaths, ...servicePaths };
}
