import { Simulator } from './simulate';
import { RULE_NAMES } from './rule-names';
test('search', async () => {
  const simulator = new Simulator();
  const rules = process.env.RULES ? process.env.RULES.split(';') : [...RULE_NAMES];
  const n = Number(process.env.N ?? 100), from = Number(process.env.FROM ?? 1);
  for (const rule of rules) {
    const bad: any = {}; let steps: any[] = [];
    for (let i = from; i < from + n && steps.length < 4; i++) { let x; try { x = await simulator.run(i, { off: [rule as any] }); } catch (e: any) { x = { violation: 'EXC ' + e.stack.slice(0, 300), steps: 0 }; }
      if (x.violation) { steps.push([i, x.steps]); (bad[x.violation.replace(/pay_\w+/g,'P').replace(/evt_\w+/g,'E').replace(/\d+/g,'N')] ??= []).push(i); } }
    require('fs').appendFileSync('/tmp/search.txt', rule + ' ' + JSON.stringify(bad) + ' ' + JSON.stringify(steps) + '\n');
  }
}, 3000000);
