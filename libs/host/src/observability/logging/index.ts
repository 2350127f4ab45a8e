export * from './access-changed';
export { createLogger } from './logger';
export type { Logger, LoggerOptions } from './logger';
export { NestLogger } from './nest-logger';
