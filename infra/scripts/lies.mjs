// `npm run lies`: runs the seeded campaigns on local chains, with endpoints that lie, and prints what became of them.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { loadTypescript } from './load-typescript.mjs';
import { ensureInstalled, requireSupportedNode, root } from './workspace.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const CAMPAIGNS = {
  evm: { spec: 'payment.service.evm.spec', first: 'EVM_FIRST_SEED', runs: 'EVM_RUNS' },
  solana: { spec: 'payment.service.solana.spec', first: 'SOLANA_FIRST_SEED', runs: 'SOLANA_RUNS' },
};
/** On networks that are not as expected: one file for all, and each seed is a run on each chain. */
const NETWORKS = { spec: 'payment.service.networks.spec', first: 'NETWORKS_FIRST_SEED', runs: 'NETWORKS_RUNS' };
const NETWORK_CHAINS = { evm: ['base', 'ethereum'], solana: ['solana'] };
/** A process that has run more of them is slow, and large. */
const SEEDS_OF_A_PROCESS = 50;
const PROBLEMS_SHOWN = 3;
const USAGE = `Runs whole payment services on local chains with three endpoints each, of which none, one or two lie, by seed.
Everything else goes wrong as well: kills, reorganisations, lost answers, two instances at once.

  npm run lies -- --chain <evm|solana> --seed <n> --runs <n>   seeds from this one on (both, 1 and 20, unless told)
  npm run lies -- --networks                                   on all three chains, which are not as expected: blocks come
                                                               at 0.1, 1 and 10 times the pace, endpoints take small
                                                               questions, strangers use the chains, outages last ten minutes
  npm run lies -- --workers <n>                                so many processes (one per processor, unless told)
  npm run lies -- --report <file>                              also writes each run there, as a line of JSON
`;

const { chains, seed, runs, workers, report, networks } = readArguments();
requireSupportedNode();
await ensureInstalled();
if (report !== undefined) writeFileSync(report, '');
const all = [];
const broken = [];
const shards = chains.flatMap((chain) => shardsOf(chain));
await Promise.all(Array.from({ length: workers }, () => work()));
all.sort((one, other) => one.seed - other.seed);
console.log(`\n${loadTypescript()(join(root, 'tests', 'lies', 'tables.ts')).tables(all)}`);
for (const { chain, first, count, told, words } of broken) {
  console.error(`${chain}: only ${told} of the ${count} seeds from ${first} on told how they ended:\n${words}`);
}
const failed = all.filter(({ problems }) => problems.length > 0);
for (const run of failed) {
  const where = networks ? '--networks ' : '';
  console.log(`  npm run lies -- ${where}--chain ${campaignOf(run)} --seed ${run.seed} --runs 1`);
}
process.exitCode = failed.length + broken.length > 0 ? 1 : 0;

function readArguments() {
  const text = { type: 'string' };
  try {
    const networks = { type: 'boolean', default: false };
    const options = { chain: text, seed: text, runs: text, workers: text, report: text, networks };
    const { values } = parseArgs({ options });
    const number = (value, least) => {
      const parsed = Number(value);
      if (!Number.isSafeInteger(parsed) || parsed < least) throw new Error(`${value}: a whole number is needed`);
      return parsed;
    };
    if (values.chain !== undefined && !(values.chain in CAMPAIGNS)) throw new Error(`${values.chain}: evm or solana`);
    return {
      chains: values.chain === undefined ? Object.keys(CAMPAIGNS) : [values.chain],
      seed: number(values.seed ?? 1, 0),
      runs: number(values.runs ?? 20, 1),
      workers: number(values.workers ?? availableParallelism(), 1),
      report: values.report,
      networks: values.networks,
    };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

/** Seeds that a process runs one after the other. */
function shardsOf(chain) {
  const shards = [];
  for (let first = seed; first < seed + runs; first += SEEDS_OF_A_PROCESS) {
    shards.push({ chain, first, count: Math.min(SEEDS_OF_A_PROCESS, seed + runs - first) });
  }
  return shards;
}

async function work() {
  for (let shard = shards.shift(); shard !== undefined; shard = shards.shift()) await runShard(shard);
}

/** Jest runs the seeds, and tells of each through a pipe, as a line of JSON. */
async function runShard({ chain, first, count }) {
  const { spec, ...names } = networks ? NETWORKS : CAMPAIGNS[chain];
  const on = NETWORK_CHAINS[chain];
  const args = ['--runInBand', spec, '-t', networks ? `(${on.join('|')}).*whatever goes wrong` : 'whatever goes wrong'];
  const child = spawn(process.execPath, [jest, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, [names.first]: first, [names.runs]: count, CAMPAIGN_REPORT_FD: '3' },
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let words = '';
  child.stderr.on('data', (chunk) => (words += chunk));
  let told = 0;
  for await (const line of createInterface({ input: child.stdio[3] })) {
    const run = JSON.parse(line);
    told += 1;
    all.push(run);
    if (report !== undefined) appendFileSync(report, `${line}\n`);
    console.log(lineOf(run));
  }
  await ended;
  if (told < (networks ? count * on.length : count)) broken.push({ chain, first, count, told, words });
}

function lineOf(run) {
  const { chain, seed: of, liars, network, payments, settled, told, problems } = run;
  const lies = Object.values(told).reduce((sum, times) => sum + times, 0);
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((each) => `\n    ${each.split('\n')[0]}`);
  const verdict = problems.length === 0 ? 'everything holds' : `FAILED${shown.join('')}`;
  const on = network === undefined ? '' : `, ${network.pace} times the pace, ranges of ${network.ranges}`;
  return `${chain}${on}, seed ${of}: ${liars} of 3 endpoints lied (${lies} times), ${settled} of ${payments} payments settled: ${verdict}`;
}

function campaignOf({ chain }) {
  return chain === 'solana' ? 'solana' : 'evm';
}
