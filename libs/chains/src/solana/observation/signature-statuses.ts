import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { SizesTaken } from '../../rpc/sizes-taken';
import { inContext, list, status } from '../values';
import type { InContext, Status } from '../values';

/** Signatures of one call: what nodes take. Some plans of providers take five. */
const SIGNATURES_MAX = 256;

/** Asks how far transactions have come, in as many calls as an endpoint needs for them. */
export class SignatureStatuses {
  readonly #signatures = new SizesTaken({ first: SIGNATURES_MAX, most: SIGNATURES_MAX });

  /**
   * What one endpoint says, in the order of the signatures; `slot`: the lowest at which it has said any of that.
   *
   * @param searchTransactionHistory - also looks for what is older than a node's cache
   * @throws RpcError when it refuses a single signature
   * @throws NoAnswerError when it does not answer
   */
  async read(
    endpoint: RpcEndpoint,
    signatures: readonly string[],
    searchTransactionHistory: boolean,
  ): Promise<InContext<readonly (Status | null)[]>> {
    const parts = await this.#signatures.read(endpoint, {
      total: signatures.length,
      callOf: ({ start, end }) => ({
        method: 'getSignatureStatuses',
        params: [signatures.slice(start, end), { searchTransactionHistory }],
      }),
      resultOf: (result, { start, end }) => inContext(result, (value) => list(value, end - start).map(status)),
    });
    return { slot: Math.min(...parts.map(({ slot }) => slot)), value: parts.flatMap(({ value }) => value) };
  }
}
