import type { Configuration } from './configuration';
import { ConfigurationError } from './configuration';

/** The release that the images have. */
export const NODE_RECOMMENDED = '26.12.1';

type Release = readonly [minor: number, patch: number];

/** The oldest release of each line without CVE-2026-111497: an answer in Brotli takes over the process that decodes it. */
const PATCHED: Readonly<Record<number, Release>> = { 22: [23, 4], 24: [22, 1], 26: [12, 1] };
const NEWEST_LINE = Math.max(...Object.keys(PATCHED).map(Number));
/** When security fixes of a line end, by https://github.com/nodejs/Release; lines that are not here have ended. */
const SUPPORT_ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const MINIMUM: readonly [line: number, minor: number] = [20, 19];

/**
 * What is wrong with a release of Node, the worst first: `too old` for this service, `unpatched` against CVE-2026-111497,
 * or `out of support`, which gets no security fixes any more.
 *
 * @param version - `20.19.0`
 */
export function nodeState(version: string, today: Date): 'too old' | 'unpatched' | 'out of support' | 'ok' {
  const [line = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (line < MINIMUM[0] || (line === MINIMUM[0] && minor < MINIMUM[1])) return 'too old';
  const [patchedMinor, patchedPatch] = PATCHED[line] ?? [line > NEWEST_LINE ? 0 : Infinity, 0];
  if (minor < patchedMinor || (minor === patchedMinor && patch < patchedPatch)) return 'unpatched';
  const ends = SUPPORT_ENDS[line];
  const isSupported = ends === undefined ? line > NEWEST_LINE : today < new Date(ends);
  return isSupported ? 'ok' : 'out of support';
}

/** Whether live mode pays on a network whose money is real, or may become so. */
export function paysPublicly({ liveChains: { evm, solana } }: Pick<Configuration, 'liveChains'>): boolean {
  return [evm, solana].some((chains) => chains !== null && chains.network !== 'local');
}

/**
 * Decides whether services may start on this Node.
 *
 * @returns a line to warn with; null: nothing is wrong
 * @throws {@link ConfigurationError} when live mode would pay on a public network with a Node that can be taken over
 */
export function admitNode(
  configuration: Pick<Configuration, 'liveChains' | 'allowUnpatchedNode'>,
  version: string,
  today: Date,
): string | null {
  const state = nodeState(version, today);
  const advice = `Install Node ${NODE_RECOMMENDED}, 24.22.1, 22.23.4 or a newer release of these lines.`;
  if (state === 'ok') return null;
  if (state === 'out of support') return `Node ${version} gets no security fixes any more. ${advice}`;
  const why = `Node ${version} can be taken over by a compressed answer of another server (CVE-2026-111497)`;
  const isPublic = paysPublicly(configuration);
  if (isPublic && !configuration.allowUnpatchedNode) {
    throw new ConfigurationError([
      `ALLOW_UNPATCHED_NODE: got "off", takes "on" to pay on a public network nevertheless: ${why}. ${advice}`,
    ]);
  }
  return `${why}. ${advice}${isPublic ? '' : ' Live mode on a public network does not start on it.'}`;
}
