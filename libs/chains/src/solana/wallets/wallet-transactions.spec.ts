import { Keypair, PublicKey } from '@solana/web3.js';
import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import { toBase58 } from '../base58';
import { transferChecked } from '../instructions';
import { messageOf, signMessage } from '../submission/signing';
import type { SignedTransaction } from '../submission/signing';
import { KeySigner } from '../signer/key-signer';
import { SOLANA_KEYS } from '../../local/keys';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import type { WalletPolicy } from '../../chain-wallets';
import { multisigIn, nonceAccountIn, tokenAccountIn } from './accounts';
import type { NonceAccount, TokenAccount } from './accounts';
import { multisigOf } from './multisig';
import type { SolanaWallet } from './multisig';
import { signRenewal, signSetup } from './wallet-transactions';
import type { WalletTransactionParts } from './wallet-transactions';

const LIMIT = 100_000_000n;
const operator = KeySigner.fromSeed(SOLANA_KEYS.approver);
const spender = KeySigner.fromSeed(SOLANA_KEYS.spender);

describe.each(['p-token', 'spl-token'] as const)('a wallet on Solana, with %s', (tokenProgram) => {
  let local: LocalSolana;
  let parts: WalletTransactionParts;

  beforeEach(() => {
    local = new LocalSolana(1, { tokenProgram });
    parts = { operator, tokens: local.ledger.mints, associated: local.associated, price: 1_000n };
    for (const { address } of [operator, spender]) local.ledger.setLamports(address, 10n ** 12n);
    local.ledger.advance(3);
  });

  function walletOf(given: Partial<WalletPolicy> = {}): SolanaWallet {
    const policy = { walletId: 'wal_1', owners: [operator.address], threshold: 1, spendLimit: `${LIMIT}` as const };
    return multisigOf(
      { ...policy, ...given },
      { operator: operator.address, spender: spender.address, tokens: parts.tokens },
    );
  }

  function setup(wallet: SolanaWallet): Promise<SignedTransaction> {
    const rents = { multisig: BigInt(local.ledger.rent(355)), nonce: BigInt(local.ledger.rent(80)) };
    return signSetup(wallet, rents, parts, local.ledger.hashOf(local.ledger.slot));
  }

  /** @returns the error of the transaction; undefined where no block has taken it */
  function lands({ wire, signature }: SignedTransaction): unknown {
    local.ledger.submit(Buffer.from(wire));
    local.ledger.advance(1);
    return local.ledger.find(toBase58(signature))?.error;
  }

  function info(address: string) {
    const account = local.ledger.account(address);
    if (account === null) throw new Error(`there is no ${address}`);
    const [owner, data] = [toBase58(account.owner()), Buffer.from(account.data())];
    return { owner, data, lamports: Number(account.lamports()), isExecutable: false, space: data.length };
  }

  const tokensOf = (wallet: SolanaWallet, currency: Currency = 'USDC'): TokenAccount | null =>
    tokenAccountIn(info(local.accountOf(wallet.address, parts.tokens[currency])));
  const nonceOf = (wallet: SolanaWallet): NonceAccount | null => nonceAccountIn(info(wallet.nonceAccount));

  /** Gives the wallet money, and leaves its allowance as it is. */
  async function fund(wallet: SolanaWallet, amount: bigint): Promise<void> {
    await local.strangerSends('legacy', [local.strangersTransfer(amount, wallet.address)]);
  }

  function spend(wallet: SolanaWallet, amount: bigint, by = spender): Promise<SignedTransaction> {
    const mint = new PublicKey(parts.tokens.USDC);
    const transfer = transferChecked(
      {
        source: new PublicKey(local.accountOf(wallet.address, parts.tokens.USDC)),
        mint,
        destination: new PublicKey(local.accountOf(local.treasury.address, parts.tokens.USDC)),
        owner: new PublicKey(by.address),
        amount,
      },
      [Keypair.generate().publicKey],
    );
    return signMessage(messageOf([transfer], by.address, local.ledger.hashOf(local.ledger.slot)), [by]);
  }

  it('is made in one transaction, with its first allowance', async () => {
    const wallet = walletOf();
    const before = info(operator.address).lamports;
    expect(lands(await setup(wallet))).toBeNull();
    expect(multisigIn(info(wallet.address))).toEqual({ threshold: 1, signers: [operator.address] });
    expect(nonceOf(wallet)).toMatchObject({ authority: operator.address });
    for (const currency of CURRENCIES) {
      expect(tokensOf(wallet, currency)).toEqual({
        mint: parts.tokens[currency],
        owner: wallet.address,
        amount: 0n,
        allowance: { delegate: spender.address, amount: LIMIT },
        isFrozen: false,
      });
    }
    const rent = [355, 80, 165, 165].reduce((sum, bytes) => sum + local.ledger.rent(bytes), 0);
    expect(before - info(operator.address).lamports).toBe(rent + 5_000 + 200);
  });

  it('is made once, whatever is sent', async () => {
    const wallet = walletOf();
    const both = [await setup(wallet), await signAgain(wallet)];
    expect(lands(both[0]!)).toBeNull();
    expect(lands(await spend(wallet, 0n))).toBeNull();
    expect(lands(both[1]!)).toMatchObject({ InstructionError: expect.anything() as unknown });
    expect(tokensOf(wallet)?.allowance?.amount).toBe(LIMIT);
  });

  /** Other bytes than {@link setup}: under a later blockhash. */
  function signAgain(wallet: SolanaWallet): Promise<SignedTransaction> {
    local.ledger.advance(1);
    return setup(wallet);
  }

  it('is made where somebody has sent money before, and where its token account is there already', async () => {
    const wallet = walletOf();
    for (const address of [wallet.address, wallet.nonceAccount]) local.ledger.setLamports(address, 890_880n);
    const mint = parts.tokens.USDC;
    local.ledger.setTokens(local.accountOf(wallet.address, mint), { mint, owner: wallet.address, amount: 5n });
    expect(lands(await setup(wallet))).toBeNull();
    expect(tokensOf(wallet)).toMatchObject({ amount: 5n, allowance: { delegate: spender.address, amount: LIMIT } });
  });

  it('is made for eleven owners without an allowance, which is theirs to give', async () => {
    const owners = Array.from({ length: 11 }, newOwner);
    const wallet = walletOf({ owners, threshold: 5 });
    expect(lands(await setup(wallet))).toBeNull();
    expect(multisigIn(info(wallet.address))).toEqual({ threshold: 5, signers: owners });
    expect(tokensOf(wallet)?.allowance).toBeNull();
    await fund(wallet, 10n);
    expect(lands(await spend(wallet, 1n))).toMatchObject({ InstructionError: expect.anything() as unknown });
    await expect(async () => signRenewal(wallet, nonceOf(wallet)?.value ?? '', parts)).rejects.toThrow(
      /not the one owner/,
    );
  });

  it('a stolen spender takes what is left of the allowance, and no more', async () => {
    const wallet = walletOf();
    lands(await setup(wallet));
    await fund(wallet, 3n * LIMIT);
    expect(lands(await spend(wallet, LIMIT - 30n))).toBeNull();
    for (const amount of [31n, LIMIT, 3n * LIMIT]) expect(lands(await spend(wallet, amount))).not.toBeNull();
    expect(lands(await spend(wallet, 30n))).toBeNull();
    // Used up: nobody is the delegate any more, though the key stays in the bytes.
    expect(tokensOf(wallet)).toMatchObject({ amount: 2n * LIMIT, allowance: null });
    expect(lands(await spend(wallet, 1n))).not.toBeNull();
    const { value = '' } = nonceOf(wallet) ?? {};
    expect(lands(await spend(wallet, 1n, operator))).not.toBeNull();
    expect(nonceOf(wallet)?.value).toBe(value);
  });

  it('a renewal sets the allowance again, once for each value of the nonce', async () => {
    const wallet = walletOf();
    lands(await setup(wallet));
    await fund(wallet, 3n * LIMIT);
    lands(await spend(wallet, 40n));
    local.ledger.advance(1);
    const { value = '' } = nonceOf(wallet) ?? {};
    const [renewal, dearer] = [
      await signRenewal(wallet, value, parts),
      await signRenewal(wallet, value, { ...parts, price: 2n }),
    ];
    expect(lands(renewal)).toBeNull();
    expect(tokensOf(wallet)?.allowance?.amount).toBe(LIMIT);
    lands(await spend(wallet, 60n));
    // Neither the same nor another one under the same value lands, now or much later.
    for (const late of [renewal, dearer]) {
      local.ledger.advance(1);
      lands(late);
      expect(tokensOf(wallet)?.allowance?.amount).toBe(LIMIT - 60n);
    }
    expect(local.ledger.find(toBase58(dearer.signature))).toBeUndefined();
  });

  it('a late renewal never raises what a newer one has lowered, and would without a nonce', async () => {
    const wallet = walletOf();
    lands(await setup(wallet));
    const { value = '' } = nonceOf(wallet) ?? {};
    local.ledger.advance(1);
    const late = await signRenewal(wallet, value, parts);
    const lowered = await signRenewal({ ...wallet, spendLimit: '10' }, value, parts);
    expect(lands(lowered)).toBeNull();
    expect(tokensOf(wallet)?.allowance?.amount).toBe(10n);
    for (let slots = 0; slots < 3; slots++) {
      local.ledger.advance(100);
      expect(lands(late)).toBeUndefined();
      expect(tokensOf(wallet)?.allowance?.amount).toBe(10n);
    }
  });

  it('a renewal that fails uses its value up, and another one can be signed', async () => {
    const wallet = walletOf();
    lands(await setup(wallet));
    local.ledger.advance(1);
    const mint = parts.tokens.USDC;
    const account = local.accountOf(wallet.address, mint);
    const { value = '' } = nonceOf(wallet) ?? {};
    const renewal = await signRenewal(wallet, value, parts);
    local.ledger.setTokens(account, { mint, owner: wallet.address, amount: 0n, isFrozen: true });
    expect(lands(renewal)).not.toBeNull();
    const after = nonceOf(wallet)?.value ?? '';
    expect(after).not.toBe(value);
    local.ledger.setTokens(account, { mint, owner: wallet.address, amount: 0n });
    local.ledger.advance(1);
    lands(renewal);
    expect(tokensOf(wallet)?.allowance).toBeNull();
    expect(lands(await signRenewal(wallet, after, parts))).toBeNull();
    expect(tokensOf(wallet)?.allowance?.amount).toBe(LIMIT);
  });
});
