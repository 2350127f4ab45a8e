import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadLocalChains } from '@stablecoin/chains';
import { ConfigurationError, readConfiguration, type Configuration } from '@stablecoin/host';

/** Variables that override the keys of the local chains. */
const CHOOSABLE = ['EVM_SPENDER_SIGNER', 'EVM_APPROVAL_SIGNER', 'SOLANA_SPENDER_SIGNER', 'SOLANA_APPROVAL_SIGNER'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with the local chains in it where `CHAINS=local` asks for some; they are started when they are not
 * there yet.
 *
 * @throws Error of one line
 */
export async function withLocalChains(environment: Environment): Promise<Environment> {
  if ((environment['CHAINS'] ?? '') === '') return environment;
  const configuration = readConfiguration(environment);
  if (configuration.chains === null) return environment;
  const { evm, solana } = configuration.liveChains;
  if (evm !== null || solana !== null) {
    throw new ConfigurationError(['CHAINS: got "local", takes nothing beside the endpoints of other chains']);
  }
  const local = await loadLocalChains().useLocalChains(configuration.dataDir, hasPast(configuration));
  const chosen = CHOOSABLE.filter((name) => (environment[name] ?? '') !== '');
  return { ...environment, ...local, ...Object.fromEntries(chosen.map((name) => [name, environment[name]])) };
}

/** Whether earlier payments may exist; they are on the chains of that time. */
function hasPast({ eventStore, dataDir }: Configuration): boolean {
  if (eventStore === 'memory') return false;
  return eventStore !== 'sqlite' || existsSync(join(dataDir, 'events.db'));
}
