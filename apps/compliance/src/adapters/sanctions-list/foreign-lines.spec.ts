import { Random } from '@stablecoin/event-sourcing/testing';
import { LISTED_BITCOIN } from '../../testing/sanctions-lists';
import { readList } from './read-list';

const LINES = 10_000;

it('10,000 lines of other networks, comments and names hide no address beside them', async () => {
  const random = new Random(46);
  const expected: string[] = [];
  const lines = Array.from({ length: LINES }, (_, index) => {
    if (index % 10 !== 0) return foreignLine(random, index);
    const address = `0x${(index + 1).toString(16).padStart(40, '5')}`;
    expected.push(address);
    return written(random, address);
  });
  const { addresses, unread } = await readList(chunksOf(lines.join(random.pick(['\n', '\r\n']))));
  expect(unread).toEqual([]);
  expect(addresses.map(({ address }) => address)).toEqual(expected);
});

async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  yield Promise.resolve(Buffer.from(text));
}

/** As people write an address down. */
function written(random: Random, address: string): string {
  return random.pick([
    address,
    `  ${address}\t`,
    `"${address}",`,
    `ETH,${address}`,
    `${address} # added in March`,
    address.slice(2),
    address.toUpperCase().replace('0X', '0x'),
    `\u200b${address}`,
    `${address};Example Mixer;2026-01-31`,
  ]);
}

function foreignLine(random: Random, index: number): string {
  return random.pick([
    LISTED_BITCOIN.address,
    `XBT,${LISTED_BITCOIN.address}`,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    '# a comment with a number: 1,042',
    '#',
    '',
    '   ',
    `Example Exchange ${index}, Ltd.`,
    'Обменник № 7; г. Москва',
    '2026-01-31T12:00:00Z',
    `line ${index}: see notice`,
  ]);
}
