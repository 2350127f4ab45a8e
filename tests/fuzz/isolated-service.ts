import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../e2e/support/api';
import { BuiltService } from '../e2e/support/built-service';
import { Listener } from './listener';
import { ScriptedNetwork } from './scripted-network';
import { REBINDING } from './ssrf-names';
import { testEnvironment } from '../e2e/support/test-environment';

/** A service that cannot leave this machine, and a listener that nothing of it may reach. */
export interface IsolatedService {
  readonly api: Api;
  readonly network: ScriptedNetwork;
  readonly listener: Listener;
}

/**
 * The built service in a process of its own, also with `BASE_URL`: names have to lead where a test says, and nothing
 * that is tried by mistake may reach anybody.
 */
export function useIsolatedService(environment: Readonly<Record<string, string>>): IsolatedService {
  const network = new ScriptedNetwork(REBINDING);
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-isolated-'));
  let service: BuiltService | undefined;
  let listener: Listener | undefined;

  beforeAll(async () => {
    listener = await Listener.open();
    service = await BuiltService.start({
      node: process.env['E2E_NODE'] ?? process.execPath,
      dataFolder,
      environment: { ...testEnvironment(), ...network.environment, ...environment },
    });
  });

  afterAll(async () => {
    await service?.end();
    await listener?.close();
    network.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  return {
    network,
    get api(): Api {
      return new Api(started(service).url, null);
    },
    get listener(): Listener {
      return started(listener);
    },
  };
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the service is up from beforeAll on');
  return part;
}
