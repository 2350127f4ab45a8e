import type { RpcTransport } from '../rpc/rpc-endpoint';
import { FaultyTransport } from './faulty-transport';

/**
 * How an endpoint behaves. `lost_before`: requests never arrive; `lost_after`: answers never do; `swallows`: what is sent
 * never arrives, and all else is answered; `slow`: it never answers; `behind`: it stands still; `hides`: it denies every
 * transfer; `astray`: it follows another chain.
 */
export type Behaviour = 'sound' | 'lost_before' | 'lost_after' | 'swallows' | 'slow' | 'behind' | 'hides' | 'astray';

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

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  set behaviour(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    const isSwallowing = behaviour === 'swallows';
    const isLie = behaviour === 'behind' || behaviour === 'hides' || behaviour === 'astray';
    this.#faulty.where = isSwallowing ? 'sendRaw' : '';
    this.#faulty.fault = isSwallowing ? 'lost_before' : behaviour === 'sound' || isLie ? 'none' : behaviour;
    this.#faulty.lie = isLie ? LIES[behaviour]() : (_method, result) => result;
  }
}

const LIES: Readonly<Record<'behind' | 'hides' | 'astray', () => FaultyTransport['lie']>> = {
  behind: standingStill,
  hides: () => (method, result) =>
    method === 'eth_getLogs' ? [] : method === 'eth_getTransactionReceipt' ? null : result,
  astray: () => (method, result) =>
    method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : result,
};

/** It has stopped at the block that it is asked for first, and knows nothing of what came after. */
function standingStill(): FaultyTransport['lie'] {
  const heads = new Map<unknown, unknown>();
  const isKnown = ({ blockNumber }: { readonly blockNumber: string }): boolean => {
    const latest = heads.get('latest') as { readonly number: string } | undefined;
    return latest === undefined || BigInt(blockNumber) <= BigInt(latest.number);
  };
  return (method, result, [tag]) => {
    switch (method) {
      case 'eth_getBlockByNumber':
        if (!heads.has(tag)) heads.set(tag, result);
        return heads.get(tag);
      case 'eth_getLogs':
        return (result as { readonly blockNumber: string }[]).filter(isKnown);
      case 'eth_getTransactionReceipt':
        return result !== null && isKnown(result as { readonly blockNumber: string }) ? result : null;
      default:
        return result;
    }
  };
}
