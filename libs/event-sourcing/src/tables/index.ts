export * from './batch-statement';
export { changeTables } from './change-tables';
export { forgetCheckpointsBeyond, furthestCheckpoint } from './checkpoint';
export * from './labels';
