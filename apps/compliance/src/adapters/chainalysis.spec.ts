import { SUBJECT, describeScreeningProvider } from '../testing/screening-provider.contract';
import { VendorServer } from '../testing/vendor-server';
import { chainalysisRisk } from './chainalysis';
import { riskProvider } from './risk-provider';
import { VendorCalls } from './vendor-calls';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BAD = '0x00000000000000000000000000000000000000bd';
const DOWN = '0x00000000000000000000000000000000000000d0';
const now = () => 1_700_000_000_000;
const subject = { ...SUBJECT, address: ADDRESS };

let server: VendorServer;
/** What the vendor knows, by address in lower case. */
let known: Record<string, object>;

beforeEach(async () => {
  server = await VendorServer.start();
  known = {};
  server.answer = (response, { method, path, headers }) => {
    if (headers['token'] !== 'key-1') return void response.writeHead(403).end('{"message":"Forbidden"}');
    if (method === 'POST') return void response.writeHead(201).end('{}');
    const address = path.slice('/api/risk/v2/entities/'.length);
    if (address === DOWN) return void response.writeHead(500).end();
    const answer = { ...entity(address), ...known[address.toLowerCase()] };
    return void response.end(JSON.stringify(answer));
  };
});
afterEach(() => server.stop());

const entity = (address: string) => ({
  address: address.toLowerCase(),
  addressType: 'PRIVATE_WALLET',
  risk: 'Low',
  riskReason: null,
  cluster: null,
  addressIdentifications: [],
  exposures: [],
  triggers: [],
  status: 'COMPLETE',
});
const trigger = (category: string, risk: string) => ({ category, percentage: 12.5, ruleTriggered: { risk } });
const open = (check: 'sanctions' | 'aml', { apiKey = 'key-1', block = 'severe', review = 'high' } = {}) => {
  const url = `${server.url}/api/risk`;
  const ask = chainalysisRisk({
    url,
    apiKey,
    calls: new VendorCalls({ name: 'CHAINALYSIS_URL', now, retryPausesMs: [] }),
  });
  const policy = { block, review } as { block: 'severe'; review: 'high' };
  return riskProvider(check, { name: 'chainalysis', vendor: 'Chainalysis', source: url, ask, policy, now });
};
const screen = (check: 'sanctions' | 'aml', options = {}) =>
  open(check, options).screen(subject, new AbortController().signal);
const knows = (about: object) => (known[ADDRESS.toLowerCase()] = about);

describeScreeningProvider('chainalysis', () => {
  known[BAD] = {
    risk: 'Severe',
    riskReason: 'Identified as Ransomware',
    cluster: { name: 'X', category: 'ransomware' },
  };
  return {
    provider: open('aml'),
    passes: subject,
    fails: { ...subject, address: BAD },
    unanswered: { ...subject, address: DOWN },
  };
});

describe('the provider chainalysis', () => {
  it('registers the address, and keeps what it was told as evidence', async () => {
    knows({ risk: 'High', riskReason: 'Mixing', cluster: { name: 'Some mixer', category: 'mixing' } });
    expect(await screen('aml')).toEqual({
      outcome: 'review',
      evidence: 'Chainalysis rates the risk of the address: high.',
      details: {
        source: `${server.url}/api/risk`,
        version: null,
        matched: 'Some mixer',
        at: now(),
        data: '{"risk":"High","riskReason":"Mixing","cluster":{"name":"Some mixer","category":"mixing"},"triggers":[]}',
      },
    });
    expect(server.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/api/risk/v2/entities', body: `{"address":"${ADDRESS}"}` },
      { method: 'GET', path: `/api/risk/v2/entities/${ADDRESS}`, body: '' },
    ]);
  });

  it.each([
    ['Low', 'pass'],
    ['Medium', 'pass'],
    ['High', 'review'],
    ['Severe', 'fail'],
  ])('a risk of %s is a %s for money laundering', async (risk, outcome) => {
    knows({ risk });
    expect(await screen('aml')).toMatchObject({ outcome });
  });

  it('blocks and reviews from the levels that the operator chooses', async () => {
    knows({ risk: 'Medium' });
    expect(await screen('aml', { block: 'medium' })).toMatchObject({ outcome: 'fail' });
    expect(await screen('aml', { review: 'medium' })).toMatchObject({ outcome: 'review' });
  });

  it.each([
    ['an identification', { addressIdentifications: [{ name: 'Somebody', category: 'sanctioned entity' }] }],
    ['its cluster', { cluster: { name: 'Somebody', category: 'sanctions' } }],
  ])('fails the sanctions check by %s, however low the risk', async (_what, about) => {
    knows({ risk: 'Low', ...about });
    expect(await screen('sanctions')).toMatchObject({
      outcome: 'fail',
      evidence: 'Chainalysis names the address as sanctioned.',
      details: { matched: 'Somebody' },
    });
  });

  it('judges dealings with the sanctioned by the level of their rule, and no other risk', async () => {
    knows({ risk: 'Severe', triggers: [trigger('sanctioned entity', 'High'), trigger('scam', 'Severe')] });
    expect(await screen('sanctions')).toMatchObject({ outcome: 'review' });
    knows({ risk: 'Severe', triggers: [trigger('scam', 'Severe')] });
    expect(await screen('sanctions')).toMatchObject({ outcome: 'pass' });
  });

  it('asks once for two checks of an address at the same time', async () => {
    const url = `${server.url}/api/risk`;
    const ask = chainalysisRisk({
      url,
      apiKey: 'key-1',
      calls: new VendorCalls({ name: 'CHAINALYSIS_URL', now, retryPausesMs: [] }),
    });
    const { signal } = new AbortController();
    await Promise.all([ask(ADDRESS, [], signal), ask(ADDRESS, [], signal)]);
    expect(server.asked).toHaveLength(2);
  });

  it('says nothing about an owner', async () => {
    const owner = { ...subject, address: null, owner: 'user:1', chains: [] };
    const found = await open('aml').screen(owner, new AbortController().signal);
    expect(found).toMatchObject({ outcome: 'not_covered' });
  });

  it.each([
    ['is not rated yet', { status: 'IN_PROGRESS' }, 'has not rated the address yet'],
    ['has a risk of another kind', { risk: 'Extreme' }, 'a risk that is not Low, Medium, High or Severe'],
    ['has no risk', { risk: null }, 'a risk that is not Low, Medium, High or Severe'],
    ['is another one', { address: BAD }, 'answered for another address'],
  ])('an address that %s is no finding', async (_what, about, reason) => {
    knows(about);
    await expect(screen('aml')).rejects.toThrow(reason);
  });

  it('a key that is refused is no finding, and not shown', async () => {
    const refused = screen('aml', { apiKey: 'key-2' });
    await expect(refused).rejects.toThrow('CHAINALYSIS_URL answered 403: check CHAINALYSIS_API_KEY');
    await expect(refused).rejects.not.toThrow('key-2');
  });
});
