import { SUBJECT, describeScreeningProvider } from '../testing/screening-provider.contract';
import { VendorServer } from '../testing/vendor-server';
import { riskProvider } from './risk-provider';
import { trmRisk } from './trm';
import { VendorCalls } from './vendor-calls';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BAD = '0x00000000000000000000000000000000000000bd';
const DOWN = '0x00000000000000000000000000000000000000d0';
const now = () => 1_700_000_000_000;
const subject = { ...SUBJECT, address: ADDRESS };

interface Asked {
  readonly address: string;
  readonly chain: string;
}

let server: VendorServer;
/** What the vendor knows, by address and chain. */
let known: Record<string, object>;
let answers: (asked: readonly Asked[]) => unknown;

beforeEach(async () => {
  server = await VendorServer.start();
  known = {};
  answers = (asked) => asked.map((each) => ({ ...rated(each), ...known[`${each.address} ${each.chain}`] }));
  server.answer = (response, { headers, body }) => {
    const key = Buffer.from(String(headers.authorization).slice('Basic '.length), 'base64').toString();
    if (key !== 'key-1:key-1') return void response.writeHead(401).end('{"code":401}');
    const asked = JSON.parse(body) as Asked[];
    if (asked.some(({ address }) => address === DOWN)) return void response.writeHead(502).end();
    return void response.writeHead(201).end(JSON.stringify(answers(asked)));
  };
});
afterEach(() => server.stop());

const rated = ({ address, chain }: Asked) => ({
  address: address.toLowerCase(),
  addressSubmitted: address,
  chain,
  accountExternalId: null,
  externalId: null,
  trmAppUrl: 'https://app.example',
  addressRiskIndicators: [],
  entities: [],
});
const indicator = (category: string, categoryRiskScoreLevel: number, riskType = 'COUNTERPARTY') => ({
  ...{ category, categoryId: '1', categoryRiskScoreLevel, categoryRiskScoreLevelLabel: 'x', riskType },
  ...{ incomingVolumeUsd: '1', outgoingVolumeUsd: '1', totalVolumeUsd: '2' },
});
const open = (check: 'sanctions' | 'aml', apiKey = 'key-1') => {
  const ask = trmRisk({ url: server.url, apiKey, calls: new VendorCalls({ name: 'TRM_URL', now, retryPausesMs: [] }) });
  const policy = { block: 'severe', review: 'high' } as const;
  return riskProvider(check, { name: 'trm', vendor: 'TRM', source: server.url, ask, policy, now });
};
const screen = (check: 'sanctions' | 'aml', apiKey?: string) =>
  open(check, apiKey).screen(subject, new AbortController().signal);
const knows = (about: object, chain = 'base') => (known[`${ADDRESS} ${chain}`] = about);

describeScreeningProvider('trm', () => {
  known[`${BAD} ethereum`] = { entities: [{ category: 'Hacked', entity: 'X', riskScoreLevel: 15 }] };
  return {
    provider: open('aml'),
    passes: subject,
    fails: { ...subject, address: BAD },
    unanswered: { ...subject, address: DOWN },
  };
});

describe('the provider trm', () => {
  it('asks about every chain at once, and the worst counts', async () => {
    knows({ addressRiskIndicators: [indicator('Mixer', 5)] }, 'base');
    knows({ addressRiskIndicators: [indicator('Scam', 10)] }, 'ethereum');
    expect(await screen('aml')).toMatchObject({
      outcome: 'review',
      evidence: 'TRM rates the risk of the address: high.',
      details: { source: server.url, data: expect.stringContaining('"Mixer"') },
    });
    const [{ path, body }] = server.asked as [(typeof server.asked)[0]];
    expect({ path, body: JSON.parse(body) as unknown }).toEqual({
      path: '/v2/screening/addresses',
      body: [
        { address: ADDRESS, chain: 'base' },
        { address: ADDRESS, chain: 'ethereum' },
      ],
    });
  });

  it.each([
    [0, 'pass'],
    [1, 'pass'],
    [5, 'pass'],
    [10, 'review'],
    [15, 'fail'],
  ])('a score of %i is a %s for money laundering', async (score, outcome) => {
    knows({ addressRiskIndicators: [indicator('Scam', score)] });
    expect(await screen('aml')).toMatchObject({ outcome });
  });

  it.each([
    ['it is owned by', { addressRiskIndicators: [indicator('Sanctions', 1, 'OWNERSHIP')] }, 'Sanctions'],
    ['an entity is', { entities: [{ category: 'Sanctions', entity: 'Somebody', riskScoreLevel: 1 }] }, 'Somebody'],
  ])('fails the sanctions check when %s somebody who is sanctioned', async (_what, about, matched) => {
    knows(about);
    expect(await screen('sanctions')).toMatchObject({ outcome: 'fail', details: { matched } });
  });

  it('judges dealings with the sanctioned by their score, and no other risk', async () => {
    knows({ addressRiskIndicators: [indicator('Sanctions', 10, 'INDIRECT'), indicator('Scam', 15)] });
    expect(await screen('sanctions')).toMatchObject({ outcome: 'review' });
    knows({ addressRiskIndicators: [indicator('Scam', 15)] });
    expect(await screen('sanctions')).toMatchObject({ outcome: 'pass' });
  });

  it.each([
    ['not for every chain', (asked: readonly Asked[]) => asked.slice(1).map(rated), 'for every chain'],
    [
      'for another address',
      (asked: readonly Asked[]) => asked.map((each) => rated({ ...each, address: BAD })),
      'every',
    ],
    ['an object', () => ({ address: ADDRESS }), 'for every chain'],
    [
      'an unknown score',
      (asked: readonly Asked[]) => asked.map((each) => ({ ...rated(each), entities: [{ riskScoreLevel: 20 }] })),
      'a risk score other than',
    ],
  ])('an answer that is %s is no finding', async (_what, set, reason) => {
    answers = set;
    await expect(screen('aml')).rejects.toThrow(reason);
  });

  it('a key that is refused is no finding, and not shown', async () => {
    const refused = screen('aml', 'key-2');
    await expect(refused).rejects.toThrow('TRM_URL answered 401: check TRM_API_KEY');
    await expect(refused).rejects.not.toThrow('key-2');
  });
});
