import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSeal, SealedFileError } from './sealed-file';

describe('FileSeal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-seal-'));
  const file = (name: string): string => join(folder, name);
  const content = randomBytes(300_000);
  const seal = new FileSeal('correct horse');

  beforeAll(async () => {
    writeFileSync(file('plain'), content);
    await seal.seal(file('plain'), file('sealed'), 'events.db');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('opens with the passphrase what it has sealed, of any length', async () => {
    await new FileSeal('correct horse').open(file('sealed'), file('opened'), 'events.db');
    expect(readFileSync(file('opened')).equals(content)).toBe(true);
    writeFileSync(file('empty'), '');
    await seal.seal(file('empty'), file('sealed-empty'), 'a');
    await seal.open(file('sealed-empty'), file('opened-empty'), 'a');
    expect(readFileSync(file('opened-empty'))).toHaveLength(0);
  });

  it.each<[string, (sealed: Buffer) => Buffer]>([
    [
      'a byte was changed',
      (sealed) => {
        const changed = Buffer.from(sealed);
        changed[1_000] = 255 - (changed[1_000] ?? 0);
        return changed;
      },
    ],
    ['its end is missing', (sealed) => sealed.subarray(0, -1)],
    ['it is another file', () => Buffer.from('SQLite format 3')],
  ])('refuses one when %s, and leaves nothing', async (_, change) => {
    writeFileSync(file('changed'), change(readFileSync(file('sealed'))));
    await expect(seal.open(file('changed'), file('refused'), 'events.db')).rejects.toThrow(SealedFileError);
    expect(existsSync(file('refused'))).toBe(false);
  });

  it('refuses another passphrase, and another name', async () => {
    await expect(new FileSeal('wrong').open(file('sealed'), file('refused'), 'events.db')).rejects.toThrow(
      'passphrase',
    );
    await expect(seal.open(file('sealed'), file('refused'), 'payment.db')).rejects.toThrow(SealedFileError);
    expect(existsSync(file('refused'))).toBe(false);
  });
});
