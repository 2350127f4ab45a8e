import { toBase58 } from '../base58';
import type { Authorization, Submission } from '../../transfers';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { AssociatedAccounts } from '../accounts/associated-accounts';
import { writeCarriers } from './carriers';
import type { Carrier } from './carriers';
import type { ChainStatusReader } from '../chain-status';
import type { SolanaNetwork } from '../network';
import type { ComputeUnits } from './compute-units';
import { pack, signBatch, unitsOf } from './packing';
import type { Payers, PlannedTransfer } from './packing';
import { referenceTo } from '../reference';
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
  readonly #units: ComputeUnits;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly payers: Payers;
    readonly associated: AssociatedAccounts;
    readonly recipients: RecipientReader;
    readonly status: ChainStatusReader;
    readonly units: ComputeUnits;
    readonly now: () => number;
  }) {
    this.#lifetimes = new LifetimeReader(parts.pool, parts.now);
    this.#now = parts.now;
    this.#network = parts.network;
    this.#payers = parts.payers;
    this.#associated = parts.associated;
    this.#recipients = parts.recipients;
    this.#status = parts.status;
    this.#units = parts.units;
  }

  /** As many to a transaction as it holds. */
  async together(authorizations: readonly Authorization[]): Promise<readonly Carrier[]> {
    const transfers = await Promise.all(authorizations.map((each) => this.#plan(each)));
    const batches = bySource(transfers, this.#payers).flatMap((each) => pack(each, this.#payers));
    return this.#sign(batches, () => this.#units.simulate(batches, this.#payers));
  }

  /** Each in a transaction of its own, which asks for all the compute units that it could take. */
  async singly(authorizations: readonly Authorization[]): Promise<readonly Carrier[]> {
    const transfers = await Promise.all(authorizations.map((each) => this.#plan(each)));
    const batches = transfers.map((each) => [each]);
    return this.#sign(batches, () => Promise.resolve(batches.map(unitsOf)));
  }

  async #plan({ id, onchainId, to, currency, amount, memo, payer }: Authorization): Promise<PlannedTransfer> {
    const mint = this.#network.tokens[currency];
    const owner = payer?.wallet.address ?? this.#payers.treasury.address;
    const { destination, creationFor } = await this.#recipients.establish(to, currency);
    return {
      id,
      source: this.#associated.of(owner, mint),
      authority: payer === undefined ? owner : this.#spenderOf(payer),
      mint: new PublicKey(mint),
      destination,
      amount: BigInt(amount),
      memo,
      creationFor,
      ...(onchainId === undefined ? {} : { reference: referenceTo(onchainId) }),
    };
  }

  /** Within the limit alone: nothing else is signed by the spender. */
  #spenderOf({ wallet, approval }: NonNullable<Authorization['payer']>): string {
    const { spender } = this.#payers;
    if (spender === null || spender.address !== wallet.spender) {
      throw new Error(`the spender ${wallet.spender} of the wallet ${wallet.address} is not configured on solana`);
    }
    if (approval !== null) throw new Error(`owners of the wallet ${wallet.address} cannot approve payments on solana`);
    return spender.address;
  }

  async #sign(
    batches: readonly (readonly PlannedTransfer[])[],
    readUnits: () => Promise<readonly number[]>,
  ): Promise<readonly Carrier[]> {
    if (batches.length === 0) return [];
    const readings = [this.#lifetimes.read(), this.#status.read(), readUnits()] as const;
    const [{ blockhash, ...lifetime }, { price }, units] = await Promise.all(readings);
    const signedAt = this.#now();
    return Promise.all(
      batches.map(async (batch, index) => {
        const budget = { price, units: units[index] ?? unitsOf(batch) };
        const { signature, wire } = await signBatch(batch, this.#payers, { blockhash, ...budget });
        return {
          ...lifetime,
          blockhash,
          signedAt,
          signature: toBase58(signature),
          wire: Buffer.from(wire).toString('base64'),
          carries: batch.map(({ id }) => id),
        };
      }),
    );
  }
}

/** Those of the treasury together, and those of each wallet: a wallet whose payments fail keeps no one else's from being made. */
function bySource(
  transfers: readonly PlannedTransfer[],
  { treasury }: Payers,
): readonly (readonly PlannedTransfer[])[] {
  const groups = new Map<string, PlannedTransfer[]>();
  for (const transfer of transfers) {
    const key = transfer.authority === treasury.address ? treasury.address : transfer.source.toBase58();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [transfer]);
    else group.push(transfer);
  }
  return [...groups.values()];
}

/** A submission is known by the signature of its first transaction, which no other one has. */
export function toSubmission(carriers: readonly Carrier[], authorizations: readonly string[]): Submission {
  const [first] = carriers;
  if (first === undefined) throw new Error('a submission carries at least one authorization');
  return { hash: first.signature, bytes: writeCarriers(carriers), authorizations };
}
