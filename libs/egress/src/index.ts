export * from './address-policy';
export * from './guarded-connector';
export * from './signature';
export * from './webhook-url';
