import { CURRENCIES, toUnits } from '@stablecoin/money';
import { PublicKey } from '@solana/web3.js';
import type { EarlierUse, EarlierUseRequest } from '../../chain';
import { EndpointsDisagreeError, agreement, reachedBy } from '../../rpc/agreement';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { mentionsAt, readTransactions } from '../accounts/account-reader';
import { referencedTransfer } from '../accounts/token-movements';
import type { SolanaNetwork } from '../network';
import { count, list, record } from '../values';

const FINALIZED = { commitment: 'finalized' };

/** The account that the transfers of an on-chain id name. No one has its key. */
export function referenceTo(onchainId: string): PublicKey {
  return new PublicKey(Buffer.from(onchainId.slice(2), 'hex'));
}

/**
 * Finds the transfer that an on-chain id was used for before, by the account that it names. The chain would not refuse a
 * second one: this is what keeps it from being signed.
 */
export class EarlierUses {
  readonly #pool: RpcPool;
  readonly #network: SolanaNetwork;

  constructor({ pool, network }: { readonly pool: RpcPool; readonly network: SolanaNetwork }) {
    this.#pool = pool;
    this.#network = network;
  }

  /** @throws Error while too few of the configured endpoints say the same */
  async find({ onchainId, to, areRecordsMissing }: Omit<EarlierUseRequest, 'chain'>): Promise<EarlierUse | null> {
    const { majority, size } = this.#pool;
    const needed = areRecordsMissing ? size : majority;
    const heads = await this.#pool.ask(
      async (endpoint) => count((await endpoint.results([{ method: 'getSlot', params: [FINALIZED] }]))[0]),
      (soFar) => soFar.length >= majority,
    );
    const until = reachedBy(
      heads.map(({ value }) => value),
      majority,
    );
    if (until === undefined) throw new EndpointsDisagreeError('too few endpoints of solana say what is final');
    const reference = referenceTo(onchainId).toBase58();
    const said = await this.#pool.ask(
      (endpoint) => this.#use(endpoint, { reference, to, until }),
      (soFar) => agreement(soFar, needed) !== undefined,
    );
    // One that was seen by a majority was made, whatever the others say.
    const agreed = agreement(said, majority);
    if (agreed !== undefined && (agreed.value !== null || agreed.by.length >= needed)) return agreed.value;
    throw new EndpointsDisagreeError('too few endpoints of solana say whether a payment was made before');
  }

  /** What one endpoint says. */
  async #use(
    endpoint: RpcEndpoint,
    { reference, to, until }: { readonly reference: string; readonly to: string; readonly until: number },
  ): Promise<EarlierUse | null> {
    // The oldest: a second one would be a double payment.
    const mention = (await mentionsAt(endpoint, reference, 0, until)).at(-1);
    if (mention === undefined) return this.#recentUse(endpoint, reference, until);
    const [transaction] = await readTransactions(endpoint, [mention]);
    const found = referencedTransfer(reference, transaction);
    const currency = CURRENCIES.find((each) => this.#network.tokens[each] === found?.mint);
    if (found === null || currency === undefined) throw new TypeError('a transaction without the transfer it names');
    return {
      state: 'final',
      chain: 'solana',
      hash: mention.signature,
      block: mention.slot,
      at: count(record(transaction)['blockTime']) * 1_000,
      transfer: { from: found.from, to: found.to === to ? to : found.owner, currency, amount: toUnits(found.amount) },
    };
  }

  async #recentUse(endpoint: RpcEndpoint, reference: string, minContextSlot: number): Promise<EarlierUse | null> {
    const options = { commitment: 'confirmed', limit: 10, minContextSlot };
    const [answer] = await endpoint.results([{ method: 'getSignaturesForAddress', params: [reference, options] }]);
    const isUsed = list(answer).some((each) => record(each)['err'] === null);
    return isUsed ? { state: 'recent', chain: 'solana', since: 0, isGuarded: false } : null;
  }
}
