import { describeSdk } from './support/sdk-programs';

const program = (name: string) => ({ command: process.execPath, args: [`sdks/typescript/e2e/${name}.mjs`] });

describeSdk('TypeScript', { endToEnd: program('end-to-end'), kill: program('kill') });
