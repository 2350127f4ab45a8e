import { readOptions, USAGE } from './options';
import { Stack } from './stack';

async function main(): Promise<void> {
  const options = readArguments();
  const stack = new Stack(options, (line) => console.log(line));
  const stopping = new AbortController();
  const stop = async (code: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await stack.stop();
    process.exit(code);
  };
  process.on('SIGINT', () => void stop(0)).on('SIGTERM', () => void stop(0));
  try {
    const url = await stack.start(process.env);
    console.log(
      `\nThe API is at ${url}/v1, its documentation at ${url}/docs, its console at ${url}/console, and what each process says ` +
        `in ${stack.folder}`,
    );
    if (stack.firstKey !== null) console.log(`An API key for the sandbox: ${stack.firstKey}`);
    console.log('Ctrl-C stops all of it.\n');
    const ended = await stack.ended();
    if (stopping.signal.aborted) return;
    console.error(ended.failure('ended by itself').message);
  } catch (error) {
    if (stopping.signal.aborted) return;
    console.error(error instanceof Error ? error.message : error);
  }
  await stop(1);
}

function readArguments(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

void main();
