import { toBase58 } from '../base58';
import type { Authorization, Submission } from '../../chain';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { writeCarriers } from './carriers';
import type { Carrier } from './carriers';
import type { ChainStatusReader } from '../chain-status';
import type { SolanaNetwork } from '../network';
import { pack, signBatch } from './packing';
import type { Payers, PlannedTransfer } from './packing';
import { referenceTo } from '../observation/earlier-uses';
import type { RecipientReader } from '../accounts/recipients';
import { LifetimeReader } from './lifetime-reader';
import { PublicKey } from '@solana/web3.js';

/** Plans, packs and signs transactions. Sends nothing. */
export class SubmissionMaker {
  readonly #lifetimes: LifetimeReader;
  readonly #now: () => number;
  readonly #network: SolanaNetwork;
  readonly #payers: Payers;
  readonly #associated: AssociatedAccounts;
  readonly #recipients: RecipientReader;
  readonly #status: ChainStatusReader;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly payers: Payers;
    readonly associated: AssociatedAccounts;
    readonly recipients: RecipientReader;
    readonly status: ChainStatusReader;
    readonly now: () => number;
  }) {
    this.#lifetimes = new LifetimeReader(parts.pool, parts.now);
    this.#now = parts.now;
    this.#network = parts.network;
    this.#payers = parts.payers;
    this.#associated = parts.associated;
    this.#recipients = parts.recipients;
    this.#status = parts.status;
  }

  /** As many to a transaction as it holds. */
  async together(authorizations: readonly Authorization[]): Promise<readonly Carrier[]> {
    const transfers = await Promise.all(authorizations.map((each) => this.#plan(each)));
    return this.#sign(pack(transfers, this.#payers));
  }

  /** Each in a transaction of its own. */
  async singly(authorizations: readonly Authorization[]): Promise<readonly Carrier[]> {
    const transfers = await Promise.all(authorizations.map((each) => this.#plan(each)));
    return this.#sign(transfers.map((each) => [each]));
  }

  async #plan({ id, onchainId, to, currency, amount, memo }: Authorization): Promise<PlannedTransfer> {
    const mint = this.#network.tokens[currency];
    const { destination, creationFor } = await this.#recipients.establish(to, currency);
    return {
      id,
      source: this.#associated.of(this.#payers.treasury.address, mint),
      mint: new PublicKey(mint),
      destination,
      amount: BigInt(amount),
      memo,
      creationFor,
      ...(onchainId === undefined ? {} : { reference: referenceTo(onchainId) }),
    };
  }

  async #sign(batches: readonly (readonly PlannedTransfer[])[]): Promise<readonly Carrier[]> {
    if (batches.length === 0) return [];
    const [lifetime, { price }] = await Promise.all([this.#lifetimes.read(), this.#status.read()]);
    const signedAt = this.#now();
    return Promise.all(
      batches.map(async (batch) => {
        const { signature, wire } = await signBatch(batch, this.#payers, { blockhash: lifetime.blockhash, price });
        return {
          ...lifetime,
          signedAt,
          signature: toBase58(signature),
          wire: Buffer.from(wire).toString('base64'),
          carries: batch.map(({ id }) => id),
        };
      }),
    );
  }
}

/** A submission is known by the signature of its first transaction, which no other one has. */
export function toSubmission(carriers: readonly Carrier[], authorizations: readonly string[]): Submission {
  const [first] = carriers;
  if (first === undefined) throw new Error('a submission carries at least one authorization');
  return { hash: first.signature, bytes: writeCarriers(carriers), authorizations };
}
