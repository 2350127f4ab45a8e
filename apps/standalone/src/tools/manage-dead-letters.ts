import type { DeadLetter } from '@stablecoin/messaging';
import { openDeadLetters, type OpenDeadLetters } from './open-dead-letters';
import { EXIT, type ExitCode, type Output, type ToolOptions } from './output';

const USAGE = `Shows the messages that a service has given up, and hands them to it once more. With BUS_URL=memory: the service
has to be stopped, with Kafka it has to run.

  npm run dead-letters -- list             what lies there, the oldest first
  npm run dead-letters -- show <id>        one of them, whole
  npm run dead-letters -- redrive <id>     hands it to its consumer, and removes it once handled
  npm run dead-letters -- redrive all      every one of them, the oldest first
`;

/** Dead letters that one call takes. */
const LETTERS_MAX = 10_000;

/**
 * `npm run dead-letters`.
 *
 * @throws Error when the service is running, or there is no such letter
 */
export async function manageDeadLetters({ args, environment, output, signal }: ToolOptions): Promise<ExitCode> {
  const [command, id, ...rest] = args;
  const isUsed =
    command === 'list' ? id === undefined : (command === 'show' || command === 'redrive') && id !== undefined;
  if (!isUsed || rest.length > 0) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const opened = await openDeadLetters(environment, command === 'redrive');
  try {
    const letters =
      id === undefined || id === 'all' ? await allDeadLetters(opened) : [await findDeadLetter(opened, id)];
    if (letters.length === 0) output.write('There are no dead letters.\n');
    if (letters.length === LETTERS_MAX) output.write(`These are the oldest ${LETTERS_MAX}; there may be more.\n`);
    if (command === 'redrive') return await redriveAll(opened, letters, output, signal);
    for (const letter of letters) output.write(command === 'list' ? line(letter) : whole(letter));
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

function allDeadLetters({ deadLetters }: OpenDeadLetters): Promise<readonly DeadLetter[]> {
  return deadLetters.list({ limit: LETTERS_MAX });
}

async function findDeadLetter({ deadLetters }: OpenDeadLetters, id: string): Promise<DeadLetter> {
  const letter = await deadLetters.get(id);
  if (letter === undefined) throw new Error(`there is no dead letter ${id}: it was never there, or has been handled`);
  return letter;
}

/** One after the other, since a later letter may depend on an earlier one. A letter that fails again stays. */
async function redriveAll(
  opened: OpenDeadLetters,
  letters: readonly DeadLetter[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  // Without letters no service is started: a service would continue its other work.
  if (letters.length === 0) return EXIT.done;
  await opened.startConsumers();
  let failed = 0;
  for (const { id } of letters) {
    if (signal.aborted) return EXIT.interrupted;
    try {
      await opened.redrive(id);
      output.write(`${id}  ${opened.redriven}\n`);
    } catch (error) {
      failed += 1;
      output.write(`${id}  failed again: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  output.write(`${letters.length - failed} ${opened.redriven}, ${failed} failed\n`);
  return failed === 0 ? EXIT.done : EXIT.failed;
}

function line({ id, message, attempts, failedAt, cause }: DeadLetter): string {
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return `${id}  ${message.type}  ${new Date(failedAt).toISOString()}  ${times}  ${cause}\n`;
}

function whole({ failedAt, ...letter }: DeadLetter): string {
  return `${JSON.stringify({ ...letter, failedAt: new Date(failedAt).toISOString() }, null, 2)}\n`;
}
