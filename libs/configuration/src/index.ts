export { ConfigurationError, FIRST_ACCOUNT, readConfiguration } from './configuration';
export type { Configuration, QueriedService } from './configuration';
export { envExample } from './env-example';
export type { BootstrapApiKey } from './parsers/bootstrap-api-keys';
export { readSignerUrl } from './parsers/live-chains';
export { RATE_LIMIT_CLASSES } from './parsers/rate-limits';
export type { RateLimitClass, RateLimitOverride, RateLimitOverrides } from './parsers/rate-limits';
export type { ScreeningSettings, VendorSettings } from './screening-settings';
export type { SourceName } from './screening-variables';
