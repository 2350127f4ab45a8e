import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder that the whole repository is in. */
export const ROOT = resolve(__dirname, '../../..');

/** What is installed, built or written by a service is no part of the repository. */
const NOT_OURS = new Set(['node_modules', 'dist', 'data']);

/** The files of the repository with such a name, as paths from its root. Without git: it may be an archive. */
export function filesNamed(pattern: RegExp, folder = ''): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : filesNamed(pattern, path);
    }
    return pattern.test(entry.name) ? [path] : [];
  });
}

/** The text of a file, by its path from the root. */
export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
