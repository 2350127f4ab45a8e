export * from './approval-expiry';
export * from './deposit-messages';
export * from './stale-reservation-monitor';
export * from './read-model/approvals';
export * from './read-model/ledger';
export * from './read-model/reservations';
export * from './read-model/transfers';
