import { execFile } from 'node:child_process';
import { BuiltService } from './built-service';

const TOOK_TOO_LONG_MS = 120_000;

interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
}

/**
 * What `npm run doctor` of the build says, without building it.
 *
 * @param environment - the variables of the service, in addition to those of this process
 * @returns the messages of each check, each with its status: `ok the treasury …`
 */
export async function askDoctor(
  url: string,
  environment: Readonly<Record<string, string>>,
): Promise<(check: string) => readonly string[]> {
  const tool = BuiltService.fileOf('tools/doctor.js');
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [tool, '--json', '--url', url],
      { env: { ...process.env, LOG_LEVEL: 'warn', ...environment }, timeout: TOOK_TOO_LONG_MS },
      // What it finds is in its exit code as well.
      (error, stdout, stderr) => (stdout === '' ? reject(error ?? new Error(stderr)) : resolve(stdout)),
    );
  });
  const findings = JSON.parse(output) as readonly Finding[];
  return (check) =>
    findings.filter((each) => each.check === check).map(({ status, message }) => `${status} ${message}`);
}
