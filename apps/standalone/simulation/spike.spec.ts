import { Simulator } from './simulate';
test('spike', async () => {
  const simulator = new Simulator();
  const off: any = process.env.OFF ? process.env.OFF.split(';') : [];
  if (process.env.SEED) {
    const r: any = await simulator.run(Number(process.env.SEED), { trace: true, off });
    require('fs').writeFileSync('/tmp/trace.txt', r.notes.join('\n')); console.log({ ...r, notes: 0 });
  }
  const t = Date.now(); const bad: any = {}; const all: any = {steps: 0};
  const from = Number(process.env.FROM ?? 1);
  for (let i = from; i < from + Number(process.env.N ?? 0); i++) { const x = await simulator.run(i, {off}); all.steps += x.steps; all.settled = (all.settled ?? 0) + x.settled; for (const c of x.failed) all[c] = (all[c] ?? 0) + 1; if (x.violation) (bad[x.violation.replace(/pay_\w+/g,'P').replace(/evt_\w+/g,'E').replace(/\d+/g,'N')] ??= []).push(i); }
  console.log(Date.now() - t, JSON.stringify(bad, null, 1).replace(/\n +(\d)/g,' $1').replace(/\n \]/g, ']'), all);
}, 3000000);
