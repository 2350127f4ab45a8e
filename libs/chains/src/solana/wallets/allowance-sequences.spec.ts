import { Keypair, PublicKey } from '@solana/web3.js';
import { Random } from '@stablecoin/event-sourcing/testing';
import { KeySigner } from '../signer/key-signer';
import { toBase58 } from '../base58';
import { transferChecked } from '../instructions';
import { messageOf, signMessage } from '../submission/signing';
import type { SignedTransaction } from '../submission/signing';
import { SOLANA_KEYS } from '../../local/keys';
import { LocalSolana } from '../../testing/solana-chain';
import { nonceAccountIn, tokenAccountIn } from './accounts';
import { multisigOf } from './multisig';
import type { SolanaWallet } from './multisig';
import { signRenewal, signSetup } from './wallet-transactions';
import type { WalletTransactionParts } from './wallet-transactions';

/** `ALLOWANCE_SEQUENCES=5000` makes a campaign of it: so many on each of the two token programs. */
const SEQUENCES = Number(process.env['ALLOWANCE_SEQUENCES'] ?? '8');
const FIRST_SEED = Number(process.env['ALLOWANCE_FIRST_SEED'] ?? '1');
/** A ledger grows with what it has executed. */
const SEQUENCES_PER_LEDGER = 100;
const STEPS = 20;
const LIMIT = 100n;
const FUNDS = 100n * LIMIT;
const operator = KeySigner.fromSeed(SOLANA_KEYS.approver);
const spender = KeySigner.fromSeed(SOLANA_KEYS.spender);

/** A renewal or a lowering, that an endpoint may keep back. */
interface Approval {
  readonly transaction: SignedTransaction;
  readonly nonce: string;
  readonly amount: bigint;
}

/** What the chain shows of a wallet. */
interface Shown {
  readonly balance: bigint;
  readonly left: bigint;
  readonly nonce: string;
}

/** A wallet, whose owner renews and lowers its allowance while somebody else has its spender's key. */
class Wallet {
  readonly #wallet: SolanaWallet;
  readonly #account: string;
  readonly #thief: string;
  readonly #kept: SignedTransaction[] = [];
  readonly #approvals: Approval[] = [];
  #granted = LIMIT;
  #taken = 0n;

  constructor(
    private readonly local: LocalSolana,
    private readonly parts: WalletTransactionParts,
    private readonly random: Random,
    seed: number,
  ) {
    const policy = {
      walletId: `wal_${seed}`,
      owners: [operator.address],
      threshold: 1,
      spendLimit: `${LIMIT}` as const,
    };
    this.#wallet = multisigOf(policy, { operator: operator.address, spender: spender.address, tokens: parts.tokens });
    this.#account = local.accountOf(this.#wallet.address, parts.tokens.USDC);
    this.#thief = local.accountOf(local.treasury.address, parts.tokens.USDC);
  }

