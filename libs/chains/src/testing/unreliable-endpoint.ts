import type { RpcTransport } from '../rpc/rpc-endpoint';
import { standingStill } from './evm-lies';
import type { EndpointLimits } from './endpoint-limits';
import { FaultyTransport } from './faulty-transport';

/**
 * How an endpoint behaves. `lost_before`: requests never arrive; `lost_after`: answers never do; `swallows`: what is sent
 * never arrives, and all else is answered; `slow`: it never answers; `behind`: it stands still.
 */
export type Behaviour = 'sound' | 'lost_before' | 'lost_after' | 'swallows' | 'slow' | 'behind';

/** An endpoint that behaves as a test says, towards all who ask it. */
export class UnreliableEndpoint {
  readonly transport: RpcTransport;
  /** So many requests it has not dealt with as it should have. */
  failed = 0;
  readonly #faulty: FaultyTransport;
  #behaviour: Behaviour = 'sound';

  constructor(through: RpcTransport) {
    this.#faulty = new FaultyTransport(through);
    this.transport = (body, signal) => {
      if (this.#behaviour !== 'sound') this.failed++;
      return this.#faulty.transport(body, signal);
    };
  }

  /** What it takes and keeps from now on, however it behaves. */
  set limits(limits: EndpointLimits) {
    this.#faulty.limits = limits;
  }

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  set behaviour(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    const isSwallowing = behaviour === 'swallows';
    const isAnswering = behaviour === 'sound' || behaviour === 'behind';
    this.#faulty.where = isSwallowing ? 'sendRaw' : '';
    this.#faulty.fault = isSwallowing ? 'lost_before' : isAnswering ? 'none' : behaviour;
    const still = standingStill();
    this.#faulty.lie =
      behaviour === 'behind'
        ? (method, result, params) => still({ method, params }, result)
        : (_method, result) => result;
  }
}
