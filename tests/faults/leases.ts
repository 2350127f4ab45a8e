import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { ServiceName } from '@stablecoin/contracts';
import { Client } from 'pg';

/**
 * Which of some processes on this machine holds the lease of a service.
 *
 * @throws Error when none of them does
 */
export async function leaseHolderOf(url: string, service: ServiceName, pids: readonly number[]): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ port: number }>(
      `select client_port as port from pg_stat_activity join pg_locks using (pid)
        where application_name = $1 and locktype = 'advisory' and granted`,
      [`stablecoin ${service} lease`],
    );
    const holder = pids.find((pid) => rows.some(({ port }) => hasConnectionFrom(pid, port)));
    if (holder === undefined) throw new Error(`nobody of ours holds the lease of ${service}`);
    return holder;
  } finally {
    await client.end();
  }
}

/** Ends the connections that hold leases. */
export async function cutLeases(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name like '% lease'`,
    );
  } finally {
    await client.end();
  }
}

/** As `/proc/net/tcp` has it: local address, and further on the socket's inode. */
const CONNECTION = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) (?:\S+\s+){7}(\d+)/;

function hasConnectionFrom(pid: number, port: number): boolean {
  const sockets = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local = '', inode = ''] = CONNECTION.exec(line) ?? [];
        return Number.parseInt(local, 16) === port ? [`socket:[${inode}]`] : [];
      }),
  );
  return readdirSync(`/proc/${pid}/fd`).some((descriptor) => sockets.has(targetOf(`/proc/${pid}/fd/${descriptor}`)));
}

/** Of a link that may be gone by now. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
