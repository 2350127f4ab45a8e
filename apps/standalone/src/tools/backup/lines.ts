import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** The fastest: events take a tenth of their size with it. */
const LEVEL = 1;

/** Writes objects to a compressed file, each as one line of JSON. */
export async function writeLines(file: string, batches: AsyncIterable<readonly object[]>): Promise<void> {
  async function* texts(): AsyncGenerator<string> {
    for await (const batch of batches) yield batch.map((each) => `${JSON.stringify(each)}\n`).join('');
  }
  await pipeline(texts, createGzip({ level: LEVEL }), createWriteStream(file, { mode: 0o600, flush: true }));
}

/** Reads what {@link writeLines} wrote. */
export async function* readLines(file: string): AsyncGenerator<readonly unknown[]> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(file), unpacked);
  // Told below: a file that is not complete ends the loop first.
  reading.catch(() => undefined);
  let rest = '';
  // Not with node:readline: it also ends lines at U+2028, which JSON may hold.
  for await (const chunk of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end === 0) continue;
    const lines = text.slice(0, end - 1).split('\n');
    yield lines.map((line) => JSON.parse(line) as unknown);
  }
  await reading;
}
