import { spawn } from 'node:child_process';
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
 * What keeps a broker from starting on this machine, in one line; `undefined`: nothing. Maven is asked for only where
 * the jars are not in the cache yet.
 */
export async function missingForKafka(): Promise<string | undefined> {
  for (const program of existsSync(jarsFolder()) ? [JAVA] : [JAVA, MAVEN]) {
    const output = await outputOf(program.command, program.versionArgs).catch(() => '');
    if (!program.fits(output)) return `a Kafka broker needs ${program.name}: ${program.install}`;
  }
  return undefined;
}

/** The folder with the broker's jars; resolves them through Maven the first time. */
export async function kafkaJars(): Promise<string> {
  const folder = jarsFolder();
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // Filled apart and then named, so that a folder of that name is always whole, whoever else resolves meanwhile.
  const filling = mkdtempSync(join(CACHE, 'kafka-'));
  try {
    const goal = 'dependency:copy-dependencies';
    await outputOf('mvn', ['-q', '-B', '-f', POM, goal, `-DoutputDirectory=${filling}`]);
    renameSync(filling, folder);
  } catch (error) {
    rmSync(filling, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Another version is another folder. */
function jarsFolder(): string {
  const version = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);
  return join(CACHE, `kafka-jars-${version}`);
}

/** What a program writes, on either channel; rejects with it when the program fails. */
export function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with exit code ${code ?? 'none'}: ${output.trim().slice(-1_000)}`));
    });
  });
}
