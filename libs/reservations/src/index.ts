export * from './stale-reservation-monitor';
export * from './reservations';
export * from './transfers';
