import {
  Connection,
  Keypair,
  NonceAccount,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from '@solana/web3.js';
import { nonceUnder } from './durable-nonces';
import { SolanaFront } from './solana-front';
import { SolanaLedger } from './solana-ledger';

/** That the tests of the adapter speak to something that is like a node: web3.js takes it for one. */
describe('the JSON-RPC front of LiteSVM', () => {
  let ledger: SolanaLedger;
  let front: SolanaFront;
  let connection: Connection;
  beforeEach(async () => {
    ledger = new SolanaLedger({ finality: 'tower' });
    ledger.advance(40);
    front = new SolanaFront(ledger);
    connection = new Connection(await front.listen(), 'confirmed');
  });
  afterEach(() => front.close());

  const payer = Keypair.generate();
  const recipient = Keypair.generate().publicKey;

  async function transfer(lamports: number): Promise<{ transaction: Transaction; lastValid: number }> {
    const { blockhash, lastValidBlockHeight: lastValid } = await connection.getLatestBlockhash();
    const transaction = new Transaction({ blockhash, lastValidBlockHeight: lastValid, feePayer: payer.publicKey });
    transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: recipient, lamports }));
    transaction.sign(payer);
    return { transaction, lastValid };
  }

  it('refuses to answer from before a slot that the caller has seen', async () => {
    front.behind = 5;
    const slot = await connection.getSlot('finalized');
    await expect(connection.getSignaturesForAddress(recipient, { minContextSlot: slot }, 'finalized')).resolves.toEqual(
      [],
    );
    const later = connection.getSignaturesForAddress(recipient, { minContextSlot: slot + 1 }, 'finalized');
    await expect(later).rejects.toThrow('Minimum context slot has not been reached');
  });

  it('carries out a transfer that web3.js makes, and tells of it at each commitment', async () => {
    await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
    const lamports = await connection.getMinimumBalanceForRentExemption(0);
    const { transaction } = await transfer(lamports);
    const fee = await connection.getFeeForMessage(transaction.compileMessage());
    expect(fee.value).toBe(5_000);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    const seen = new Set<string | undefined>();
    for (let slot = 0; slot < 40; slot++) {
      ledger.advance(1);
      seen.add((await connection.getSignatureStatus(signature)).value?.confirmationStatus);
    }
    expect([...seen]).toEqual(['processed', 'confirmed', 'finalized']);
    expect(await connection.getBalance(recipient)).toBe(lamports);
    expect(await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })).toMatchObject({
      meta: { err: null, fee: 5_000 },
    });
    const [mention] = await connection.getSignaturesForAddress(recipient);
    expect(mention?.signature).toBe(signature);
    expect((await connection.getMultipleAccountsInfo([recipient, PublicKey.unique()]))[0]?.lamports).toBe(lamports);
  });

  it('keeps its own window of blockhashes, and carries out nothing twice', async () => {
    await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
    const { transaction: first } = await transfer(2_000_000);
    const { transaction: late, lastValid } = await transfer(3_000_000);
    for (let i = 0; i < 3; i++) {
      await connection.sendRawTransaction(first.serialize(), { skipPreflight: true });
      ledger.advance(1);
    }
    ledger.advance(lastValid - ledger.height);
    expect((await connection.isBlockhashValid(late.recentBlockhash ?? '', { commitment: 'processed' })).value).toBe(
      true,
    );
    ledger.advance(1);
    expect((await connection.isBlockhashValid(late.recentBlockhash ?? '', { commitment: 'processed' })).value).toBe(
      false,
    );
    await expect(connection.sendRawTransaction(late.serialize())).rejects.toThrow('Blockhash not found');
    await connection.sendRawTransaction(late.serialize(), { skipPreflight: true });
    ledger.advance(3);
    expect(await connection.getBalance(recipient)).toBe(2_000_000);
    expect(await connection.getBlockHeight('processed')).toBe(ledger.height);
    expect(await connection.getSlot('processed')).toBe(ledger.slot);
  });

  it('shows balances as they were at a commitment', async () => {
    await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
    const { transaction } = await transfer(2_000_000);
    await connection.sendRawTransaction(transaction.serialize());
    ledger.advance(1);
    const at = (commitment: 'processed' | 'confirmed' | 'finalized') => connection.getBalance(recipient, commitment);
    expect([await at('processed'), await at('confirmed'), await at('finalized')]).toEqual([2_000_000, 0, 0]);
    ledger.advance(2);
    expect([await at('confirmed'), await at('finalized')]).toEqual([2_000_000, 0]);
  });

  it('goes on upon another fork as if its latest blocks had never been, and takes their transactions again', async () => {
    await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
    const { transaction } = await transfer(5_000_000);
    ledger.advance(3);
    const { transaction: onFork } = await transfer(6_000_000);
    const before = await connection.getBalance(recipient);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    ledger.advance(3);
    expect(await connection.getBalance(recipient)).toBe(before + 5_000_000);

    const { height } = ledger;
    ledger.rollBack(6);
    expect(ledger.height).toBe(height);
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    ledger.advance(3);
    expect(await connection.getBalance(recipient)).toBe(before);
    for (const each of [transaction, onFork]) {
      await connection.sendRawTransaction(each.serialize(), { skipPreflight: true });
    }
    ledger.advance(3);
    // The other one's blockhash went with its block.
    expect(await connection.getBalance(recipient)).toBe(before + 5_000_000);
  });

  it('has no block for a transaction that nobody can be charged for, or that offers less than the others', async () => {
    await connection.requestAirdrop(payer.publicKey, 4_000);
    const { transaction } = await transfer(2_000_000);
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    ledger.advance(2);
    expect(ledger.find(signature)).toBeUndefined();
    await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
    ledger.priceFloor = 1n;
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    ledger.advance(2);
    expect(ledger.find(signature)).toBeUndefined();
    ledger.priceFloor = 0n;
    ledger.advance(1);
    expect(ledger.find(signature)?.error).toBeNull();
  });

  describe('simulates a transaction', () => {
    const simulate = (transaction: Transaction, options: object) =>
      connection.simulateTransaction(
        new VersionedTransaction(transaction.compileMessage(), [
          ...transaction.signatures.map(({ signature }) => signature ?? Buffer.alloc(64)),
        ]),
        options,
      );

    beforeEach(() => connection.requestAirdrop(payer.publicKey, 10_000_000_000));

    it('without signatures, unless they are to be verified', async () => {
      const { transaction } = await transfer(2_000_000);
      transaction.signatures = [{ publicKey: payer.publicKey, signature: null }];
      expect((await simulate(transaction, {})).value).toMatchObject({ err: null, unitsConsumed: 150 });
      await expect(simulate(transaction, { sigVerify: true })).rejects.toThrow('signature verification failure');
      const { transaction: signed } = await transfer(2_000_000);
      expect((await simulate(signed, { sigVerify: true })).value.err).toBeNull();
    });

    it('under another blockhash where that is asked for, and refuses an old one otherwise', async () => {
      const { transaction, lastValid } = await transfer(2_000_000);
      ledger.advance(lastValid - ledger.height + 1);
      expect((await simulate(transaction, {})).value.err).toBe('BlockhashNotFound');
      expect((await simulate(transaction, { replaceRecentBlockhash: true })).value).toMatchObject({
        err: null,
        replacementBlockhash: { blockhash: ledger.hashOf(ledger.slot) },
      });
      const both = simulate(transaction, { replaceRecentBlockhash: true, sigVerify: true });
      await expect(both).rejects.toThrow('sigVerify may not be used with replaceRecentBlockhash');
    });

    it('and refuses one that a block holds', async () => {
      const { transaction } = await transfer(2_000_000);
      await connection.sendRawTransaction(transaction.serialize());
      ledger.advance(1);
      expect((await simulate(transaction, {})).value.err).toBe('AlreadyProcessed');
      await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow('already been processed');
    });
  });

  describe('takes the value of a durable nonce for a blockhash', () => {
    const nonce = Keypair.generate();

    async function valueOf(): Promise<string> {
      const account = await connection.getAccountInfo(nonce.publicKey, 'processed');
      return NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce;
    }

    function spending(value: string, lamports: number): Transaction {
      const authority = { noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey };
      const nonceInfo = { nonce: value, nonceInstruction: SystemProgram.nonceAdvance(authority) };
      const transaction = new Transaction({ nonceInfo, minContextSlot: 0, feePayer: payer.publicKey });
      transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: recipient, lamports }));
      transaction.sign(payer);
      return transaction;
    }

    const spend = (value: string, lamports: number): Promise<string> =>
      connection.sendRawTransaction(spending(value, lamports).serialize(), { skipPreflight: true });

    beforeEach(async () => {
      await connection.requestAirdrop(payer.publicKey, 10_000_000_000);
      const { blockhash } = await connection.getLatestBlockhash();
      const transaction = new Transaction({ blockhash, lastValidBlockHeight: 0, feePayer: payer.publicKey });
      transaction.add(
        SystemProgram.createNonceAccount({
          fromPubkey: payer.publicKey,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: payer.publicKey,
          lamports: await connection.getMinimumBalanceForRentExemption(80),
        }),
      );
      transaction.sign(payer, nonce);
      await connection.sendRawTransaction(transaction.serialize());
      ledger.advance(1);
    });

    it('long after a blockhash would be over, and once', async () => {
      const value = await valueOf();
      ledger.advance(500);
      const [first, second] = [await spend(value, 2_000_000), await spend(value, 3_000_000)];
      ledger.advance(2);
      expect(ledger.find(first)?.error).toBeNull();
      expect(ledger.find(second)).toBeUndefined();
      expect(await valueOf()).not.toBe(value);
    });

    it('and advances it for a transaction that fails, too', async () => {
      const value = await valueOf();
      ledger.advance(1);
      const failed = await spend(value, 20_000_000_000);
      ledger.advance(1);
      expect(ledger.find(failed)?.error).not.toBeNull();
      expect(await valueOf()).not.toBe(value);
      ledger.advance(1);
      const next = await spend(await valueOf(), 2_000_000);
      ledger.advance(1);
      expect(ledger.find(next)?.error).toBeNull();
    });

    it.each(['the same blockhash', 'another blockhash'])(
      'and advances it once in a block, under %s too',
      async (other) => {
        ledger.advance(5);
        const hashes = [
          ledger.hashOf(ledger.slot),
          ledger.hashOf(ledger.slot - (other === 'another blockhash' ? 3 : 0)),
        ];
        const authority = { noncePubkey: nonce.publicKey, authorizedPubkey: payer.publicKey };
        const sent = hashes.map(async (blockhash, index) => {
          const transaction = new Transaction({ blockhash, lastValidBlockHeight: 0, feePayer: payer.publicKey });
          transaction.add(SystemProgram.nonceAdvance(authority));
          transaction.add(
            SystemProgram.transfer({
              ...{ fromPubkey: payer.publicKey, toPubkey: recipient },
              lamports: 2_000_000 + index,
            }),
          );
          transaction.sign(payer);
          return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
        });
        const [first = '', second = ''] = await Promise.all(sent);
        ledger.advance(1);
        expect(ledger.find(first)?.error).toBeNull();
        // NonceBlockhashNotExpired.
        expect(ledger.find(second)?.error).toEqual({ InstructionError: [0, { Custom: 7 }] });
        expect(await valueOf()).toBe(nonceUnder(ledger.hashOf(ledger.slot)));
        ledger.advance(1);
        const next = await spend(await valueOf(), 2_000_000);
        ledger.advance(1);
        expect(ledger.find(next)?.error).toBeNull();
      },
    );

    it('not in the block that has set it', async () => {
      const value = await valueOf();
      expect(value).toBe(nonceUnder(ledger.hashOf(ledger.slot)));
      const simulated = () =>
        connection.simulateTransaction(new VersionedTransaction(spending(value, 1).compileMessage()));
      expect((await simulated()).value.err).toBe('BlockhashNotFound');
      ledger.advance(1);
      expect((await simulated()).value.err).not.toBe('BlockhashNotFound');
    });
  });
});
