import type { ChainName } from '@stablecoin/contracts';
import type { Assumption } from './assumptions';
import type { EndpointWatch } from './rpc/endpoint-watch';
import type { ChainLog, ChainMeter } from './chain-log';

/** What chains are opened with, beside their settings. */
export interface OpenParts {
  /** The environment, from which keys and passphrases come. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: ChainLog;
  /** Default: nothing is counted. */
  readonly meter?: ChainMeter | undefined;
  readonly now: () => number;
  /** Is told of the watch over each chain's endpoints. */
  readonly onWatch?: ((watch: EndpointWatch) => void) | undefined;
  /** Receives what the start has found out about a chain's assumptions. */
  readonly onAssumptions?: ((chain: ChainName, found: readonly Assumption[]) => void) | undefined;
}
