import type { CampaignRun } from '../../apps/payment/src/testing/campaign-run';
import { tables } from './tables';

const RUN: CampaignRun = {
  ...{ chain: 'base', seed: 1, liars: 1, payments: 10, settled: 9 },
  ...{ told: { ahead: 1_200, deposit: 3 }, misfortunes: { 'kill -9': 2 }, outcomes: {} },
  ...{ doublePayments: 0, falseSettlements: 0, falseDeposits: 0, unsettled: 0, problems: [] },
};

it('adds up runs by chain and by how many endpoints lie, and counts the lies', () => {
  const bad = { ...RUN, chain: 'ethereum', doublePayments: 1, problems: ['pay_1 was made twice'] } as const;
  const solana = { ...RUN, chain: 'solana', liars: 2, told: { ahead: 5 } } as const;
  const [runs, lies, misfortunes] = tables([RUN, bad, solana]).split('\n\n');
  expect(runs?.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))).toEqual([
    '| chain | endpoints that lie | runs | hold | payments | settled | lies told | double payments | false settlements | false deposits | unsettled |',
    expect.stringMatching(/^\| -/),
    '| Base and Ethereum | one, for ever | 2 | 1 | 20 | 18 | 2,406 | 1 | 0 | 0 | 0 |',
    '| Solana | two, for a while | 1 | 1 | 10 | 9 | 5 | 0 | 0 | 0 | 0 |',
  ]);
  expect(lies?.split('\n').slice(2)).toEqual([
    '| is ahead, by 61 s or more                        |             2,400 |      5 |',
    '| shows a deposit of 1,000,000 that was never made |                 6 |      0 |',
  ]);
  expect(misfortunes).toContain('| kill -9');
});

it('adds up runs on networks that are not as expected by chain, pace and ranges', () => {
  const misfortunes = { 'kill -9': 2, 'no process runs': 1, 'a transfer to the treasury': 4 };
  const network = { pace: 10, ranges: '5' };
  const [, table] = tables([RUN, { ...RUN, network, misfortunes }, { ...RUN, network, misfortunes }]).split('\n\n');
  expect(table?.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))[2]).toBe(
    '| Base | 10 | 5 | 2 | 2 | 20 | 18 | 4 | 2 | 8 | 0 | 0 | 0 | 0 |',
  );
});
