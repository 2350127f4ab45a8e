import { parseSignerUrl } from './signer-url';

describe('parseSignerUrl', () => {
  it('reads where a key is', () => {
    expect(parseSignerUrl('keystore:/run/secrets/treasury.json')).toEqual({
      kind: 'keystore',
      file: '/run/secrets/treasury.json',
    });
    expect(parseSignerUrl('env:TREASURY_KEY')).toEqual({ kind: 'env', variable: 'TREASURY_KEY' });
  });

  it.each([
    '',
    'keystore:',
    'env:',
    `env:0x${'ab'.repeat(32)}`,
    `0x${'ab'.repeat(32)}`,
    'env:lower',
    'aws-kms:alias/x',
  ])('takes nothing else: %s', (text) => {
    expect(parseSignerUrl(text)).toBeUndefined();
  });
});
