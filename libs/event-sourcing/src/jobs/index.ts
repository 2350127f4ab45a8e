export * from './command-id';
export * from './job-changes';
export type { Job, NewJob } from './job';
export type { JobQueue, JobReader, ReaderOptions, Skipped } from './job-queue';
export * from './job-runner';
export { countDueJobs, createJobTable, jobFrom } from './job-table';
export type { JobTables } from './job-table';
export * from './memory-job-queue';
export { TableJobQueue } from './table-job-queue';
