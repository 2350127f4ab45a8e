import { ServiceError } from '@stablecoin/contracts';
import type { RpcEndpoint } from './rpc-endpoint';

/** An endpoint keeps too little of the chain's history, or takes too little at once, to answer a question. */
export class EndpointLimitError extends ServiceError {
  readonly code = 'chain_endpoint_limit';
  readonly retry = 'bounded';

  /** @param limit - what it lacks, and what to do */
  constructor({ name }: Pick<RpcEndpoint, 'name'>, limit: string) {
    super(`endpoint ${name} ${limit}`);
  }
}
