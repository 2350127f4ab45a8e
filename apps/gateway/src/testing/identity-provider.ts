import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A port that nobody asks: the service never sees the redirect. */
export const PUBLIC_URL = 'http://127.0.0.1:3999';
const CLIENT = {
  client_id: 'stablecoin-payments',
  client_secret: 'a secret of the tests, long enough',
  grant_types: ['authorization_code'],
  response_types: ['code'],
};

/** Claims of people, by subject. */
export type KnownPeople = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What is wrong with the ID tokens. */
export interface Tampering {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly algorithm?: 'RS256' | 'HS256' | 'none';
  /** Signed with a key that the provider does not publish. */
  readonly otherKey?: boolean;
}

/** A real OpenID Connect provider, `oidc-provider`, in a process of its own. */
export class IdentityProvider {
  #sent = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
    private readonly publicUrl: string,
  ) {}

  /** @param publicUrl - of the service that it sends browsers back to */
  static async start(people: KnownPeople, publicUrl = PUBLIC_URL): Promise<IdentityProvider> {
    const program = join(__dirname, 'oidc-server.mjs');
    const client = { ...CLIENT, redirect_uris: [`${publicUrl}/v1/sessions/oidc/callback`] };
    const child = fork(program, [JSON.stringify({ client, people })], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { issuer } = await answerOf<{ readonly issuer: string }>(child, (message) => 'issuer' in message);
    return new IdentityProvider(child, issuer, publicUrl);
  }

  /** What a gateway is started with. */
  get environment(): Readonly<Record<string, string>> {
    return {
      PUBLIC_URL: this.publicUrl,
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
    };
  }

  /** Who signs in next; null: somebody who gives up. */
  person(subject: string | null): Promise<void> {
    return this.#tell('person', subject);
  }

  /** Changes what the provider says of people. */
  describe(people: KnownPeople): Promise<void> {
    return this.#tell('people', people);
  }

  tamper(tampering: Tampering | null): Promise<void> {
    return this.#tell('tamper', tampering);
  }

  /** Signs with a new key, and forgets the one before. */
  rotate(kid: string): Promise<void> {
    return this.#tell('rotate', kid);
  }

  down(): Promise<void> {
    return this.#tell('down');
  }

  up(): Promise<void> {
    return this.#tell('up');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await ended;
  }

  /**
   * Does what a browser does at the provider.
   *
   * @param url - where the service sends it
   * @returns the URL of the service that the provider sends it back to
   */
  async visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let hops = 0; hops < 10; hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next);
      if (next.origin === this.publicUrl) return next;
    }
    throw new Error('the provider sends the browser around in circles');
  }

  async #tell(command: string, value: unknown = null): Promise<void> {
    const id = ++this.#sent;
    const done = answerOf(this.child, (message) => 'id' in message && message.id === id);
    this.child.send({ id, command, value });
    await done;
  }
}

function answerOf<T>(child: ChildProcess, isIt: (message: object) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(new Error('the provider has ended'));
    const listener = (message: object): void => {
      if (!isIt(message)) return;
      child.off('message', listener).off('exit', failed);
      resolve(message as T);
    };
    child.on('message', listener).on('exit', failed);
  });
}
