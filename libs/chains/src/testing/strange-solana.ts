import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { TransactionInstruction } from '@solana/web3.js';
import { memo } from '../solana/instructions';
import type { Chance } from './lies';
import type { LocalSolana } from './solana-chain';
import { tokenBatch } from './solana-strangers';

/** What strangers do on Solana. */
export const STRANGE_ON_SOLANA = [
  'a legacy transfer to the treasury',
  'a transfer of version 0 to the treasury',
  'a transfer of version 1 to the treasury',
  'several transfers in one transaction',
  'a batch of the token program',
  'a batch of version 1 with a memo',
  'SOL for a token account of the treasury',
  'a transaction of a version that nobody can read',
  'such a transaction with money for the treasury',
  'a transaction that fails',
] as const;
export type StrangeOnSolana = (typeof STRANGE_ON_SOLANA)[number];

/** The first version that clients of today cannot read. */
const VERSION_TO_COME = 2;
const VERSION_OF_TODAY = 1;
const TOO_MUCH = 2n ** 63n;

interface StrangeTransaction {
  readonly version: 'legacy' | 0 | 1;
  readonly instructions: readonly TransactionInstruction[];
  readonly isHidden?: boolean;
}

/** Others on a local Solana, who send what anybody may send. */
export class SolanaStrangers {
  readonly #hidden: string[] = [];

  /** @param random - decides amounts */
  constructor(private readonly random: Chance) {}

  /** It stands in the next block. */
  async act(local: LocalSolana, strange: StrangeOnSolana): Promise<void> {
    const { version, instructions, isHidden = false } = this.#transactionOf(local, strange);
    const signature = await local.strangerSends(version, instructions);
    // No block takes it while the chain is congested.
    if (!isHidden || local.ledger.find(signature) === undefined) return;
    this.#hidden.push(signature);
    local.ledger.disguise(signature, VERSION_TO_COME);
  }

  /** Clients have learned to read all. */
  showAll({ ledger }: LocalSolana): void {
    // A fork may have been abandoned with some of them.
    for (const each of this.#hidden) if (ledger.find(each) !== undefined) ledger.disguise(each, VERSION_OF_TODAY);
  }

  #transactionOf(local: LocalSolana, strange: StrangeOnSolana): StrangeTransaction {
    const pay = (): TransactionInstruction => local.strangersTransfer(this.#amount());
    const touch = SystemProgram.transfer({
      fromPubkey: new PublicKey(local.strangersAddress),
      toPubkey: new PublicKey(local.accountOf(local.treasury.address, local.ledger.mints.USDC)),
      lamports: 1,
    });
    switch (strange) {
      case 'a legacy transfer to the treasury':
        return { version: 'legacy', instructions: [pay()] };
      case 'a transfer of version 0 to the treasury':
        return { version: 0, instructions: [pay()] };
      case 'a transfer of version 1 to the treasury':
        return { version: 1, instructions: [pay()] };
      case 'several transfers in one transaction':
        return { version: 0, instructions: [pay(), memo('three'), pay(), pay()] };
      case 'a batch of the token program':
        return { version: 'legacy', instructions: [tokenBatch([pay(), pay()]), pay()] };
      case 'a batch of version 1 with a memo':
        return { version: 1, instructions: [memo('a batch'), tokenBatch([pay(), pay(), pay()])] };
      case 'SOL for a token account of the treasury':
        return { version: 1, instructions: [touch] };
      case 'a transaction of a version that nobody can read':
        return { version: 'legacy', instructions: [touch], isHidden: true };
      case 'such a transaction with money for the treasury':
        return { version: 'legacy', instructions: [pay()], isHidden: true };
      case 'a transaction that fails':
        return { version: 0, instructions: [local.strangersTransfer(TOO_MUCH)] };
    }
  }

  #amount(): bigint {
    return BigInt(1 + this.random.below(1_000_000));
  }
}
