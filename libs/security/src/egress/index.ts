export * from './address-policy';
export * from './circuit-breaker';
export * from './guarded-connector';
export * from './http-client';
export * from './request-by-node';
export * from './safe-fetch';
export * from './signature';
export * from './webhook-url';
