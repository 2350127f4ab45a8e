import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Has the gateway's thread load its code. It does nothing before it is started, and ends with the process. */
export function loadGatewayThread(): Worker {
  return new Worker(join(__dirname, 'main.js'));
}
