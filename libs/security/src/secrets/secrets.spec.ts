import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { openKeyFile } from './key-file';
import { generateKey, SealedTextError, SecretBox } from './secret-box';

describe('SecretBox', () => {
  const box = SecretBox.fromKey(generateKey());

  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.open(box.seal(text, 'webhook secret'), 'webhook secret')).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time, and shows nothing of it', () => {
    const sealed = box.seal('whsec_abcdefgh', 'webhook secret');
    expect(box.seal('whsec_abcdefgh', 'webhook secret')).not.toBe(sealed);
    expect(sealed).toMatch(/^v2\.[\w-]+$/);
    expect(sealed).not.toContain('whsec');
  });

  it('opens nothing that was sealed under another key', () => {
    const other = SecretBox.fromKey(generateKey());
    expect(() => other.open(box.seal('a', 'sign-in'), 'sign-in')).toThrow(SealedTextError);
  });

  it('opens a text for what it was sealed for, and for nothing else', () => {
    const purposes = ['webhook secret', 'approval signature', 'sign-in'] as const;
    for (const [sealedFor, openedFor] of purposes.flatMap((one) => purposes.map((other) => [one, other] as const))) {
      const open = () => box.open(box.seal('a', sealedFor), openedFor);
      if (sealedFor === openedFor) expect(open()).toBe('a');
      else expect(open).toThrow(SealedTextError);
    }
    // What has a purpose does not pass for a text of an earlier version, which has none.
    expect(() => box.open(box.seal('a', 'sign-in').replace('v2.', 'v1.'), 'webhook secret')).toThrow(SealedTextError);
  });

  it('opens a text of an earlier version, which had no purpose, except for a sign-in', () => {
    const earlier = 'v1.AQEBAQEBAQEBAQEBAYn60vPgiW-juLVEAlMzU5wsLNztv1p_c2vi4UA';
    const same = SecretBox.fromKey(Buffer.alloc(32, 7).toString('base64'));
    expect(same.open(earlier, 'webhook secret')).toBe('whsec_earlier');
    expect(same.open(earlier, 'approval signature')).toBe('whsec_earlier');
    expect(() => same.open(earlier, 'sign-in')).toThrow(SealedTextError);
  });

  it('opens nothing that was changed, wherever', () => {
    const sealed = Buffer.from(box.seal('a secret', 'sign-in').slice(3), 'base64url');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.open(`v2.${changed.toString('base64url')}`, 'sign-in')).toThrow(SealedTextError);
    }
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.', 'v2.AAAA', 'v3.AAAA', 'whsec_abc'])(
    'opens nothing that it never made: %j',
    (text) => {
      expect(() => box.open(text, 'webhook secret')).toThrow(SealedTextError);
    },
  );

  it.each([
    '',
    'short',
    Buffer.alloc(31).toString('base64'),
    'ä'.repeat(43),
    `${Buffer.alloc(32).toString('base64')}=`,
  ])('takes no key that is not 32 bytes in base64: %j', (key) => {
    expect(() => SecretBox.fromKey(key)).toThrow('a secrets key is 32 bytes in base64');
  });
});

describe('openKeyFile', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'key-file-'));
    file = join(folder, 'secrets.key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a key at the first start, which its owner only may read, and keeps it', async () => {
    const key = await openKeyFile(file);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secrets.key']);
    await expect(openKeyFile(file)).resolves.toBe(key);
  });

  it('refuses a file that holds no key, and leaves it as it is', async () => {
    writeFileSync(file, 'not a key');
    await expect(openKeyFile(file)).rejects.toThrow(`${file} does not hold 32 bytes in base64`);
    expect(readFileSync(file, 'utf8')).toBe('not a key');
  });

  it('says so when the folder cannot be written', async () => {
    await expect(openKeyFile(join(folder, 'missing', 'secrets.key'))).rejects.toThrow('ENOENT');
  });
});
