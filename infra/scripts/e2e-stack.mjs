// `npm run e2e:stack`: builds the services where they have changed, and runs the end-to-end suite against the
// distributed stack. Takes what `npm run e2e` takes: the files to run, for example.
import { loadStack } from './load-stack.mjs';

await loadStack('end-to-end.ts');
