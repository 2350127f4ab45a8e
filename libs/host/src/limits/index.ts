export { BoundedMap } from './bounded-map';
export { MemoryBucketStore, type BucketStore } from './memory-bucket-store';
export * from './token-bucket';
