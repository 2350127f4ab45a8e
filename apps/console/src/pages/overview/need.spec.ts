import { alarms, failingEndpoints, lowBalances } from './need';

describe('what needs a person', () => {
  const chains = { base: '100.00', ethereum: '99.999999', solana: '0.00' };

  it('a balance below its threshold, by a millionth', () => {
    const settings = { low_balance: { total: null, chains: { base: '100.00', ethereum: '100.00', solana: null } } };
    expect(lowBalances({ usdc: '199.999999', chains }, settings).map(({ title }) => title)).toEqual([
      'The treasury on Ethereum holds 99.999999 USDC',
    ]);
  });

  it('no balance where no threshold is set', () => {
    const settings = { low_balance: { total: null, chains: { base: null, ethereum: null, solana: null } } };
    expect(lowBalances({ usdc: '0.00', chains }, settings)).toEqual([]);
  });

  it('an endpoint that was disabled, or has not received what was last tried', () => {
    const endpoint = { status: 'enabled', disabled_reason: null } as const;
    const endpoints = [
      { ...endpoint, id: 'whe_1', url: 'https://well.example' },
      { ...endpoint, id: 'whe_2', url: 'https://failing.example' },
      {
        id: 'whe_3',
        url: 'https://off.example',
        status: 'disabled',
        disabled_reason: 'It failed for 5 days.',
      } as const,
      { id: 'whe_4', url: 'https://paused.example', status: 'disabled', disabled_reason: null } as const,
    ];
    const latest = [
      [{ status: 'delivered', attempts: [{ error: 'it answered 503' }, { error: null }] }],
      [
        { status: 'pending', attempts: [] },
        { status: 'pending', attempts: [{ error: 'it answered 503' }] },
      ],
    ];
    expect(failingEndpoints(endpoints, latest).map(({ title, text }) => [title, text])).toEqual([
      ['https://failing.example does not receive events', 'it answered 503'],
      ['https://off.example does not receive events', 'It failed for 5 days.'],
    ]);
  });
});

describe('alarms', () => {
  it('are said in words, with what to do', () => {
    const message = 'No endpoint of base agrees with another. Check CHAIN_BASE_RPC_URLS.';
    const alarm = {
      name: 'chain_endpoints_disagree',
      service: 'payment',
      severity: 'critical',
      message,
      object: 'base',
    };
    expect(alarms({ alarms: [alarm] })).toEqual([
      { tone: 'critical', kind: 'Alarm', title: 'Chain endpoints disagree', text: message, to: '/system' },
    ]);
    expect(alarms(undefined)).toEqual([]);
  });
});
