/** The log of this library. A pino logger implements it. */
export interface MessagingLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The metrics of this library. Names end in their unit. */
export interface MessagingMeter {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  gauge(name: string, labels: Readonly<Record<string, string>>, read: () => number): void;
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
}

export const silentLog: MessagingLog = { debug: () => undefined, warn: () => undefined, error: () => undefined };

export const silentMeter: MessagingMeter = {
  count: () => undefined,
  gauge: () => undefined,
  observe: () => undefined,
};
