// `npm run generate`: builds the gateway, and writes what is made from its endpoints: its OpenAPI and AsyncAPI documents, the
// list of operations that the SDKs leave out, and from the OpenAPI document the types of the console and of the TypeScript SDK. NOTICE is made from the lockfile.
import { ensureInstalled, run } from './workspace.mjs';

await ensureInstalled();
await run('npx', ['turbo', 'run', 'build', '--filter=@stablecoin/gateway', '--output-logs=errors-only']);
await run('node', ['infra/scripts/write-openapi.mjs']);
await run('node', ['infra/scripts/write-asyncapi.mjs']);
await run('npm', ['run', '--silent', 'generate', '-w', '@stablecoin/console']);
await run('npm', ['run', '--silent', 'generate', '-w', 'stablecoin-payments']);
await run('node', ['infra/scripts/write-notice.mjs']);
