import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { ServerFault } from './server-fault';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

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
  private current: Misbehaviour = {};
  private silent = 0;
  private thawed: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** Takes the place of what it was told before; nothing at all makes it behave again. */
  misbehave(misbehaviour: Misbehaviour = {}): void {
    this.current = misbehaviour;
    this.silent = misbehaviour.silentAppends?.count ?? 0;
    if (misbehaviour.frozen === true) {
      this.thawed ??= deferred();
    } else {
      this.thawed?.resolve();
      this.thawed = undefined;
    }
  }

  get leader(): Endpoint | undefined {
    return this.current.leader;
  }

  /**
   * Before every call.
   *
   * @throws {@link ServerFault} when the call is to be refused
   */
  async pass(requiresLeader: boolean): Promise<void> {
    await this.thawed?.promise;
    const { delayMs, refuse, leader } = this.current;
    if (delayMs !== undefined) await pause(delayMs);
    if (refuse === 'unavailable') throw new ServerFault(status.UNAVAILABLE, 'Server Is Shutting Down');
    if (refuse === 'not ready') throw new ServerFault(status.UNKNOWN, 'Server Is Not Ready');
    if (refuse === 'access denied') throw new ServerFault(status.PERMISSION_DENIED, 'Access Denied', 'access-denied');
    if (leader !== undefined && requiresLeader) {
      throw new ServerFault(status.NOT_FOUND, 'Leader info available', 'not-leader', {
        'leader-endpoint-host': leader.host,
        'leader-endpoint-port': `${leader.port}`,
      });
    }
  }

  /** Before every append: whether it is to be carried out, and whether it is to be answered. */
  nextAppend(): { readonly stored: boolean; readonly answered: boolean } {
    if (this.silent === 0) return { stored: true, answered: true };
    this.silent -= 1;
    return { stored: this.current.silentAppends?.stored ?? false, answered: false };
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
