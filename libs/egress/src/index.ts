export * from './address-policy';
export * from './webhook-url';
