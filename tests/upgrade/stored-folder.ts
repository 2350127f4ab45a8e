import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Answers } from './answers';
import { STORED, type Made } from './installation';

export const made = JSON.parse(readFileSync(join(STORED, 'made.json'), 'utf8')) as Made;

function stored(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(STORED, name)));
}

export function storedAnswers(): Answers {
  return JSON.parse(stored('answers.json.br').toString('utf8')) as Answers;
}

/** @returns a new folder with the stored data */
export function unpackDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-upgrade-'));
  execFileSync('tar', ['--extract', '--directory', folder], { input: stored('data-folder.tar.br') });
  return folder;
}
