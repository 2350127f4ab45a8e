import { rpcUrls, signerUrl, signerUrls, tokenAddresses, tokenMints } from './live-chains';

const KEY = '51'.repeat(32);
const ARN = 'arn:aws:kms:eu-central-1:111122223333:key/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0';
const VERSION = 'projects/a-project/locations/europe-west3/keyRings/treasury/cryptoKeys/base/cryptoKeyVersions/1';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

describe('where the keys of live chains are', () => {
  it('reads one place, or several', () => {
    const keystore = { kind: 'keystore', file: '/run/secrets/treasury.json' };
    expect(signerUrl.parse('keystore:/run/secrets/treasury.json')).toEqual({ ok: true, value: keystore });
    expect(signerUrls.parse('keystore:/run/secrets/treasury.json, env:RELAYER_2')).toEqual({
      ok: true,
      value: [keystore, { kind: 'env', variable: 'RELAYER_2' }],
    });
  });

  it.each([
    ['aws-kms', ARN],
    ['aws-kms', ARN.replace('arn:aws', 'arn:aws-us-gov').replace('key/', 'key/mrk-')],
    ['gcp-kms', VERSION],
  ])('reads the full name of a key in %s', (kind, key) => {
    expect(signerUrl.parse(`${kind}:${key}`)).toEqual({ ok: true, value: { kind, key } });
  });

  it.each([
    ...['keystore:', 'env:', 'env:lower', `env:0x${KEY}`, `env:${KEY}`, KEY, ' '],
    ...['aws-kms:alias/x', `aws-kms:${ARN.replace('key/', 'alias/')}`, `aws-kms:${VERSION}`, `aws-kms:${ARN}/x`],
    ...[
      'gcp-kms:x',
      `gcp-kms:${VERSION.replace('/cryptoKeyVersions/1', '')}`,
      `gcp-kms:${ARN}`,
      `gcp-kms:${VERSION}/x`,
    ],
  ])('takes nothing else: %s', (text) => expect(signerUrl.parse(text)).toEqual({ ok: false }));

  it('takes each place once, and says which entry is wrong', () => {
    expect(signerUrls.parse('env:A,env:B,env:A')).toEqual({ ok: false, where: 'entry 3' });
    expect(signerUrls.parse('env:A,')).toEqual({ ok: false, where: 'entry 2' });
  });
});

describe('endpoints of live chains', () => {
  it('are URLs, each once', () => {
    const urls = ['https://base.example/v2/key', 'http://127.0.0.1:8545'];
    expect(rpcUrls.parse(urls.join(', '))).toEqual({ ok: true, value: urls });
    expect(rpcUrls.parse('https://a.example,https://a.example')).toEqual({ ok: false, where: 'entry 2' });
    expect(rpcUrls.parse('wss://a.example')).toEqual({ ok: false, where: 'entry 1' });
    expect(rpcUrls.parse('a.example')).toEqual({ ok: false, where: 'entry 1' });
  });
});

describe('addresses of tokens', () => {
  it('are EVM addresses, by currency', () => {
    expect(tokenAddresses.parse(`USDC:${USDC.toLowerCase()}`)).toEqual({ ok: true, value: { USDC } });
    expect(tokenAddresses.parse(`USDC:${USDC},EURC:${USDC}`)).toEqual({ ok: true, value: { USDC, EURC: USDC } });
  });

  it.each([`DAI:${USDC}`, `USDC:${USDC},USDC:${USDC}`, 'USDC:0x1', `USDC:${USDC.replace('f', 'F')}`, USDC])(
    'take nothing else: %s',
    (text) => expect(tokenAddresses.parse(text)).toMatchObject({ ok: false }),
  );

  it('are mints on Solana', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    expect(tokenMints.parse(`USDC:${mint}`)).toEqual({ ok: true, value: { USDC: mint } });
    expect(tokenMints.parse(`USDC:${USDC}`)).toEqual({ ok: false, where: 'entry 1' });
    expect(tokenAddresses.parse(`USDC:${mint}`)).toEqual({ ok: false, where: 'entry 1' });
  });
});
