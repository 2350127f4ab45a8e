import type { Resource } from '../openapi/resource';
import { apiKeys } from './api-keys';
import { approvals } from './approvals';
import { auditLog } from './audit-log';
import { compliance } from './compliance';
import { deposits } from './deposits';
import { docs } from './docs';
import { events } from './events';
import { health } from './health';
import { members } from './members';
import { payments } from './payments';
import { policies } from './policies';
import { rules } from './rules';
import { sandbox } from './sandbox';
import { sessions } from './sessions';
import { signIn } from './sign-in';
import { stats } from './stats';
import { system } from './system';
import { treasury } from './treasury';
import { wallets } from './wallets';
import { webhookEndpoints } from './webhook-endpoints';

/** Every resource of the API, in the order of the document. */
export const RESOURCES: readonly Resource[] = [
  payments,
  stats,
  wallets,
  approvals,
  policies,
  rules,
  treasury,
  compliance,
  deposits,
  webhookEndpoints,
  events,
  apiKeys,
  sessions,
  members,
  auditLog,
  system,
  sandbox,
  signIn,
  health,
  docs,
];

export const CONTROLLERS = RESOURCES.flatMap(({ controllers }) => controllers);
