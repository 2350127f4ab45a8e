import { parseArgs } from 'node:util';
import { ConfigurationError, paysPublicly, readConfiguration, type Configuration } from '@stablecoin/host';
import { withRestoredFrom } from '../backup/restored';
import { EXIT, type ExitCode, type ToolOptions } from '../output';
import { checkBackups } from './backups';
import { checkChains } from './chains';
import { checkDatabases } from './databases';
import { checkDeposits } from './deposits';
import { checkEventStore } from './event-store';
import { fail, type DoctorFinding } from './finding';
import { checkFolder, checkNode } from './machine';
import { checkLists } from './lists';
import type { CheckContext } from './check-context';
import { checkBus, checkRateLimits } from './servers';
import { checkService } from './service';
import { checkProxies, checkSecrets, listOf } from './settings';
import { checkSigning } from './signing';

const USAGE = `Checks everything that the service needs, and says what to do. It changes nothing; the service may run or be stopped.

  npm run doctor                          with the variables of the service
  npm run doctor -- --json                for programs
  npm run doctor -- --backups /backups    also how old the newest backup in a folder is
  npm run doctor -- --url https://…       where the API is. Default: HOST and PORT

With STABLECOIN_API_KEY, or a key in BOOTSTRAP_API_KEYS, that has system:read, it also shows the alarms of the running service.
It ends with 0 when nothing fails, and with 1 otherwise.
`;

/** `npm run doctor`. */
export async function diagnose({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const asked = readArguments(args);
  if (asked === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const findings = await findingsOf(environment, asked);
  if (asked.json) output.write(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const finding of findings) output.write(lineOf(finding));
  return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done;
}

async function findingsOf(
  given: ToolOptions['environment'],
  { backups, url }: { readonly backups: string | undefined; readonly url: string | undefined },
): Promise<readonly DoctorFinding[]> {
  let environment: ToolOptions['environment'];
  let configuration: Configuration;
  try {
    readConfiguration(given);
    environment = withRestoredFrom(given);
    configuration = readConfiguration(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const advice = 'Correct the variable: docs/operations.md#configuration.';
    const node = checkNode(process.versions.node, new Date(), false);
    return [node, ...error.problems.map((problem) => fail('configuration', problem, advice))];
  }
  const node = checkNode(process.versions.node, new Date(), paysPublicly(configuration));
  const { findings, service } = await checkService(configuration, { url, key: keyOf(environment, configuration) });
  const context: CheckContext = { configuration, environment, service };
  const later = await Promise.all([
    checkEventStore(context),
    checkDatabases(context),
    checkBus(context),
    checkRateLimits(context),
    checkSigning(context),
    checkChains(context),
    checkLists(context),
  ]);
  return [
    node,
    listOf(environment),
    ...checkSecrets(context),
    ...checkProxies(context),
    ...findings,
    ...checkFolder(context),
    ...later.flat(),
    ...checkDeposits(context),
    checkBackups(backups, context, Date.now()),
  ];
}

function keyOf(environment: ToolOptions['environment'], { bootstrapApiKeys }: Configuration): string | null {
  const given = environment['STABLECOIN_API_KEY'] ?? '';
  return given === '' ? (bootstrapApiKeys[0]?.key ?? null) : given;
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        backups: { type: 'string' },
        url: { type: 'string' },
      },
    });
    return { json: values.json, backups: values.backups, url: values.url };
  } catch {
    return undefined;
  }
}

/** Wide enough for the longest name of a check. */
const CHECK_WIDTH = 14;

function lineOf({ check, status, message, advice }: DoctorFinding): string {
  return `${status.padEnd(4)}  ${check.padEnd(CHECK_WIDTH)}  ${message}${advice === null ? '' : `. ${advice}`}\n`;
}
