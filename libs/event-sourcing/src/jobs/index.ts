export * from './command-id';
export type { Job, NewJob } from './job';
export * from './job-changes';
export { countDueJobs, createJobTable, jobFrom } from './job-table';
export type { JobTables } from './job-table';
