/** What a chain tells of itself; pino's logger fits. */
export interface ChainLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a chain counts of itself; the service's meter fits. */
export interface ChainMeter {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  gauge(name: string, labels: Readonly<Record<string, string>>, read: () => number): void;
}

/** Counts nothing. */
export const silentChainMeter: ChainMeter = { count: () => undefined, gauge: () => undefined };
