export * from './approvals';
export * from './ledger';
export * from './recent-ids';
export * from './reservation-book';
export * from './reservation-state';
