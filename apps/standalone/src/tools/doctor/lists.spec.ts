import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfiguration } from '@stablecoin/host';
import { checkLists } from './lists';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BITCOIN = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-lists-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(text: string | null, env: Readonly<Record<string, string>> = {}) {
  const file = join(folder, 'list.txt');
  if (text !== null) writeFileSync(file, text);
  const OFAC_LIST = pathToFileURL(file).href;
  const given = { CHAINS: 'local', SCREENING_SANCTIONS: 'ofac', OFAC_LIST, ...env };
  return checkLists({ configuration: readConfiguration(given) });
}

it('says how many addresses a list names, and which lines are ignored', async () => {
  const [finding] = await check(`${EVM}\n${BITCOIN}\n\nname\n`);
  expect(finding).toMatchObject({ check: 'sanctions list', status: 'ok' });
  expect(finding?.message).toMatch(
    /names 1 addresses that can be paid; 2 entries without one are ignored \(lines 2, 4\)$/,
  );
});

it.each([
  ['names nobody', '# nobody\n', 'it names no address that can be paid'],
  ['cannot be read', `${EVM}\n0x12\n`, '1 of its lines may be addresses and cannot be read \\(2: "0x12"\\)'],
  ['is not there', null, 'ENOENT'],
])('fails for a list that %s', async (_what, text, reason) => {
  const [finding] = await check(text);
  expect(finding).toMatchObject({ status: 'fail', message: expect.stringMatching(reason) as string });
});

it('warns of lines that the operator has accepted', async () => {
  const text = `${EVM}\n0x12\n`;
  const hash = /OFAC_LIST_ACCEPT=(\w+)/.exec((await check(text))[0]?.message ?? '')?.[1] ?? '';
  const [finding] = await check(text, { OFAC_LIST_ACCEPT: hash });
  expect(finding).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('lines 2 cannot be read') as string,
  });
});

it('reads no list where no check uses it', async () => {
  expect(await check(null, { SCREENING_SANCTIONS: 'oracle' })).toEqual([]);
  expect(await checkLists({ configuration: readConfiguration({}) })).toEqual([]);
});
