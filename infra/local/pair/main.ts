import { readOptions, USAGE, type PairOptions } from './options';
import { Pair } from './pair';

async function main(): Promise<void> {
  const pair = new Pair(readArguments());
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await pair.stop();
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0)).on('SIGTERM', () => void stop(0));
  try {
    const url = await pair.start(process.env);
    console.log(
      `\nThe API is at ${url}/v1, its documentation at ${url}/docs, and what each process says in ${pair.folder}`,
    );
    if (pair.firstKey !== null) console.log(`An API key for the sandbox: ${pair.firstKey}`);
    console.log(
      `${pair.leader?.name ?? 'no instance'} leads; its process is ${pair.leader?.pid ?? 0}. Kill it, and another one leads.`,
    );
    console.log('Ctrl-C stops all of it.\n');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

function readArguments(): PairOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

void main();
