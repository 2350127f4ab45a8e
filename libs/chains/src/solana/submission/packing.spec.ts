import { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { AssociatedAccounts } from '../accounts/associated-accounts';
import { createAssociatedAccount, memo, transferChecked } from '../instructions';
import { instructionsOf, pack, referenceOf, signBatch, transactionBytes } from './packing';
import { TRANSACTION_BYTES_MAX } from './signing';
import type { PlannedTransfer } from './packing';
import { KeySigner } from '../signer/key-signer';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const BLOCKHASH = PublicKey.unique().toBase58();
const payers = {
  feePayer: KeySigner.fromSeed(Buffer.alloc(32, 1)),
  treasury: KeySigner.fromSeed(Buffer.alloc(32, 2)),
  spender: null,
};
const SOURCE = PublicKey.unique();

let made = 0;

function transfer(given: Partial<PlannedTransfer> = {}): PlannedTransfer {
  made += 1;
  return {
    id: `pay_${made}`,
    source: SOURCE,
    authority: payers.treasury.address,
    mint: new PublicKey(MINT),
    destination: PublicKey.unique(),
    amount: 12_500_000n,
    memo: null,
    creationFor: null,
    ...given,
  };
}

const many = (given: () => Partial<PlannedTransfer>): readonly PlannedTransfer[] =>
  Array.from({ length: 60 }, () => transfer(given()));

describe('instructions', () => {
  it('a transfer names amount and decimals, and its accounts in the order of the token program', () => {
    const owner = PublicKey.unique();
    const { data, keys } = transferChecked({ ...transfer({ amount: 258n }), owner });
    expect([...data]).toEqual([12, 2, 1, 0, 0, 0, 0, 0, 0, 6]);
    expect(keys.map(({ isWritable, isSigner }) => `${isWritable} ${isSigner}`)).toEqual([
      'true false',
      'false false',
      'true false',
      'false true',
    ]);
  });

  it('an account is created idempotently', () => {
    const [payer, address, owner, mint] = [1, 2, 3, 4].map(() => PublicKey.unique()) as [
      PublicKey,
      PublicKey,
      PublicKey,
      PublicKey,
    ];
    expect([...createAssociatedAccount({ payer, address, owner, mint }).data]).toEqual([1]);
  });

  it('a memo has up to 64 characters, of up to four bytes', () => {
    expect(memo('😀'.repeat(64)).data).toHaveLength(256);
    expect(() => memo('x'.repeat(65))).toThrow('65 characters');
  });
});

describe('AssociatedAccounts', () => {
  it('remembers a bounded number', () => {
    const accounts = new AssociatedAccounts(2);
    const owner = PublicKey.unique().toBase58();
    const address = accounts.of(owner, MINT);
    expect(accounts.of(owner, MINT)).toBe(address);
    for (let i = 0; i < 3; i++) accounts.of(PublicKey.unique().toBase58(), MINT);
    expect(accounts.size).toBe(2);
    expect(accounts.of(owner, MINT)).toEqual(address);
  });
});

describe('pack', () => {
  it.each<[string, () => Partial<PlannedTransfer>, number]>([
    ['bare', () => ({}), 14],
    ['with an on-chain id', () => ({ reference: PublicKey.unique() }), 9],
    ['with a memo of 64 bytes', () => ({ memo: 'm'.repeat(64) }), 6],
    ['with a memo of 64 characters of four bytes', () => ({ memo: '😀'.repeat(64) }), 2],
    ['with a new account and a memo', () => ({ memo: 'm'.repeat(64), creationFor: PublicKey.unique() }), 4],
  ])('%s, so many to a transaction', (_, given, least) => {
    const [first] = pack(many(given), payers);
    expect(first?.length).toBeGreaterThanOrEqual(least);
  });

  it('keeps every transfer, in order, and no transaction is longer than the chain takes', async () => {
    const anyTransfer = fc.record({
      memo: fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme', maxLength: 20 })),
      creationFor: fc.oneof(
        fc.constant(null),
        fc.nat().map(() => PublicKey.unique()),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransfer, { minLength: 1, maxLength: 30 }), async (given) => {
        const transfers = given.map((each) =>
          transfer({ ...each, memo: each.memo === null ? null : Array.from(each.memo).slice(0, 64).join('') }),
        );
        const batches = pack(transfers, payers);
        expect(batches.flat()).toEqual(transfers);
        for (const batch of batches) {
          const { wire } = await signBatch(batch, payers, { blockhash: BLOCKHASH, price: 1n });
          const instructions = instructionsOf(batch, payers, { price: 1n });
          expect(wire).toHaveLength(transactionBytes(instructions, new PublicKey(payers.feePayer.address)));
          expect(wire.length).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('has nothing for nothing', () => expect(pack([], payers)).toEqual([]));
});

describe('signBatch', () => {
  it('is signed by fee payer and treasury; the first signature is its identity', async () => {
    const { signature, wire } = await signBatch([transfer()], payers, { blockhash: BLOCKHASH, price: 5n });
    const { signatures, message } = VersionedTransaction.deserialize(wire);
    expect(signatures).toHaveLength(2);
    expect(Buffer.from(signatures[0]!)).toEqual(Buffer.from(signature));
    expect(message.staticAccountKeys.slice(0, 2).map(String)).toEqual([
      payers.feePayer.address,
      payers.treasury.address,
    ]);
  });

  it('has one signature when one key is both', async () => {
    const one = { feePayer: payers.treasury, treasury: payers.treasury, spender: null };
    const { wire } = await signBatch([transfer()], one, { blockhash: BLOCKHASH, price: 5n });
    expect(VersionedTransaction.deserialize(wire).signatures).toHaveLength(1);
  });

  it('two payments alike in everything but their id are two transactions', async () => {
    const destination = Keypair.generate().publicKey;
    const options = { blockhash: BLOCKHASH, price: 5n };
    const one = await signBatch([transfer({ destination })], payers, options);
    const other = await signBatch([transfer({ destination })], payers, options);
    expect(one.signature).not.toEqual(other.signature);
    expect(referenceOf(['a', 'b'])).not.toEqual(referenceOf(['a","b']));
  });

  it('refuses more than a transaction holds', async () => {
    const options = { blockhash: BLOCKHASH, price: 5n };
    await expect(
      signBatch(
        many(() => ({})),
        payers,
        options,
      ),
    ).rejects.toThrow(RangeError);
  });
});
