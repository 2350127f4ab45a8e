import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import type { Chain } from '../chain';
import type { Authorization } from '../transfers';
import { openEvmChains } from '../evm/open-evm-chains';
import { KeySigner as EvmKeySigner } from '../evm/signer/key-signer';
import { openEvmSigner } from '../evm/signer/open-signer';
import { openSolana } from '../solana/open-solana';
import { openSolanaSigner } from '../solana/signer/open-signer';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newAuthorization } from '../testing/evm-chain';
import { FakeAwsKms } from '../testing/kms/fake-aws-kms';
import { HeldKey } from '../testing/kms/held-key';
import { LocalEvm } from '../local/local-evm';
import { LocalSolana } from '../testing/solana-chain';
import type { SignerUrl } from './signer-url';

const REGION = 'eu-central-1';
const ACCESS_KEY = 'AKIATESTTESTTESTTEST';
const ACCESS_SECRET = 'b0b+secret/access/key/of/the/tests/0123456';
const PASSPHRASE = 'the passphrase of the tests';
const environment = { ...process.env };
const arn = (id: string): string => `arn:aws:kms:${REGION}:111122223333:key/${id}`;

/** Whatever a key may look like where somebody prints it. */
function formsOf(key: Buffer): string[] {
  const bytes = Array.from(key.subarray(0, 8));
  return [
    key.toString('hex').slice(0, 24),
    key.toString('base64').slice(0, 24),
    key.toString('base64url').slice(0, 24),
    BigInt(`0x${key.toString('hex')}`)
      .toString()
      .slice(0, 24),
    bytes.join(','),
    bytes.join(', '),
    bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  ];
}

/** Two signers of one kind, opened from where they are, and all that must not be seen of them. */
interface Pair {
  readonly urls: readonly [SignerUrl, SignerUrl];
  readonly secrets: readonly string[];
}

