export * from './approvals';
export * from './deposits';
export * from './ledger';
export * from './money';
export * from './recent-ids';
export * from './reservation-book';
export * from './reservation-state';
export * from './waiting-deposit';
