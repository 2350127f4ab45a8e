import type { Schema } from '../open-api';
import { apiKeySchemas } from './api-key';
import { auditLogSchemas } from './audit-log';
import { complianceSchemas } from './compliance';
import { depositSchemas } from './deposit';
import { errorSchemas } from './error';
import { eventSchemas } from './event';
import { healthSchemas } from './health';
import { memberSchemas } from './member';
import { paymentSchemas } from './payment';
import { policySchemas } from './policy';
import { sandboxSchemas } from './sandbox';
import { statsSchemas } from './stats';
import { sessionSchemas } from './session';
import { systemSchemas } from './system';
import { treasurySchemas } from './treasury';
import { walletSchemas } from './wallet';
import { webhookSchemas } from './webhook';

/** Every schema of the document's components, by name. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...paymentSchemas,
  ...statsSchemas,
  ...walletSchemas,
  ...policySchemas,
  ...treasurySchemas,
  ...complianceSchemas,
  ...depositSchemas,
  ...webhookSchemas,
  ...eventSchemas,
  ...apiKeySchemas,
  ...sessionSchemas,
  ...memberSchemas,
  ...auditLogSchemas,
  ...systemSchemas,
  ...sandboxSchemas,
  ...healthSchemas,
  ...errorSchemas,
};
