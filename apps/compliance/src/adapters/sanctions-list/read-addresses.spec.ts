import { LISTED_BITCOIN, LISTED_EVM, LISTED_SOLANA } from '../../testing/sanctions-lists';
import { readAddresses } from './read-addresses';

const evm = LISTED_EVM.address;
const found = evm.toLowerCase();
const solana = LISTED_SOLANA.address;
const digits = evm.slice(2);

describe('an address as people write it is read', () => {
  it.each([
    evm,
    found,
    evm.toUpperCase(),
    digits,
    digits.toUpperCase(),
    `xdc${digits}`,
    `${evm},`,
    `"${evm}"`,
    `'${evm}';`,
    `“${evm}”`,
    `ETH,${evm}`,
    `ETH;${evm};EXAMPLE, Mixer;2026-01-31`,
    `${evm} # EXAMPLE`,
    `${evm} // replaced`,
    `${evm}\tEXAMPLE`,
    `- ${evm}`,
    `address: ${evm}`,
    `[${evm}](https://explorer.example/address/${evm})`,
    `https://explorer.example/address/${evm}?a=transfers`,
    `\uFEFF${evm}`,
    `\u200B${evm}\u200B`,
    `${evm.slice(0, 9)}\u200D${evm.slice(9)}`,
    `\u00A0${evm}\u00A0`,
    `\u202A${evm}\u202C`,
    evm.replace(/[0-9x]/g, (char) => (char === 'x' ? '\uFF58' : String.fromCharCode(0xff10 + Number(char)))),
    `eip155:1:${evm}`,
    `${evm},0x${'ab'.repeat(32)}`,
  ])('%j', (line) => {
    const { addresses, unread } = readAddresses(line);
    expect([new Set(addresses), unread]).toEqual([new Set([found]), null]);
  });

  it.each([solana, `"${solana}",`, `SOL,${solana}`, `\u200B${solana}`, `${solana} # EXAMPLE`])('%j', (line) => {
    expect(readAddresses(line)).toEqual({ addresses: [solana], unread: null });
  });

  it('each of several in one line', () => {
    expect(readAddresses(`${evm} ${solana}`)).toEqual({ addresses: [found, solana], unread: null });
  });
});

describe('what may be an address and cannot be read is not dropped', () => {
  it.each([
    '0x1234',
    evm.slice(0, -1),
    `${evm}a`,
    `0x${'g'.repeat(40)}`,
    `ETH0x${digits}`,
    digits.slice(0, -1),
    solana.slice(0, -3),
    `${solana}${solana}`,
    solana.replace(/^./, '0'),
    'somebody.eth',
    'https://resolver.example/somebody.sol',
    `${evm},0x1234`,
  ])('%j', (line) => {
    expect(readAddresses(line).unread).not.toBeNull();
  });
});

describe('what is none is left out', () => {
  it.each([
    'address,name',
    'EXAMPLE, Exchange',
    '2026-01-31',
    LISTED_BITCOIN.address,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
    'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    `0x${'ab'.repeat(32)}`,
  ])('%j', (line) => {
    expect(readAddresses(line)).toEqual({ addresses: [], unread: null });
  });
});
