import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainByName, Chains, SimulatedChain } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import {
  LocalEvm,
  LocalSolana,
  newOwner,
  newRecipient,
  openOn,
  paidOut,
  transportOf,
} from '@stablecoin/chains/testing';
import { readConfiguration } from '@stablecoin/configuration';
import { acceptGeneration, beginGeneration } from '@stablecoin/event-sourcing';
import { ManualClock, aMoment } from '@stablecoin/event-sourcing/testing';
import { openRuntime } from '@stablecoin/runtime';
import { generateKey } from '@stablecoin/secrets';
import { InheritedPayments } from '../application/inherited-payments';
import type { InheritedOutcome } from '../application/inherited-payments';
import { FakeServices } from './fake-services';
import type { Cell } from './restore-cells';
import { TestService } from './service';

const EPOCH = 2;
const ROUND_MS = 1_000;

/** A local chain, as the matrix needs it. */
interface Ground {
  readonly treasury: string;
  open(now: () => number): Promise<Chain>;
  now(): number;
  pass(ms: number): Promise<void>;
  recipient(): string;
  /** What the treasury has paid to a recipient, by the chain. */
  received(to: string): Promise<bigint>;
  stop(): Promise<void>;
}

async function evmGround(): Promise<Ground> {
  const local = await LocalEvm.start('base', { epoch: EPOCH });
  const since = Number(await local.anvil.rpc('eth_blockNumber'));
  return {
    treasury: local.treasury.address,
    open: (now) => openOn(local, [transportOf(local)], { now }),
    now: () => local.now(),
    pass: (ms) => local.pass(ms),
    recipient: newRecipient,
    received: async (to) => (await paidOut(local, since)).received(to).reduce((sum, amount) => sum + amount, 0n),
    stop: () => local.stop(),
  };
}

function solanaGround(): Ground {
  const local = new LocalSolana();
  return {
    treasury: local.treasury.address,
    open: () => local.open(),
    now: () => local.ledger.now(),
    pass: (ms) => {
      local.ledger.pass(ms);
      return Promise.resolve();
    },
    recipient: newOwner,
    received: (to) => Promise.resolve(local.held(to)),
    stop: () => Promise.resolve(),
  };
}

/** What the chain of the running service does not do for now. */
export interface Held {
  assembling: boolean;
  sending: boolean;
}

/** One local chain, and services with one key on data folders: the old one, its backup, and what is restored from it. */
export class RestoreWorld {
  readonly held: Held = { assembling: false, sending: false };
  readonly #folder = mkdtempSync(join(tmpdir(), 'restore-'));
  readonly #secrets = generateKey();
  readonly #clock: ManualClock;
  #folders = 0;

  private constructor(
    readonly ground: Ground,
    readonly chain: Cell['chain'],
  ) {
    this.#clock = new ManualClock(ground.now());
  }

  static async open(chain: Cell['chain']): Promise<RestoreWorld> {
    return new RestoreWorld(chain === 'base' ? await evmGround() : solanaGround(), chain);
  }

  now(): number {
    return this.#clock.now();
  }

  newFolder(): string {
    this.#folders += 1;
    return join(this.#folder, String(this.#folders));
  }

  copy(folder: string): string {
    const copy = this.newFolder();
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  async start(folder: string, fakes: FakeServices): Promise<TestService> {
    const service = await TestService.start(this.#environment(folder), this.#clock, fakes, await this.#chains(true));
    service.runtime.queries.register('compliance.is_listed', () => Promise.resolve({ answer: 'not_listed' }));
    return service;
  }

  /** Begins a generation in a restored folder, records what became of its payments, and accepts it. */
  async accept(folder: string, generation: string): Promise<InheritedOutcome> {
    const runtime = await openRuntime(readConfiguration(this.#environment(folder)), { clock: this.#clock });
    try {
      const { store, clock, log, meter } = runtime;
      await beginGeneration(store, { name: generation, since: 0 }, this.now());
      const chains = await this.#chains(false);
      const parts = { store, clock, log, meter, chains, generation, walletOf: () => Promise.resolve(null) };
      const outcome = await new InheritedPayments(parts).settle(0);
      await acceptGeneration(store, generation, this.now());
      return outcome;
    } finally {
      await runtime.close();
    }
  }

  async pass(ms = ROUND_MS): Promise<void> {
    await this.ground.pass(ms);
    this.#clock.advance(Math.max(0, this.ground.now() - this.#clock.now()));
    await aMoment();
  }

  async stop(): Promise<void> {
    await this.ground.stop();
    rmSync(this.#folder, { recursive: true });
  }

  #environment(folder: string): Record<string, string> {
    return { EVENT_STORE_URL: '', DATA_DIR: folder, LOG_LEVEL: 'silent', SECRETS_KEY: this.#secrets };
  }

  async #chains(canBeHeld: boolean): Promise<Chains> {
    const opened = await this.ground.open(() => this.#clock.now());
    const named = new ChainByName(new Map([[this.chain, opened]]));
    const chain = canBeHeld ? this.#holding(named) : named;
    const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 1 });
    return new Chains(sandbox, { chain, treasuries: new Map([[this.chain, this.ground.treasury]]) });
  }

  #holding(chain: Chain): Chain {
    const { held } = this;
    const assemble: Chain['assemble'] = (...given) =>
      held.assembling ? Promise.reject(new Error('nothing is assembled for now')) : chain.assemble(...given);
    const broadcast: Chain['broadcast'] = (...given) => (held.sending ? Promise.resolve() : chain.broadcast(...given));
    return new Proxy(chain, {
      get: (target, name) => {
        if (name === 'assemble') return assemble;
        if (name === 'broadcast') return broadcast;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}
