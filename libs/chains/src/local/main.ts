import { mkdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Local from './local-chains';
import { localChainsFile, writeLocalChains } from './local-chains-file';

/** Without a service that looks after them, chains that one has started end after this time. */
const UNUSED_MS_MAX = 5 * 60_000;
const LOOK_MS = 2_000;
/** The time between two blocks of Base. */
const BLOCK_MS = { least: 20, most: 60_000 } as const;

/** What whoever has started this process is told. */
export type LocalChainsMessage = { readonly state: 'ready' } | { readonly state: 'failed'; readonly reason: string };

/**
 * Runs local chains: `main.js <folder> [--keep]`. They are there as long as `local-chains.json` is in the folder and a
 * service touches it now and then; with `--keep`, until a signal ends them. `LOCAL_BASE_BLOCK_MS` sets the pace of Base.
 */
async function main(folder: string, keep: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const baseBlockMs = blockMsIn(process.env['LOCAL_BASE_BLOCK_MS']);
  const chains = await load().LocalChains.start(baseBlockMs === undefined ? {} : { baseBlockMs });
  const stop = (): void => void chains.stop().finally(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await writeLocalChains(folder, chains.description);
  tell({ state: 'ready' });
  if (keep) {
    console.log(`Local chains are described in ${localChainsFile(folder)}. Ctrl-C ends them.`);
    return;
  }
  setInterval(() => void isUsed(folder).then((used) => (used ? undefined : stop())), LOOK_MS);
}

async function isUsed(folder: string): Promise<boolean> {
  const file = await stat(localChainsFile(folder)).catch(() => null);
  return file !== null && Date.now() - file.mtimeMs < UNUSED_MS_MAX;
}

/** LiteSVM is a development dependency, as what it is for is no part of a service in production. */
function load(): typeof Local {
  try {
    return createRequire(__filename)('./local-chains') as typeof Local;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error('there is no litesvm: install the development dependencies (npm ci)', { cause: error });
  }
}

/** @throws Error of one line */
function blockMsIn(text = ''): number | undefined {
  if (text === '') return undefined;
  const blockMs = Number(text);
  if (Number.isInteger(blockMs) && blockMs >= BLOCK_MS.least && blockMs <= BLOCK_MS.most) return blockMs;
  const range = `${BLOCK_MS.least} to ${BLOCK_MS.most}`;
  throw new Error(`LOCAL_BASE_BLOCK_MS: got ${JSON.stringify(text)}, takes whole milliseconds from ${range}`);
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND' && /litesvm/.test(error.message)
  );
}

function tell(message: LocalChainsMessage): void {
  process.send?.(message);
}

const [, , folder = './data', ...options] = process.argv;
main(folder, options.includes('--keep')).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(reason);
  tell({ state: 'failed', reason });
  process.exitCode = 1;
});
