/** What a chain tells of itself; pino's logger fits. */
export interface ChainLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