describeWithAnvil('what chains show while they pay', () => {
  const aws = new FakeAwsKms(REGION, ACCESS_KEY);
  const keys = [randomBytes(32), randomBytes(32)] as const;
  const keypairs = keys.map((seed) => Buffer.from(Keypair.fromSeed(seed).secretKey));
  const held = {
    evm: [new HeldKey('secp256k1'), new HeldKey('secp256k1')],
    solana: [new HeldKey('ed25519'), new HeldKey('ed25519')],
  };
  const env: Record<string, string> = { KEYSTORE_PASSPHRASE: PASSPHRASE };
  const shown: string[] = [];
  let folder: string;
  let evm: LocalEvm;
  let solana: LocalSolana;
  let frontUrl: string;

  const log = (level: string) => (fields: object, message: string) =>
    void shown.push(`${level} ${message} ${inspect(fields, { depth: 10 })}`);
  const logger = { warn: log('warn'), error: log('error') };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    evm = await LocalEvm.start('base');
    solana = new LocalSolana();
    frontUrl = await solana.fronts[0]!.listen();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${await aws.listen()}`,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: ACCESS_SECRET,
    });
    keys.forEach((key, index) => {
      env[`EVM_${index}`] = key.toString('hex');
      env[`SOLANA_${index}`] = JSON.stringify(Array.from(keypairs[index]!));
      writeFileSync(join(folder, `solana-${index}`), env[`SOLANA_${index}`]!);
    });
    for (const [family, two] of Object.entries(held))
      two.forEach((key, at) => aws.keys.set(arn(`${family}-${at}`), key));
  });
  afterAll(async () => {
    process.env = environment;
    rmSync(folder, { recursive: true });
    await Promise.all([aws.close(), evm.stop(), solana.fronts[0]!.close()]);
  });

  function pairOf(kind: SignerUrl['kind'], family: 'evm' | 'solana'): Pair {
    const urlOf = (index: number): SignerUrl => {
      if (kind === 'env') return { kind, variable: `${family.toUpperCase()}_${index}` };
      if (kind === 'keystore') return { kind, file: join(folder, `${family}-${index}`) };
      return { kind, key: arn(`${family}-${index}`) };
    };
    const secrets = [...keys, ...Object.values(held).flatMap((two) => two.map(({ secret }) => secret))].flatMap(
      formsOf,
    );
    const keypair = keypairs.map((each) => base58.encode(each).slice(0, 24));
    return { urls: [urlOf(0), urlOf(1)], secrets: [...secrets, ...keypair, ACCESS_SECRET.slice(0, 16), PASSPHRASE] };
  }

  /** Pays once, and once more while the signer or the endpoints fail. */
  async function pay(chain: Chain, authorization: Authorization, fail: () => void): Promise<void> {
    const submission = await chain.assemble([authorization], () => Promise.resolve([]));
    await chain.broadcast(submission, [authorization]);
    shown.push(JSON.stringify({ submission, authorization, chain }));
    shown.push(inspect(chain, { depth: 20, showHidden: true }));
    fail();
    const again = { ...authorization, id: `${authorization.id}_again` };
    await chain
      .assemble([again], () => Promise.resolve([]))
      .catch((error: unknown) => {
        shown.push(inspect(error, { depth: 20, showHidden: true }));
      });
  }

  function expectNothingOf(secrets: readonly string[]): void {
    expect(shown.length).toBeGreaterThan(2);
    const found = secrets.filter((secret) => shown.some((each) => each.includes(secret)));
    shown.length = 0;
    expect(found.length).toBe(0);
  }

  it.each(['env', 'aws-kms'] as const)('is nothing of their keys: EVM, %s', async (kind) => {
    const { urls, secrets } = pairOf(kind, 'evm');
    const [treasury, relayer] = await Promise.all(urls.map((url) => openEvmSigner(url, env)));
    await evm.setGas(relayer!.address, 10n ** 20n);
    await evm.administer('USDC', 'mint', treasury!.address, 10n ** 12n);
    await evm.pass(1_000);
    const settings = {
      network: 'local' as const,
      rpcUrls: { base: [evm.anvil.url] },
      tokens: { base: evm.network.tokens },
      treasurySigner: urls[0],
      relayerSigners: [urls[1]],
      validityMs: 600_000,
      etherPrice: 4_000_000_000n,
      maxFeePerGas: 10n ** 12n,
      rpcDeadlineMs: 10_000,
    };
    const chains = await openEvmChains(settings, { env, log: logger, now: () => evm.now() });
    const chain = chains.get('base')!;
    const authorization = newAuthorization(evm, chain);
    await pay(chain, authorization, () => aws.faults.push('denied', 'forges'));
    aws.faults.length = 0;
    await evm.pass(1_000);
    expect(await evm.balanceOf('USDC', authorization.to)).toBe(BigInt(authorization.amount));
    const wrong = openEvmChains({ ...settings, relayerSigners: [urls[0]] }, { env, log: logger, now: () => evm.now() });
    shown.push(await wrong.then(String, (error: unknown) => inspect(error, { depth: 20, showHidden: true })));
    expectNothingOf(secrets);
  });

  it.each(['env', 'keystore', 'aws-kms'] as const)('is nothing of their keys: Solana, %s', async (kind) => {
    const { urls, secrets } = pairOf(kind, 'solana');
    const [treasury, feePayer] = await Promise.all(urls.map((url) => openSolanaSigner(url, env)));
    const { ledger } = solana;
    const mint = ledger.mints.USDC;
    ledger.setLamports(feePayer!.address, 10n ** 12n);
    const owner = treasury!.address;
    ledger.setTokens(solana.accountOf(owner, mint), { mint, owner, amount: 10n ** 12n });
    const settings = {
      network: 'local' as const,
      rpcUrls: [frontUrl],
      tokens: ledger.mints,
      treasurySigner: urls[0],
      feePayerSigner: urls[1],
      validityMs: 180_000,
      solPrice: 150_000_000n,
      priorityPriceMost: 1_000_000n,
      rpcDeadlineMs: 10_000,
    };
    const chain = await openSolana(settings, { env, log: logger, now: () => ledger.now() });
    const authorization = solana.authorization(chain);
    await pay(chain, authorization, () => aws.faults.push('denied', 'forges'));
    aws.faults.length = 0;
    ledger.advance(3);
    expect(solana.held(authorization.to)).toBe(BigInt(authorization.amount));
    const wrong = openSolana(
      { ...settings, feePayerSigner: { kind: 'env', variable: 'NONE' } },
      { env, log: logger, now: () => ledger.now() },
    );
    shown.push(await wrong.then(String, (error: unknown) => inspect(error, { depth: 20, showHidden: true })));
    expect(shown.at(-1)).toContain('SOLANA_FEE_PAYER_SIGNER: NONE has no Solana keypair');
    expectNothingOf(secrets);
  });

  it('would be found, if it were shown', () => {
    shown.push('', '', `a log line with ${keys[0].toString('hex')}`);
    expect(() => expectNothingOf(pairOf('env', 'evm').secrets)).toThrow();
    expect(new EvmKeySigner(keys[0]).address).toMatch(/^0x/);
  });
});
