import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAIN_OUTCOMES, SCREENING_OUTCOMES, forOutcome } from './sandbox-outcomes';

const guide = readFileSync(join(__dirname, '../../../../../docs/sandbox.md'), 'utf8');

describe('the outcomes of the sandbox', () => {
  it('are those of the guide', () => {
    const endings = [...guide.matchAll(/^\| `(\d{4})` /gm)].map(([, ending]) => ending);
    expect(CHAIN_OUTCOMES.flatMap(({ ending }) => ending ?? [])).toEqual(endings);
    const recipients = [...guide.matchAll(/^\| `(0x0{36}d\w{3})` \| `(\w+)` /gm)].map(([, evm, solana]) => ({
      evm,
      solana,
    }));
    expect(SCREENING_OUTCOMES.map(({ to }) => to)).toEqual(recipients);
  });

  it('keep the amount and the recipient that somebody has typed', () => {
    const typed = { amount: '250.75', to: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', chain: 'auto' };
    expect(forOutcome({ label: '', explanation: '', ending: '0201' }, typed)).toEqual({
      amount: '250.000201',
      to: typed.to,
    });
  });

  it('do not keep a recipient that forces another outcome', () => {
    const typed = { amount: '', to: SCREENING_OUTCOMES[0]!.to!.evm, chain: 'solana' };
    expect(forOutcome({ label: '', explanation: '' }, typed)).toEqual({
      amount: '10.00',
      to: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    });
  });
});
