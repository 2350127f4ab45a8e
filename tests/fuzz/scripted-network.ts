import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** By name the answer to each look, the last one for every look after it; an answer is a list of addresses. */
export type DnsScript = Readonly<Record<string, readonly (readonly string[])[]>>;

/** A connection that a service has tried to make. */
export interface TriedConnection {
  readonly host: string | null;
  readonly address: string;
  readonly port: number | null;
}

/** The network of a built service: names lead where a script says, and only loopback is ever reached. */
export class ScriptedNetwork {
  readonly #folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-network-'));
  readonly #log = join(this.#folder, 'connections.ndjson');

  constructor(private readonly dns: DnsScript) {}

  /** What a service has to be started with. */
  get environment(): Record<string, string> {
    return {
      NODE_OPTIONS: `--require ${join(__dirname, 'preloaded-network.cjs')}`,
      SCRIPTED_DNS: JSON.stringify(this.dns),
      SCRIPTED_NETWORK_LOG: this.#log,
    };
  }

  /** Every connection that was tried so far. */
  get tried(): readonly TriedConnection[] {
    const lines = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n') : [];
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TriedConnection);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
