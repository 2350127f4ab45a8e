import { createHash } from 'node:crypto';
import type { ConfigurationFolder } from '../configuration-folder.js';
import type { Credentials } from '../credentials.js';
import { newSecret } from './signature.js';

/** What `svc listen` remembers between runs, for a service and key. */
export class ListenMemory {
  readonly #path: string;

  constructor(
    private readonly folder: ConfigurationFolder,
    { baseUrl, apiKey }: Credentials,
  ) {
    this.#path = `listen/${digest(`${baseUrl}\n${apiKey}`)}`;
  }

  /** The secret that deliveries are signed with. It is made at the first use, and stays the same. */
  secret(): string {
    const file = `${this.#path}/secret.json`;
    const stored = this.folder.read(file)?.['secret'];
    if (typeof stored === 'string') return stored;
    const secret = newSecret();
    this.folder.write(file, { secret });
    return secret;
  }

  /** The last event that was forwarded to a URL; null: none yet; undefined: nobody has listened for this URL. */
  position(url: string): string | null | undefined {
    const stored = this.folder.read(this.#file(url))?.['last_event_id'];
    return typeof stored === 'string' || stored === null ? stored : undefined;
  }

  save(url: string, position: string | null): void {
    this.folder.write(this.#file(url), { forward_to: url, last_event_id: position });
  }

  #file(url: string): string {
    return `${this.#path}/${digest(url)}.json`;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
