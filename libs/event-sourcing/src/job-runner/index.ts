export type { ConcurrencyGroups } from './full-groups';
export type { JobQueue, JobReader, ReaderOptions, Skipped } from './job-queue';
export * from './job-runner';
export * from './memory-job-queue';
export { TableJobQueue } from './table-job-queue';
