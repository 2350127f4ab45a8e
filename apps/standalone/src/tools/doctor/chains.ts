import { openLiveChains, type ChainLog, type LiveChains, type LiveSettings } from '@stablecoin/chains';
import { readConfiguration } from '@stablecoin/host';
import type { ChainReport } from '@stablecoin/contracts';
import { CHAIN_NAMES, formatAmount, type ChainName } from '@stablecoin/contracts';
import { LOW_GAS_TRANSFERS } from '@stablecoin/treasury';
import { withLocalChains } from '../../local-chains';
import type { CheckContext } from './check-context';
import { attempt, fail, ok, warn, type DoctorFinding } from './finding';

/** Opening a chain asks every endpoint, and signs once with every key. */
const DEADLINE_MS = 60_000;
/** Of real money: with two, one that fails stops settlement. */
const ENDPOINTS_WANTED = 3;
/** A sender with gas for no more transfers than these takes no more. */
const NO_GAS_TRANSFERS = 20;
const ADVICE = 'Correct what the line names, then run this again.';

/** Every configured chain: whether it is the one that is meant, its endpoints, the treasury's balance and the senders' gas. */
export async function checkChains({
  configuration,
  environment,
  service,
}: CheckContext): Promise<readonly DoctorFinding[]> {
  if (configuration.chains === 'local' && !service.isRunning) {
    return [ok('chains', 'local chains start with the service')];
  }
  const env = await withLocalChains(environment);
  const { liveChains } = readConfiguration(env);
  const chains = CHAIN_NAMES.filter((chain) => has(liveChains, chain));
  if (chains.length === 0) return [ok('chains', 'none is configured: the sandbox alone works')];
  const found = await Promise.all(
    chains.map((chain) => attempt(chain, ADVICE, () => checkChain(chain, onlyOf(liveChains, chain), env), DEADLINE_MS)),
  );
  return found.flat();
}

async function checkChain(
  chain: ChainName,
  settings: LiveSettings,
  env: CheckContext['environment'],
): Promise<readonly DoctorFinding[]> {
  const said: DoctorFinding[] = [];
  const log: ChainLog = {
    // What an endpoint is left out for is in the report of the endpoints as well.
    warn: (_fields, message) => void said.push(warn(chain, message, 'See docs/chains.md.')),
    error: (_fields, message) => void said.push(fail(chain, message, 'See docs/chains.md.')),
  };
  const opened = await openLiveChains(settings, { env: { ...env }, log, now: () => Date.now() });
  const treasury = opened?.treasuries.get(chain);
  if (opened === undefined || treasury === undefined) throw new Error('it could not be opened');
  const balances = await balancesOf(opened, chain, treasury);
  const gas = await gasOf(opened, chain);
  const assumptions = assumptionsOf(chain, opened);
  return [...endpointsOf(opened.reports?.() ?? [], settings), balances, ...gas, ...assumptions, ...distinct(said)];
}

function endpointsOf(reports: readonly ChainReport[], { evm, solana }: LiveSettings): readonly DoctorFinding[] {
  const network = evm?.network ?? solana?.network;
  return reports.map(({ chain, needed, agreeing, endpoints }) => {
    const heights = endpoints.map(({ name, behind, last_fault: fault }) => {
      const place = fault ?? (behind === null || behind === 0 ? 'at the head' : `${behind} blocks behind`);
      return `${name} ${place}`;
    });
    const message = `${agreeing} of ${endpoints.length} endpoints agree (${heights.join('; ')})`;
    const advice = 'Check the endpoints that are named, and replace those that stay away.';
    if (agreeing < needed) return fail(chain, message, advice);
    if (agreeing < endpoints.length) return warn(chain, message, advice);
    if (network === 'mainnet' && endpoints.length < ENDPOINTS_WANTED) {
      return warn(chain, message, `Name ${ENDPOINTS_WANTED} or more, of different providers.`);
    }
    return ok(chain, message);
  });
}

/** Those that hold, or that no endpoint could tell of. The log has said which do not. */
function assumptionsOf(chain: ChainName, { assumptions }: LiveChains): readonly DoctorFinding[] {
  const found = assumptions?.get(chain) ?? [];
  return found
    .filter(({ holds }) => holds !== false)
    .map(({ name, expected, found }) => ok(chain, `${name}: expected ${expected}, found ${found ?? 'no answer'}`));
}

async function balancesOf({ router }: LiveChains, chain: ChainName, treasury: string): Promise<DoctorFinding> {
  const { balances, at } = await router.on(chain).balances({ chain, addresses: [treasury] });
  const amounts = balances.map(({ currency, amount }) => `${formatAmount(BigInt(amount))} ${currency}`);
  const message = `the treasury ${treasury} holds ${amounts.join(' and ')} (${new Date(at).toISOString()})`;
  return balances.some(({ amount }) => BigInt(amount) > 0n) ? ok(chain, message) : warn(chain, message, 'Fund it.');
}

async function gasOf({ router }: LiveChains, chain: ChainName): Promise<readonly DoctorFinding[]> {
  const senders = (await router.on(chain).costs?.gas()) ?? [];
  return senders.map(({ sender, transfers }) => {
    const message = `the sender ${sender} has gas for ${transfers} transfers`;
    if (transfers <= NO_GAS_TRANSFERS) return fail(chain, message, 'Send it gas: it takes no more payments.');
    return transfers < LOW_GAS_TRANSFERS ? warn(chain, message, 'Send it gas.') : ok(chain, message);
  });
}

function has({ evm, solana }: LiveSettings, chain: ChainName): boolean {
  return chain === 'solana' ? solana !== null : (evm?.rpcUrls[chain] ?? []).length > 0;
}

/** One that is wrong does not hide the others. */
function onlyOf({ evm, solana }: LiveSettings, chain: ChainName): LiveSettings {
  if (chain === 'solana') return { evm: null, solana };
  const rpcUrls = { [chain]: evm?.rpcUrls[chain] ?? [] };
  return { evm: evm === null ? null : { ...evm, rpcUrls }, solana: null };
}

function distinct(findings: readonly DoctorFinding[]): readonly DoctorFinding[] {
  return [...new Map(findings.map((each) => [each.message, each])).values()];
}
