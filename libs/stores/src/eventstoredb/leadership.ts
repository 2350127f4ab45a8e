import type { Client, ClusterMember } from './client';
import { BehindError, isWithheld, within } from './failures';
import type { ClientSession } from './session';
import type { EventStoreDbNode } from './settings';

/**
 * Checks that a majority of the cluster agrees that a node leads. A leader that was frozen during an election still
 * claims to lead for up to a second, and misses the events appended meanwhile.
 *
 * @param timeoutMs - time limit of each call, in milliseconds
 * @param connect - creates a client of another node; it is closed here
 * @throws {@link BehindError} when there is no majority
 */
export async function requireMajority(
  session: ClientSession,
  timeoutMs: number,
  connect: (node: EventStoreDbNode) => Client,
): Promise<void> {
  const members = await session.request(timeoutMs, (client) => membersOf(client, timeoutMs));
  const leader = members.find(({ leads }) => leads);
  if (leader === undefined || members.length === 1) return;
  const others = members.filter((member) => member !== leader);
  const needed = Math.floor(members.length / 2);
  const says = others.map(async ({ node }) => {
    const client = connect(node);
    const asking = membersOf(client, timeoutMs);
    const close = (): void => void client.close().catch(() => undefined);
    asking.then(close, close);
    const seen = await within(timeoutMs, asking);
    if (!seen.some(({ leads, node: named }) => leads && isSame(named, leader.node))) throw new Error('another leads');
  });
  if (!(await atLeast(needed, says))) {
    throw new BehindError(`no majority says that ${leader.node.address}:${leader.node.port} leads`);
  }
}

/** Empty when this user may not list the members. */
async function membersOf(client: Client, timeoutMs: number): Promise<readonly ClusterMember[]> {
  try {
    return await client.members(timeoutMs);
  } catch (error) {
    if (isWithheld(error)) return [];
    throw error;
  }
}

function isSame(a: EventStoreDbNode, b: EventStoreDbNode): boolean {
  return a.address === b.address && a.port === b.port;
}

/** Whether at least `count` resolve. Answers as soon as that is certain. */
function atLeast(count: number, works: readonly Promise<unknown>[]): Promise<boolean> {
  return new Promise((resolve) => {
    let [resolved, rejected] = [0, 0];
    for (const work of works) {
      work.then(
        () => ++resolved === count && resolve(true),
        () => ++rejected > works.length - count && resolve(false),
      );
    }
  });
}
