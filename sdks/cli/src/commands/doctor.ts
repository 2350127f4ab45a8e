import { handle, type Cli } from '../command.js';
import { examine } from '../doctor/examine.js';
import type { Finding } from '../doctor/finding.js';
import { EXIT } from '../failure.js';

export function addDoctor(cli: Cli): void {
  cli.program
    .command('doctor')
    .description('Looks for what keeps payments and webhooks from working. Ends with 1 when something does.')
    .action(
      handle(cli, async ({ client, credentials, output }) => {
        const findings: Finding[] = [];
        for await (const finding of examine(client, credentials, Date.now)) {
          findings.push(finding);
          if (output.json) continue;
          const { verdict, part, text, advice } = finding;
          output.line(`${verdict.padEnd(4)}  ${part}: ${text}`, finding);
          if (advice !== undefined) output.line(`      → ${advice}`, finding);
        }
        const failed = findings.some(({ verdict }) => verdict === 'fail');
        if (output.json) output.object({ ok: !failed, findings });
        return failed ? EXIT.failed : EXIT.done;
      }),
    );
}
