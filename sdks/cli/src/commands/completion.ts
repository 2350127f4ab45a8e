import { Argument, type Command } from 'commander';
import { handle, type Cli } from '../command.js';
import { SHELLS, type Shell } from '../completion/scripts.js';
import { wordsOf } from '../completion/words.js';

export function addCompletion(cli: Cli): void {
  cli.program
    .command('completion')
    .description('Prints the completion script of a shell.')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action(
      handle(cli, async ({ output }, [shell]) => {
        const program: Command = cli.program;
        output.raw(SHELLS[shell as Shell](wordsOf(program)));
        return Promise.resolve();
      }),
    );
}

const HELP = `
To install it:
  bash  echo 'source <(svc completion bash)' >> ~/.bashrc
  zsh   echo 'source <(svc completion zsh)' >> ~/.zshrc    (after compinit)
  fish  svc completion fish > ~/.config/fish/completions/svc.fish`;
