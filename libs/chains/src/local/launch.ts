import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf, localChainsFile, readLocalChains } from './local-chains-file';
import type { LocalChainsDescription } from './local-chains-file';
import type { LocalChainsMessage } from './main';

/** How often a service shows the local chains that it needs them still. */
const TOUCH_MS = 15_000;
const ANSWER_MS = 5_000;
/** What a process of local chains is given of the environment; nothing else is its business. */
const PASSED_ON = ['PATH', 'HOME', 'ANVIL_BIN', 'LOCAL_BASE_BLOCK_MS'];

/**
 * Finds the local chains of a data folder, or starts them in a process of their own.
 *
 * They are shown that they are needed for as long as this process runs, and stay for a while after it, so that a service
 * that is started again finds them as it left them.
 *
 * @param hasPast - what is in the folder was made with local chains before, and needs the very same
 * @returns the variables under which the service pays on them
 * @throws Error of one line
 */
export async function useLocalChains(dataDir: string, hasPast: boolean): Promise<Readonly<Record<string, string>>> {
  const known = await readLocalChains(dataDir);
  let description = known !== null && (await answers(known)) ? known : null;
  if (description === null) {
    if (known !== null && hasPast) {
      throw new Error(`CHAINS=local: the chains that ${dataDir} was made with have ended: take another DATA_DIR`);
    }
    await start(dataDir);
    description = await readLocalChains(dataDir);
    if (description === null) throw new Error(`CHAINS=local: there is no ${localChainsFile(dataDir)}`);
  }
  const touch = (): void => void utimes(localChainsFile(dataDir), new Date(), new Date()).catch(() => undefined);
  touch();
  setInterval(touch, TOUCH_MS).unref();
  return environmentOf(description);
}

async function start(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const log = await open(join(dataDir, 'local-chains.log'), 'a');
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  // Apart from this process, so that they outlive it when it is killed.
  const child = spawn(process.execPath, [join(__dirname, 'main.js'), dataDir], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env,
  });
  try {
    const ended = once(child, 'exit').then((): [LocalChainsMessage] => [
      { state: 'failed', reason: `they ended at once: see ${join(dataDir, 'local-chains.log')}` },
    ]);
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [LocalChainsMessage];
    if (message.state === 'failed') throw new Error(`CHAINS=local: ${message.reason}`);
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
    await log.close();
  }
}

async function answers({ base, ethereum, solana }: LocalChainsDescription): Promise<boolean> {
  const asked = [base, ethereum, solana].map(async ({ rpc_url: url }, index) => {
    const method = index < 2 ? 'eth_chainId' : 'getGenesisHash';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
    const answer = (await response.json()) as { readonly result?: unknown };
    return typeof answer.result === 'string';
  });
  const answered = await Promise.allSettled(asked);
  return answered.every((each) => each.status === 'fulfilled' && each.value);
}
