import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { type ClusterNode, type Endpoint, passCommit, passRole } from './cluster-node';
import { ServerFault } from './server-fault';

/** How the server is to misbehave; what is left out goes well. */
export interface Misbehaviour {
  /** So many of the next appends get no answer, ever: they are stored all the same, or they are not. */
  readonly silentAppends?: { readonly count: number; readonly stored: boolean };
  /** Every call takes so much longer. */
  readonly delayMs?: number;
  /** Every call is refused: as by a server that is shutting down, that is starting, or that knows no such user. */
  readonly refuse?: 'unavailable' | 'not ready' | 'access denied';
  /** Connections stay open and nothing is answered, until this is taken back: a process that was stopped. */
  readonly frozen?: boolean;
  /** It follows another node now, and says so to whoever asks for the leader. */
  readonly leader?: Endpoint;
}

/** What a stand-in has been told to do wrong. */
export class Faults {
  /** Where the server is one of several. */
  node: ClusterNode | undefined;
  #current: Misbehaviour = {};
  #silent = 0;
  #thawed: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** Takes the place of what it was told before; nothing at all makes it behave again. */
  misbehave(misbehaviour: Misbehaviour = {}): void {
    this.#current = misbehaviour;
    this.#silent = misbehaviour.silentAppends?.count ?? 0;
    if (misbehaviour.frozen === true) {
      this.#thawed ??= deferred();
    } else {
      this.#thawed?.resolve();
      this.#thawed = undefined;
    }
  }

  /** Resolves when it is not frozen. */
  async thaw(): Promise<void> {
    await this.#thawed?.promise;
  }

  get leader(): Endpoint | undefined {
    return this.#current.leader;
  }

  /** The server knows of nothing after this place. */
  get knowsUpTo(): number {
    return this.node?.role.kind === 'deposed' ? this.node.role.upTo : Infinity;
  }

  /**
   * Before every call.
   *
   * @throws {@link ServerFault} when the call is to be refused
   */
  async pass(requiresLeader: boolean): Promise<void> {
    await this.passGossip();
    const { leader } = this.#current;
    if (leader !== undefined && requiresLeader) throw ServerFault.notLeader(leader);
    if (this.node !== undefined) passRole(this.node.role, requiresLeader);
  }

  /**
   * Before the server says who is in its cluster, which it does whoever leads.
   *
   * @throws {@link ServerFault} when the call is to be refused
   */
  async passGossip(): Promise<void> {
    await this.thaw();
    const { delayMs, refuse } = this.#current;
    if (delayMs !== undefined) await pause(delayMs);
    if (refuse === 'unavailable') throw new ServerFault(status.UNAVAILABLE, 'Server Is Shutting Down');
    if (refuse === 'not ready') throw new ServerFault(status.UNKNOWN, 'Server Is Not Ready');
    if (refuse === 'access denied') throw new ServerFault(status.PERMISSION_DENIED, 'Access Denied', 'access-denied');
  }

  /**
   * Before an append that was taken is carried out.
   *
   * @throws {@link ServerFault} when it cannot be committed
   */
  async passCommit(carryOut: () => Promise<unknown>): Promise<void> {
    if (this.node !== undefined) await passCommit(this.node, carryOut);
  }

  /** Before every append: whether it is to be carried out, and whether it is to be answered. */
  nextAppend(): { readonly stored: boolean; readonly answered: boolean } {
    if (this.#silent === 0) return { stored: true, answered: true };
    this.#silent -= 1;
    return { stored: this.#current.silentAppends?.stored ?? false, answered: false };
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
