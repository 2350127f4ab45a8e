import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import type { Authorization } from '../transfers';
import { simulatedAuthorization } from '../testing/authorizations';
import { Journal, readJournal } from './journal';
import { SimulatedChain } from './simulated-chain';

const NOW = Date.UTC(2026, 0, 1);
const [PAY_1, PAY_2] = ['pay_1', 'pay_2'].map((id) =>
  simulatedAuthorization('base', '12500000', { id, authorizedAt: NOW }),
) as [Authorization, Authorization];

describe('the journal of the simulated chain', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'journal-'));
    file = join(folder, 'journal.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = () => new SimulatedChain({ settlementMs: 0, validityMs: 5_000, journal: new Journal(file, () => NOW) });
  const marks = () =>
    readJournal(file).map(({ authorization, again, conflict }) => ({ authorization, again, conflict }));

  async function broadcast(chain: SimulatedChain, authorizations: readonly Authorization[]): Promise<void> {
    await chain.broadcast(await chain.assemble(authorizations));
  }

  it('holds one line per authorization', async () => {
    const chain = open();
    const { hash } = await chain.assemble([PAY_1, PAY_2]);
    await broadcast(chain, [PAY_1, PAY_2]);
    const { chain: name, to, amount, currency } = PAY_1;
    const entry = { at: NOW, chain: name, hash, to, amount, currency, again: false, conflict: false };
    expect(readJournal(file)).toEqual([
      { ...entry, authorization: 'pay_1' },
      { ...entry, authorization: 'pay_2' },
    ]);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('marks bytes that are broadcast again, also after a restart and from another process', async () => {
    const [one, other] = [open(), open()];
    await broadcast(one, [PAY_1]);
    await broadcast(one, [PAY_1]);
    await broadcast(other, [PAY_1]);
    await broadcast(open(), [PAY_1]);
    expect(marks().map(({ again, conflict }) => [again, conflict])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it.each<[string, Partial<Authorization>]>([
    ['amount', { amount: '99000000' }],
    ['recipient', { to: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['currency', { currency: 'EURC' }],
    ['chain', { chain: 'ethereum' }],
    ['validity', { validUntil: NOW + 9_000 }],
  ])('a second authorization for one payment with another %s is an error, and stays to be seen', async (_, change) => {
    await broadcast(open(), [PAY_1]);
    await expect(broadcast(open(), [{ ...PAY_1, ...change }])).rejects.toThrow(
      'two different broadcasts for the one authorization pay_1',
    );
    expect(marks()).toEqual([
      { authorization: 'pay_1', again: false, conflict: false },
      { authorization: 'pay_1', again: false, conflict: true },
    ]);
  });

  it('protocol rule 14: an authorization in a second submission is an error, seen across processes', async () => {
    const [one, other] = [open(), open()];
    await broadcast(one, [PAY_1]);
    await expect(broadcast(other, [PAY_2, PAY_1])).rejects.toThrow('pay_1');
    await broadcast(one, [PAY_1]);
    expect(marks().map(({ authorization, again, conflict }) => [authorization, again, conflict])).toEqual([
      ['pay_1', false, false],
      ['pay_2', false, false],
      ['pay_1', false, true],
      ['pay_1', true, false],
    ]);
  });

  it('0401: holds a broadcast whose answer is lost', async () => {
    const lost = { ...PAY_1, amount: '12500401' } as const;
    await expect(broadcast(open(), [lost])).rejects.toThrow('was lost');
    await expect(broadcast(open(), [lost])).rejects.toThrow('was lost');
    expect(marks().map(({ again }) => again)).toEqual([false, true]);
  });

  it('starts anew in a file that was emptied', async () => {
    const chain = open();
    await broadcast(chain, [PAY_1]);
    await broadcast(chain, [PAY_1]);
    writeFileSync(file, '');
    await broadcast(chain, [PAY_1]);
    expect(marks()).toEqual([{ authorization: 'pay_1', again: false, conflict: false }]);
  });

  it('says at once that its file cannot be written', () => {
    expect(() => new Journal(join(folder, 'missing', 'journal'))).toThrow('ENOENT');
  });

  it('loses nothing when the process is killed right after the broadcast', () => {
    const script = join(folder, 'journal.js');
    writeFileSync(script, transformFileSync(join(__dirname, 'journal.ts'), { module: { type: 'commonjs' } }).code);
    const submission = { hash: '0x1', bytes: '', authorizations: ['pay_1', 'pay_2'] };
    const program = `
      const { Journal } = require(${JSON.stringify(script)});
      new Journal(${JSON.stringify(file)}).record(${JSON.stringify(submission)}, ${JSON.stringify([PAY_1, PAY_2])});
      process.kill(process.pid, 'SIGKILL');`;
    expect(spawnSync(process.execPath, ['-e', program]).signal).toBe('SIGKILL');
    expect(marks().map(({ authorization }) => authorization)).toEqual(['pay_1', 'pay_2']);
  });
});
