import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Standalone } from '@stablecoin/standalone';
import { Api } from './api';
import { testEnvironment } from './test-environment';

/**
 * The service under test: the deployment at `BASE_URL`, or one that is started in this process and stopped after the
 * tests.
 *
 * @param environment - settings beside those of the suite: with them the service is always started in this process
 */
export function useService(environment?: Readonly<Record<string, string>>): { readonly api: Api } {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-e2e-'));
  let service: Standalone | undefined;
  let api: Api | undefined;

  beforeAll(async () => {
    const baseUrl = process.env['BASE_URL'];
    if (baseUrl !== undefined && environment === undefined) {
      api = new Api(baseUrl.replace(/\/$/, ''), null);
      return;
    }
    // Half of the time of a short file, where a service runs already.
    const { startStandalone } = await import('@stablecoin/standalone');
    service = await startStandalone({ ...testEnvironment(), PORT: '0', DATA_DIR: folder, ...environment });
    api = new Api(service.url, null);
  });

  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    get api(): Api {
      if (api === undefined) throw new Error('the service is up from beforeAll on');
      return api;
    },
  };
}
