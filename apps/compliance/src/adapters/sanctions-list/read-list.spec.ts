import { advancedList, classicList, LISTED_BITCOIN, LISTED_EVM, LISTED_SOLANA } from '../../testing/sanctions-lists';
import { readList } from './read-list';

/** Cuts text into chunks that end anywhere, also within a character. */
async function* chunksOf(text: string | Uint8Array, size = 7): AsyncIterable<Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let from = 0; from < bytes.length; from += size) yield Promise.resolve(bytes.subarray(from, from + size));
}
const read = (text: string | Uint8Array, size?: number) => readList(chunksOf(text, size));

const evm = LISTED_EVM.address.toLowerCase();
const plain = (address: string) => ({ address, uid: null, name: null, programs: [], asset: null });
const listed = [
  { address: evm, uid: '12345', programs: ['CYBER2'], asset: 'ETH' },
  { address: LISTED_SOLANA.address, uid: '23456', programs: ['RUSSIA-EO14024'], asset: 'SOL' },
];

describe('reading a sanctions list', () => {
  it('reads SDN.XML', async () => {
    const list = await read(classicList());
    expect(list).toMatchObject({ format: 'SDN', publishedAt: '01/31/2026', ignored: 1, unread: [] });
    expect(list.addresses).toMatchObject([
      { ...listed[0], name: 'EXAMPLE, Mixer' },
      { ...listed[1], name: 'EXAMPLE, Exchange' },
    ]);
    expect(list.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads SDN_ADVANCED.XML', async () => {
    const list = await read(advancedList());
    expect(list).toMatchObject({ format: 'SDN_ADVANCED', publishedAt: '2026-01-31', ignored: 1, unread: [] });
    expect(list.addresses).toMatchObject(listed);
    expect(list.addresses.map(({ name }) => name)).toEqual(['EXAMPLE, Mixer', 'EXAMPLE, Exchange']);
  });

  it('reads one address per line', async () => {
    const text = `# a comment\r\n${LISTED_EVM.address}  \r\n\r\n${LISTED_SOLANA.address}\n${LISTED_BITCOIN.address}\n0x12\n`;
    const list = await read(text);
    expect(list).toMatchObject({ format: 'plain', publishedAt: null, ignored: 1, ignoredLines: [5] });
    expect(list.unread).toEqual([{ line: 6, text: '0x12' }]);
    expect(list.addresses).toEqual([plain(evm), plain(LISTED_SOLANA.address)]);
  });

  it('reads a JSON array', async () => {
    const list = await read(
      JSON.stringify([LISTED_EVM.address.toUpperCase().replace('0X', '0x'), LISTED_SOLANA.address]),
    );
    expect(list.addresses).toEqual([plain(evm), plain(LISTED_SOLANA.address)]);
  });

  it('takes an EVM address for one whatever asset the entry names', async () => {
    const list = await read(classicList([{ ...LISTED_EVM, asset: 'USDT' }]));
    expect(list.addresses.map(({ address }) => address)).toEqual([evm]);
  });

  it('counts what should be an address of ours and is none', async () => {
    const list = await read(classicList([LISTED_SOLANA, { ...LISTED_EVM, address: '0x1234' }]));
    expect(list).toMatchObject({ unread: [{ text: '0x1234' }], addresses: [{ address: LISTED_SOLANA.address }] });
  });

  const elsewhere = '0x00000000000000000000000000000000000000e1';
  it.each([
    ['SDN.XML', classicList().replace('A0123456', elsewhere)],
    [
      'a remark in SDN.XML',
      classicList().replace('<sdnType>', `<remarks>alt. ETH ${elsewhere}; a.k.a.</remarks><sdnType>`),
    ],
    ['SDN_ADVANCED.XML', advancedList().replace('31 Jan 1970', elsewhere)],
  ])('takes an address from another field of an entry in %s', async (_what, text) => {
    const list = await read(text, 64);
    expect(list.addresses).toContainEqual(expect.objectContaining({ address: elsewhere, uid: '12345', asset: null }));
  });

  const typed = 'Digital Currency Address - ETH';
  it.each([
    'Digital Currency Address – ETH',
    'digital currency address - eth',
    'Digital Currency  Address - ETH',
    'Digital\u00a0Currency\u00a0Address\u00a0-\u00a0ETH',
    'Digital Currency Address - \u200bETH',
    'Digital Currency Address: ETH',
  ])('knows the type %j', async (type) => {
    for (const text of [classicList(), advancedList()]) {
      const list = await read(text.replace(typed, type));
      expect(list.addresses).toMatchObject(listed);
    }
  });

  it.each([
    [
      'a type that is like a digital currency',
      classicList().replace(typed, 'Digital Currency Wallet'),
      'Digital Currency Wallet',
    ],
    ['the same by its definition', advancedList().replace(typed, 'Digital Currency'), 'Digital Currency'],
    ['an empty number', classicList().replace(LISTED_EVM.address, ''), ''],
    [
      'a feature without a detail',
      advancedList().replace(/<VersionDetail DetailTypeID="1432">0x.*?<.VersionDetail>/, ''),
      '',
    ],
    [
      'an address that is cut off',
      advancedList().replace(LISTED_SOLANA.address, LISTED_SOLANA.address.slice(2)),
      LISTED_SOLANA.address.slice(2),
    ],
    [
      'an address of an unknown asset that is cut off',
      classicList().replace(typed, 'Digital Currency Address - NEW').replace(LISTED_EVM.address, '0x12'),
      '0x12',
    ],
  ])('does not drop %s', async (_what, text, unread) => {
    const list = await read(text);
    expect(list.unread).toEqual([{ line: expect.any(Number) as number, text: unread }]);
  });

  it('leaves out an address of an unknown asset that is of no form that can be paid', async () => {
    const text = classicList().replace('Address - XBT', 'Address - TON');
    expect(
      await read(text.replace(LISTED_BITCOIN.address, 'EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG')),
    ).toMatchObject({ ignored: 1, unread: [] });
  });

  it('counts lines from the first one, also before blank ones', async () => {
    expect((await read(`\n\n${LISTED_EVM.address}\r\n\r0x12`)).unread).toEqual([{ line: 5, text: '0x12' }]);
    expect((await read(`["${LISTED_EVM.address}", "0x12"]`)).unread).toEqual([{ line: 2, text: '0x12' }]);
  });

  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><sdnList>&b;</sdnList>`;
  const external = `<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><sdnList/>`;
  it.each([
    ['an empty file', '', 'it is empty'],
    ['blanks alone', ' \n\t ', 'it is empty'],
    ['SDN.XML that is cut off', classicList().slice(0, -60), 'it is no well-formed XML: .*unclosed tag'],
    ['SDN_ADVANCED.XML that is cut off', advancedList().slice(0, 900), 'it is no well-formed XML'],
    ['JSON that is cut off', '["0x8589427373D6D84E98730D7795D8f6f8731FDA16",', 'it begins like JSON and is none'],
    ['JSON that is no array of addresses', '[1,2]', 'no array of addresses'],
    ['fewer entries than the file says', classicList(undefined, 4), 'it has 3 entries and says that it has 4'],
    ['an HTML page', '<!doctype html><html><body>Not found</body></html>', 'it is no well-formed XML'],
    ['an HTML page without a doctype', '<html><body>Sign in</body></html>', 'its root element is <html>'],
    ['a list without any digital currency', classicList([]), 'it names no digital currency address at all'],
    ['entities that grow', laughs, 'DOCTYPE'],
    ['entities from elsewhere', external, 'DOCTYPE'],
    ['another encoding by name', classicList().replace('utf-8', 'iso-8859-1'), 'its encoding is iso-8859-1'],
    [
      'another encoding by its bytes',
      Buffer.from(classicList().replace('EXAMPLE', 'M\u00fcller'), 'latin1'),
      'not UTF-8',
    ],
    ['elements without end', `<sdnList>${'<a>'.repeat(100)}`, 'nest deeper'],
  ])('refuses %s', async (_what, text, reason) => {
    await expect(read(text, 64)).rejects.toMatchObject({
      name: 'UnusableListError',
      message: expect.stringMatching(reason) as string,
    });
  });

  it('refuses what is too large, however much more would come', async () => {
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) yield Promise.resolve(Buffer.from(`${LISTED_EVM.address}\n`.repeat(1_000)));
    }
    await expect(readList(endless(), { maxBytes: 100_000 })).rejects.toThrow('it is larger than 100000 bytes');
  });
});
