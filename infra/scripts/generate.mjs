// `npm run generate`: builds the gateway, and writes what is made from its endpoints: its OpenAPI and AsyncAPI documents, the
// list of operations that the SDKs leave out, and the types of the TypeScript SDK, which the console uses too. NOTICE is made from
// the lockfile.
import { ensureInstalled, run } from './workspace.mjs';

await ensureInstalled();
await run('npx', ['turbo', 'run', 'build', '--filter=@stablecoin/gateway', '--output-logs=errors-only']);
await run('node', ['infra/scripts/write-openapi.mjs']);
await run('node', ['infra/scripts/write-asyncapi.mjs']);
await run('npm', ['run', '--silent', 'generate', '-w', 'stablecoin-payments']);
await run('node', ['infra/scripts/write-notice.mjs']);
