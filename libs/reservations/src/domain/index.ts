export * from './approvals';
export * from './deposits';
export * from './ledger';
export * from './recent-ids';
export * from './reservation-book';
export * from './reservation-state';
