export type { Projection } from './projection';
export * from './projector';
export * from './rebuild';