  async open(): Promise<void> {
    const { ledger } = this.local;
    const rents = { multisig: BigInt(ledger.rent(355)), nonce: BigInt(ledger.rent(80)) };
    this.#send(await signSetup(this.#wallet, rents, this.parts, ledger.hashOf(ledger.slot)));
    await this.local.strangerSends('legacy', [this.local.strangersTransfer(FUNDS, this.#wallet.address)]);
    expect(this.shown()).toMatchObject({ balance: FUNDS, left: LIMIT });
  }

  /** Something happens, and the chain is compared with what owners have signed. */
  async step(): Promise<void> {
    const before = this.shown();
    const sent = await this.#act(before.nonce);
    const after = this.shown();
    const out = before.balance - after.balance;
    this.#taken += out;
    if (after.nonce !== before.nonce) {
      const landed = this.#approvals.filter(
        ({ nonce, transaction }) => nonce === before.nonce && sent.includes(transaction),
      );
      expect(landed).toHaveLength(1);
      this.#granted += landed[0]?.amount ?? 0n;
    }
    expect(this.#taken).toBeLessThanOrEqual(this.#granted);
    // Of two transactions in one block the order is not known.
    if (sent.length > 1) return;
    const [approval] = this.#approvals.filter(({ transaction }) => sent.includes(transaction));
    const isApproved = after.nonce !== before.nonce;
    expect(after.left).toBe(isApproved ? approval?.amount : before.left - out);
  }

  /** The owner renews, and the spender pays up to the limit: nothing that was kept back is in the way. */
  async ends(): Promise<void> {
    this.local.ledger.advance(1);
    this.#send(await this.#approval(this.shown().nonce, LIMIT));
    const before = this.shown();
    expect(before.left).toBe(LIMIT);
    const amount = before.balance < LIMIT ? before.balance : LIMIT;
    this.#send(await this.#transfer(amount));
    expect(this.shown()).toMatchObject({ balance: before.balance - amount, left: LIMIT - amount });
  }

  shown(): Shown {
    const tokens = tokenAccountIn(this.#info(this.#account));
    const allowance = tokens?.allowance ?? null;
    if (tokens === null || (allowance !== null && allowance.delegate !== spender.address)) throw new Error('no wallet');
    const nonce = nonceAccountIn(this.#info(this.#wallet.nonceAccount))?.value ?? '';
    return { balance: tokens.amount, left: allowance?.amount ?? 0n, nonce };
  }

  /** @returns what was sent */
  async #act(nonce: string): Promise<readonly SignedTransaction[]> {
    const { random, local } = this;
    switch (random.pick(['pay', 'pay', 'pay', 'approve', 'approve', 'keep', 'keep', 'late', 'late', 'both', 'wait'])) {
      case 'pay':
        return this.#send(await this.#transfer(this.#amount()));
      case 'approve':
        return this.#send(await this.#approval(nonce, this.#amount()));
      case 'keep':
        this.#kept.push(
          random.chance(0.5) ? await this.#transfer(this.#amount()) : await this.#approval(nonce, this.#amount()),
        );
        return [];
      case 'late': {
        const late = this.#kept[random.below(this.#kept.length)];
        return late === undefined ? [] : this.#send(late);
      }
      case 'both':
        return this.#send(await this.#transfer(this.#amount()), await this.#approval(nonce, this.#amount()));
      case 'wait':
        // A blockhash is over after 150 blocks.
        local.ledger.advance(random.pick([1, 5, 149, 200]));
        return [];
    }
  }

  /** Often all of it, or just more. */
  #amount(): bigint {
    return this.random.pick([0n, 1n, LIMIT, LIMIT + 1n, BigInt(this.random.below(Number(LIMIT)))]);
  }

  #send(...transactions: readonly SignedTransaction[]): readonly SignedTransaction[] {
    for (const { wire } of transactions) this.local.ledger.submit(Buffer.from(wire));
    this.local.ledger.advance(1);
    return transactions;
  }

  async #approval(nonce: string, amount: bigint): Promise<SignedTransaction> {
    const transaction = await signRenewal({ ...this.#wallet, spendLimit: `${amount}` }, nonce, this.parts);
    this.#approvals.push({ transaction, nonce, amount });
    return transaction;
  }

  #transfer(amount: bigint): Promise<SignedTransaction> {
    const transfer = transferChecked(
      {
        source: new PublicKey(this.#account),
        mint: new PublicKey(this.parts.tokens.USDC),
        destination: new PublicKey(this.#thief),
        owner: new PublicKey(spender.address),
        amount,
      },
      [Keypair.generate().publicKey],
    );
    const { ledger } = this.local;
    return signMessage(messageOf([transfer], spender.address, ledger.hashOf(ledger.slot)), [spender]);
  }

  #info(address: string) {
    const account = this.local.ledger.account(address);
    if (account === null) throw new Error(`there is no ${address}`);
    const [owner, data] = [toBase58(account.owner()), Buffer.from(account.data())];
    return { owner, data, lamports: Number(account.lamports()), isExecutable: false, space: data.length };
  }
}

describe.each(['p-token', 'spl-token'] as const)('whoever has the spender of a wallet, with %s', (tokenProgram) => {
  it(
    'takes no more than the allowances that its owner signed, in any order of what arrives late',
    async () => {
      let local = new LocalSolana(1, { tokenProgram });
      for (let run = 0; run < SEQUENCES; run++) {
        if (run % SEQUENCES_PER_LEDGER === 0) local = opened(tokenProgram);
        const seed = FIRST_SEED + run;
        const tokens = local.ledger.mints;
        const parts = { operator, tokens, associated: local.associated, price: 1_000n };
        const wallet = new Wallet(local, parts, new Random(seed), seed);
        try {
          await wallet.open();
          for (let step = 0; step < STEPS; step++) await wallet.step();
          await wallet.ends();
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
    },
    Math.max(60_000, SEQUENCES * 5_000),
  );
});

function opened(tokenProgram: 'p-token' | 'spl-token'): LocalSolana {
  const local = new LocalSolana(1, { tokenProgram });
  for (const { address } of [operator, spender]) local.ledger.setLamports(address, 10n ** 15n);
  local.ledger.advance(3);
  return local;
}
