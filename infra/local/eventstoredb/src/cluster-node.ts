import { status } from '@grpc/grpc-js';
import { ServerFault } from './server-fault';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** What a node is in its cluster. */
export type Role =
  | { readonly kind: 'leader' }
  /** It names a leader, which may be gone. */
  | { readonly kind: 'follower'; readonly leader: Endpoint }
  | { readonly kind: 'electing' }
  /** It stood still while another was elected and says that it leads still. It knows of nothing after `upTo`. */
  | { readonly kind: 'deposed'; readonly upTo: number; readonly until: Promise<void> }
  /** It leads, and nobody follows: it reads, and cannot commit. */
  | { readonly kind: 'alone'; readonly commitTimeout: () => Promise<void> };

export interface Member {
  readonly endpoint: Endpoint;
  readonly state: 'leader' | 'follower' | 'electing';
  readonly isAlive: boolean;
}

/** What the services of one node ask their cluster. */
export interface ClusterNode {
  readonly role: Role;
  /** As this node sees them. */
  readonly members: readonly Member[];
  /** Takes an append that cannot be committed now; it is carried out later, or never. */
  keepForLater(carryOut: () => Promise<unknown>): void;
}

/** @throws {@link ServerFault} for a call that a node in this role does not answer */
export function passRole(role: Role, requiresLeader: boolean): void {
  if (role.kind === 'electing') throw new ServerFault(status.UNAVAILABLE, 'Server Is Not Ready');
  if (role.kind === 'follower' && requiresLeader) throw ServerFault.notLeader(role.leader);
}

/**
 * Holds up an append that a node in this role has taken, and cannot commit.
 *
 * @throws {@link ServerFault} that does not say whether it will be kept
 */
export async function passCommit(node: ClusterNode, carryOut: () => Promise<unknown>): Promise<void> {
  const { role } = node;
  if (role.kind === 'deposed') {
    await role.until;
    throw new ServerFault(status.ABORTED, 'Operation timed out: Request canceled by server');
  }
  if (role.kind === 'alone') {
    node.keepForLater(carryOut);
    await role.commitTimeout();
    throw new ServerFault(status.ABORTED, 'Operation timed out: Commit phase timeout.');
  }
}
