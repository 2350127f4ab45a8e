export { StablecoinPayments } from './client.js';
export type { ClientOptions } from './configuration.js';
export {
  ApiConnectionError,
  ApiError,
  ApiTimeoutError,
  ChainUnavailableError,
  ComplianceBlockedError,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InsufficientScopeError,
  InternalError,
  InvalidArgumentError,
  InvalidRequestError,
  InvalidStateError,
  NotFoundError,
  PlanRequiredError,
  PossibleDuplicateError,
  RateLimitedError,
  RuleDeniedError,
  StablecoinPaymentsError,
  UnauthorizedError,
  WaitTimeoutError,
} from './errors.js';
export type { List, Page } from './pages.js';
export type { CreatePaymentOptions, Payments, WaitOptions } from './payments.js';
export type * from './administration.js';
export type * from './resources.js';
export { responseOf } from './transport.js';
export type { CallOptions, ResponseInfo, WriteOptions } from './transport.js';
export type * from './types.js';
export { VERSION } from './version.js';
export { WebhookVerificationError } from './webhooks.js';
export type { RawBody, VerifyOptions, WebhookHeaders, WebhookRefusal } from './webhooks.js';
export type { WebhookHandler } from './middleware.js';

import { express, fastify } from './middleware.js';
import { verify } from './webhooks.js';

/** What receives webhooks. */
export const webhooks = { verify, express, fastify };
