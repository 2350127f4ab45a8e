export * from './overdue-watch';
export * from './reservations';
export * from './transfers';
