import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix, relative, sep } from 'node:path';
import type { Encoding } from '../http/accepts-encoding';

/** Where the build of the console is: beside this package, in the sources and in the image. */
export const CONSOLE_FOLDER = join(__dirname, '..', '..', '..', 'console', 'dist');

const PAGE = 'index.html';
/** Their names have a hash of their content. */
const HASHED = /^assets\//;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** What the build adds to the name of a file that it has compressed. */
const COMPRESSED: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' };

/** The bytes of a file in one encoding. */
interface Variant {
  readonly content: Buffer;
  readonly etag: string;
}

/** A file of the console. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly plain: Variant;
  readonly compressed: Readonly<Partial<Record<Encoding, Variant>>>;
}

/** The built console. It is read once, so nothing else of the disk can be asked for, and a new build needs a restart. */
export class ConsoleFiles {
  private constructor(private readonly files: ReadonlyMap<string, ConsoleFile>) {}

  /** @returns null where the console has not been built */
  static read(folder: string): ConsoleFiles | null {
    if (!existsSync(join(folder, PAGE))) return null;
    const contents = new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [relative(folder, path).replaceAll(sep, '/'), variantOf(readFileSync(path))] as const),
    );
    const isCompressed = (name: string): boolean => extname(name) in COMPRESSED;
    const files = [...contents].filter(([name]) => !isCompressed(name));
    return new ConsoleFiles(new Map(files.map(([name, plain]) => [name, fileOf(name, plain, contents)])));
  }

  /**
   * The file at a path below the console. A path without an extension is one of its pages.
   *
   * @param path - decoded, without a slash at its start
   */
  at(path: string): ConsoleFile | undefined {
    return this.files.get(posix.extname(path) === '' ? PAGE : path);
  }
}

function fileOf(name: string, plain: Variant, contents: ReadonlyMap<string, Variant>): ConsoleFile {
  const compressed = Object.entries(COMPRESSED).flatMap(([suffix, encoding]) => {
    const variant = contents.get(name + suffix);
    return variant === undefined ? [] : [[encoding, variant] as const];
  });
  return {
    contentType: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    plain,
    compressed: Object.fromEntries(compressed),
  };
}

function variantOf(content: Buffer): Variant {
  return { content, etag: `"${hash('sha256', content, 'base64url').slice(0, 27)}"` };
}
