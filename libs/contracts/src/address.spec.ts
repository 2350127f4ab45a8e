import { base58 } from '@scure/base';
import fc from 'fast-check';
import { evmAddressFromBytes, parseAddress, solanaAddressFromBytes } from './address';

const USDC_ON_SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** The examples of EIP-55 itself. */
const CHECKSUMMED = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

const evmBytes = fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((bytes) => bytes.some((byte) => byte !== 0));
const solanaBytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes.some((byte) => byte !== 0));

function expectRefused(text: string, because: RegExp = /not an address/): void {
  const parsed = parseAddress(text);
  expect(parsed).toEqual({ problem: expect.stringMatching(because) as unknown });
  expect(parsed).toEqual({ problem: expect.stringContaining('use an EVM address') as unknown });
}

describe('EVM addresses in lower case or with a correct EIP-55 checksum, returned checksummed', () => {
  it.each(CHECKSUMMED)('%s', (address) => {
    expect(parseAddress(address)).toEqual({ family: 'evm', address });
    expect(parseAddress(address.toLowerCase())).toEqual({ family: 'evm', address });
  });

  it('accepts upper case only where that is the checksum', () => {
    const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    expect(parseAddress(upper('0x52908400098527886E0F7030069857D2E4169EE7'))).toMatchObject({ family: 'evm' });
    expectRefused(upper('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'), /checksum of this address is wrong/);
  });

  it('refuses a checksum with any one letter in the other case', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    for (let i = 2; i < address.length; i++) {
      const letter = address.charAt(i);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (other === letter) continue;
      expectRefused(address.slice(0, i) + other + address.slice(i + 1), /checksum of this address is wrong/);
    }
  });

  it('spells an address alike when it has been asked before, and when it has been forgotten since', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const spell = () => parseAddress(address.toLowerCase());
    expect([spell(), spell()]).toEqual([
      { family: 'evm', address },
      { family: 'evm', address },
    ]);
    const bytes = Buffer.alloc(20, 1);
    for (let other = 0; other <= 10_000; other++) {
      bytes.writeUInt32BE(other);
      evmAddressFromBytes(bytes);
    }
    expect(spell()).toEqual({ family: 'evm', address });
    expectRefused(address.replace('5aA', '5AA'), /checksum of this address is wrong/);
  });

  it('reads back every address that is made from bytes, and its lower case', () => {
    fc.assert(
      fc.property(evmBytes, (bytes) => {
        const address = evmAddressFromBytes(bytes);
        expect(address.toLowerCase()).toBe(`0x${Buffer.from(bytes).toString('hex')}`);
        expect(parseAddress(address)).toEqual({ family: 'evm', address });
        expect(parseAddress(address.toLowerCase())).toEqual({ family: 'evm', address });
      }),
    );
  });
});

describe('Solana addresses are base58 of exactly 32 bytes, returned as given', () => {
  it.each([
    USDC_ON_SOLANA,
    'So11111111111111111111111111111111111111112',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'SysvarC1ock11111111111111111111111111111111',
  ])('%s', (address) => {
    expect(parseAddress(address)).toEqual({ family: 'solana', address });
  });

  it('reads back every address that is made from bytes', () => {
    fc.assert(
      fc.property(solanaBytes, (bytes) => {
        const address = solanaAddressFromBytes(bytes);
        expect(parseAddress(address)).toEqual({ family: 'solana', address });
      }),
    );
  });

  it('refuses base58 of any other length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }).filter((bytes) => bytes.length !== 32),
        (bytes) => expectRefused(base58.encode(bytes)),
      ),
    );
  });

  it('refuses 44 characters whose value needs 33 bytes', () => {
    expectRefused('z'.repeat(44));
  });
});

describe('The zero address is refused', () => {
  it.each([
    ['EVM', `0x${'0'.repeat(40)}`],
    ['Solana (the system program)', '1'.repeat(32)],
  ])('%s', (_, address) => {
    expectRefused(address, /zero address/);
  });
});

describe('what only looks like an address is refused', () => {
  const evm = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
  it.each([
    ['nothing', ''],
    ['0x alone', '0x'],
    ['39 digits', evm.slice(0, -1)],
    ['41 digits', `${evm}0`],
    ['an upper-case 0X', `0X${evm.slice(2)}`],
    ['hex without 0x', evm.slice(2)],
    ['a letter that is no hex digit', `${evm.slice(0, -1)}g`],
    ['a fullwidth digit', `${evm.slice(0, -1)}\uff13`],
    ['an Arabic-Indic digit', `${evm.slice(0, -1)}\u0663`],
    ['32 bytes in hex', `0x${'ab'.repeat(32)}`],
    ['32 bytes in hex without 0x', 'ab'.repeat(32)],
    ['a space before', ` ${evm}`],
    ['a line end behind', `${evm}\n`],
    ['a line end behind base58', `${USDC_ON_SOLANA}\n`],
    ['a tab inside base58', `${USDC_ON_SOLANA.slice(0, 20)}\t${USDC_ON_SOLANA.slice(20)}`],
    ['a zero-width space', `${USDC_ON_SOLANA}\u200b`],
    ['a byte order mark', `\ufeff${evm}`],
    ['base58 with 0', `0${USDC_ON_SOLANA.slice(1)}`],
    ['base58 with O', `O${USDC_ON_SOLANA.slice(1)}`],
    ['base58 with I', `I${USDC_ON_SOLANA.slice(1)}`],
    ['base58 with l', `l${USDC_ON_SOLANA.slice(1)}`],
    ['a Cyrillic letter', `\u0415${USDC_ON_SOLANA.slice(1)}`],
    ['an ENS name', 'vitalik.eth'],
    ['a megabyte', '1'.repeat(1_000_000)],
  ])('%s', (_, text) => {
    expectRefused(text);
  });

  it('never throws and never changes what an accepted address means', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.string({ unit: 'grapheme' })),
        (text) => {
          const parsed = parseAddress(text);
          if ('problem' in parsed) return;
          expect(parsed.address.toLowerCase()).toBe(text.toLowerCase());
          expect(parseAddress(parsed.address)).toEqual(parsed);
        },
      ),
    );
  });
});

describe('addresses from bytes', () => {
  it('have exactly the length of their family', () => {
    expect(() => evmAddressFromBytes(new Uint8Array(32))).toThrow('an EVM address has 20 bytes, not 32');
    expect(() => solanaAddressFromBytes(new Uint8Array(20))).toThrow('a Solana address has 32 bytes, not 20');
  });
});
