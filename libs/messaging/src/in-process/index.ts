export { InProcessBus } from './in-process-bus';
export type { InProcessBusOptions } from './in-process-bus';
