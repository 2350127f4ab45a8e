import type { RpcCall, RpcTransport } from '../rpc/rpc-endpoint';
import { limited } from './endpoint-limits';
import type { EndpointLimits } from './endpoint-limits';

/**
 * What happens to a request. `lost_before`: it never arrives; `lost_after`: its answer never does; `slow`: it fails a moment later,
 * as by a deadline; `hangs`: it never ends.
 */
export type Fault = 'none' | 'lost_before' | 'lost_after' | 'slow' | 'hangs';

/** Nothing depends on it: an honest endpoint may take longer on a busy machine. */
const SLOW_MS = 20;

interface Answer {
  readonly id: number;
  result?: unknown;
}

/** An endpoint between the service and a real one, which fails as a test asks for. */
export class FaultyTransport {
  /** What happens to requests that contain {@link FaultyTransport.where}. */
  fault: Fault = 'none';
  /** A method, or part of a request. */
  where = '';
  /** Changes answers: the endpoint lies. */
  lie: (method: string, result: unknown, params: readonly unknown[]) => unknown = (_method, result) => result;
  /** What it takes and keeps. */
  limits: EndpointLimits = {};
  readonly requests: string[] = [];
  readonly #hanging: ((error: Error) => void)[] = [];
  readonly #through: RpcTransport;

  constructor(through: RpcTransport) {
    this.#through = limited(through, () => this.limits);
  }

  /** Ends the requests that hang, whose deadlines would keep the process of the tests. */
  release(): void {
    for (const reject of this.#hanging.splice(0)) reject(new Error('released'));
  }

  /** As an endpoint takes it. */
  readonly transport: RpcTransport = async (body, signal) => {
    this.requests.push(body);
    const fault = body.includes(this.where) ? this.fault : 'none';
    if (fault === 'lost_before') throw new Error('connection refused');
    if (fault === 'hangs') return new Promise((_, reject) => this.#hanging.push(reject));
    if (fault === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      throw new Error('none in time');
    }
    const text = await this.#through(body, signal);
    if (fault === 'lost_after') throw new Error('socket hang up');
    const calls = JSON.parse(body) as readonly (RpcCall & { readonly id: number })[];
    const answers = JSON.parse(text) as Answer[];
    // A batch may come back as one error.
    if (!Array.isArray(answers)) return text;
    for (const answer of answers) {
      const call = calls.find(({ id }) => id === answer.id);
      if (call !== undefined && 'result' in answer) answer.result = this.lie(call.method, answer.result, call.params);
    }
    return JSON.stringify(answers);
  };
}
