import type { AuditLogQueries } from './audit-log';
import type { ComplianceQueries } from './compliance';
import type { PaymentQueries } from './payment';
import type { RulesQueries } from './rules';
import type { SystemQueries } from './system';
import type { TreasuryQueries } from './treasury';
import type { WalletQueries } from './wallet';
import type { WebhookQueries } from './webhook';

/** Every query between services, by name. */
export type QueryMap = PaymentQueries &
  RulesQueries &
  WalletQueries &
  ComplianceQueries &
  TreasuryQueries &
  WebhookQueries &
  AuditLogQueries &
  SystemQueries;
