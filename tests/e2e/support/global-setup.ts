import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltService } from './built-service';
import { testEnvironment } from './test-environment';

/**
 * With `E2E_NODE`, the path of a node binary, the suite runs against the built service on that binary: one process
 * for all files, as with `BASE_URL`.
 */
export default async function startBuiltService(): Promise<void> {
  const node = process.env['E2E_NODE'];
  if (node === undefined) {
    if (process.env['BASE_URL'] !== undefined) {
      process.stderr.write('BASE_URL is set: the files that start services of their own are left out\n');
    }
    return;
  }
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-built-'));
  const service = await BuiltService.start({ node, dataFolder, environment: testEnvironment() });
  process.env['BASE_URL'] = service.url;
  stop = async () => {
    await service.end();
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

let stop: () => Promise<void> = () => Promise.resolve();

/** Jest runs setup and teardown in one process, as two modules. */
export function stopBuiltService(): Promise<void> {
  return stop();
}
