export * from './amount';
export * from './chain';
export * from './currency';
export * from './reservation-book';
export * from './recent-ids';
