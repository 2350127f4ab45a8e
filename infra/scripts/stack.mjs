// `npm run stack`: builds the services where they have changed, and starts the distributed stack without Docker.
import { loadStack } from './load-stack.mjs';

await loadStack('main.ts');
