import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const POM = join(__dirname, 'pom.xml');

/** Shared by every clone on the machine: `npm ci` empties `node_modules`, and 44 MB need not come twice. */
const CACHE = process.env['STABLECOIN_CACHE'] ?? join(homedir(), '.cache', 'stablecoin-payments');

/** A program that the machine has to have, with how its version is asked for and which package brings it. */
interface Program {
  readonly command: string;
  readonly versionArgs: readonly string[];
  readonly name: string;
  readonly fits: (output: string) => boolean;
  readonly install: string;
}

const JAVA: Program = {
  command: 'java',
  versionArgs: ['-version'],
  name: 'Java 17 or newer',
  fits: (output) => Number(/version "(\d+)/.exec(output)?.[1] ?? 0) >= 17,
  install: 'apt-get install openjdk-17-jre-headless',
};

const MAVEN: Program = {
  command: 'mvn',
  versionArgs: ['-v'],
  name: 'Maven',
  fits: (output) => output.includes('Apache Maven'),
  install: 'apt-get install maven',
};

/**
 * What keeps a broker from starting on this machine, in one line; `undefined`: nothing. Resolves its jars through Maven
 * the first time.
 */
export function missingForKafka(): string | undefined {
  for (const { command, versionArgs, fits, name, install } of existsSync(jarsFolder()) ? [JAVA] : [JAVA, MAVEN]) {
    const { stdout, stderr } = spawnSync(command, versionArgs, { encoding: 'utf8', env: process.env });
    if (!fits(`${stdout}${stderr}`)) return `a Kafka broker needs ${name}: ${install}`;
  }
  try {
    kafkaJars();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The folder with the broker's jars; resolves them through Maven the first time. */
export function kafkaJars(): string {
  const folder = jarsFolder();
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // Filled apart and then named, so that a folder of that name is always whole, whoever else resolves meanwhile.
  const filling = mkdtempSync(join(CACHE, 'kafka-'));
  const args = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${filling}`];
  const { status, stdout } = spawnSync('mvn', args, { encoding: 'utf8' });
  if (status === 0 && !existsSync(folder)) {
    renameSync(filling, folder);
    return folder;
  }
  rmSync(filling, { recursive: true, force: true });
  if (existsSync(folder)) return folder;
  const [reason = 'it cannot be started'] = /\[ERROR\].*/.exec(stdout) ?? [];
  throw new Error(`Maven cannot resolve the jars of the Kafka broker: ${reason}`);
}

/** Another version is another folder. */
function jarsFolder(): string {
  const version = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);
  return join(CACHE, `kafka-jars-${version}`);
}
