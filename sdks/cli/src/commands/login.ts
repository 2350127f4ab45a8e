import { ApiError, StablecoinPayments } from 'stablecoin-payments';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { handle, type Cli } from '../command.js';
import { profileName, storeProfile } from '../credentials.js';
import { UsageFailure } from '../failure.js';
import type { Io } from '../io.js';

export function addLogin(cli: Cli): void {
  cli.program
    .command('login')
    .description('Checks an API key and stores it in a profile. Without --api-key it asks for the key.')
    .action(
      handle(cli, async ({ io, options, output }) => {
        const name = profileName(options);
        const baseUrl = options.baseUrl ?? (io.env['STABLECOIN_BASE_URL'] || undefined);
        if (baseUrl === undefined) throw new UsageFailure('Give --base-url, the URL of the service.');
        const apiKey = options.apiKey ?? (await askForKey(io));
        const client = new StablecoinPayments({ apiKey, baseUrl });
        await checkKey(client);
        const file = storeProfile(io.env, name, { apiKey, baseUrl });
        const mode = client.livemode ? 'live' : 'sandbox';
        output.line(`Stored the ${mode} key for ${baseUrl} as profile "${name}" in ${file}.`, {
          profile: name,
          base_url: baseUrl,
          livemode: client.livemode,
          file,
        });
      }),
    );
}

/** A key without the scope is a valid key. */
async function checkKey(client: StablecoinPayments): Promise<void> {
  try {
    await client.events.list({ limit: 1 }).page();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'insufficient_scope')) throw error;
  }
}

/** Reads the key from the terminal, without showing it, or from what is piped in. */
async function askForKey({ stdin, err }: Io): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) err('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) {
      if (isTerminal) err('\n');
      if (line.trim() !== '') return line.trim();
    }
  } finally {
    lines.close();
  }
  throw new UsageFailure('There is no key: give --api-key, or write it to the standard input.');
}
