import { Command, CommanderError } from 'commander';
import type { Cli } from './command.js';
import { addApprovals } from './commands/approvals.js';
import { addDeposits } from './commands/deposits.js';
import { addCompletion } from './commands/completion.js';
import { addDoctor } from './commands/doctor.js';
import { addEvents } from './commands/events.js';
import { addKeys } from './commands/keys.js';
import { addListen } from './commands/listen.js';
import { addLogin } from './commands/login.js';
import { addMcp } from './commands/mcp.js';
import { addPayments } from './commands/payments.js';
import { addRules } from './commands/rules.js';
import { addTrigger } from './commands/trigger.js';
import { addVerify } from './commands/verify.js';
import { addWallets } from './commands/wallets.js';
import { EXIT, told, type ExitCode } from './failure.js';
import type { Io } from './io.js';
import { Output } from './output.js';
import { VERSION } from './version.js';

const EXIT_CODES = `
Exit codes:
  0  it was done
  1  it was refused, or failed; svc rules diff found a difference
  2  the command was called wrongly`;

/** Runs a command line, without the name of the program. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const cli = cliOf(io);
  try {
    await cli.program.parseAsync(args, { from: 'user' });
    return cli.exitCode;
  } catch (error) {
    // It has said what is wrong, or has shown what was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = told(error);
    new Output(io, args.includes('--json')).error(failure);
    return failure.exitCode;
  }
}

function cliOf(io: Io): Cli {
  const program = new Command('svc');
  program
    .description('The command line of the stablecoin payments API.')
    .version(VERSION)
    .option('--api-key <key>', 'the API key (STABLECOIN_API_KEY)')
    .option('--base-url <url>', 'the URL of the service (STABLECOIN_BASE_URL)')
    .option('--profile <name>', 'the profile that `svc login` has stored')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(add --help for help)')
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .exitOverride();
  const cli: Cli = { io, program, exitCode: EXIT.done };
  for (const add of [
    addLogin,
    addPayments,
    addWallets,
    addApprovals,
    addRules,
    addDeposits,
    addKeys,
    addEvents,
    addListen,
    addTrigger,
    addVerify,
    addDoctor,
    addMcp,
    addCompletion,
  ]) {
    add(cli);
  }
  return cli;
}
