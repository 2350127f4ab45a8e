import { ChainsByName, type Chain, type LiveChains } from '@stablecoin/chains';
import { LocalEvm, LocalSolana, newOwner, newRecipient, openOn, replay, transportOf } from '@stablecoin/chains/testing';
import type { ChainName } from '@stablecoin/contracts';

const EPOCH = 2;
/** Blocks, and slots, that are not final yet. */
const NOT_FINAL = { blocks: 2 * EPOCH, slots: 20 } as const;

/** The local chains of one kind, whose time passes only when they are told. */
export interface Ground {
  /** Variables that say that these chains are configured; nothing is asked at what they name. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens the adapters as one that was just started does. */
  open(now: () => number): Promise<LiveChains>;
  now(): number;
  pass(ms: number): Promise<void>;
  recipient(): string;
  /** What a recipient, who had nothing before, or a wallet holds in USDC, on all of them. */
  held(address: string): Promise<bigint>;
  /** What the treasury holds on each, in USDC. */
  treasuries(): Promise<ReadonlyMap<ChainName, bigint>>;
  /** Gives somebody USDC on Base with the next block. */
  mint(to: string, units: bigint): Promise<void>;
  /** Has a stranger send on Base what a transaction says. */
  replay(bytes: string): Promise<void>;
  /** Takes the blocks of a chain away that are not final, and all that waits to be included. */
  reorganise(chain: ChainName): Promise<void>;
  stop(): Promise<void>;
  /** So many endpoints of each chain do not answer from now on. */
  silence(endpoints: number): void;
}

type Transport = ReturnType<typeof transportOf>;

/** The endpoints of each chain, the last of which may be silent for now. */
class Endpoints {
  silent = 0;

  constructor(private readonly count: number) {}

  over(transport: Transport): Transport[] {
    return Array.from({ length: this.count }, (_, index): Transport => {
      const isSilent = (): boolean => index >= this.count - this.silent;
      return (body, signal) => (isSilent() ? Promise.reject(new Error('nobody answers')) : transport(body, signal));
    });
  }
}

const NO_WALLETS = new Error('there are no wallets on Solana');
const NOWHERE = 'http://127.0.0.1:1';

/** Base and Ethereum: a payment of either is looked up on both. @param count - endpoints of each */
export async function evmGround(count = 1): Promise<Ground> {
  const endpoints = new Endpoints(count);
  const started = await Promise.all(
    (['base', 'ethereum'] as const).map((name) => LocalEvm.start(name, { epoch: EPOCH })),
  );
  const nameOf = (local: LocalEvm): ChainName => local.network.chain;
  return {
    environment: {
      BASE_RPC_URLS: NOWHERE,
      ETHEREUM_RPC_URLS: NOWHERE,
      EVM_TREASURY_SIGNER: 'env:NO_KEY',
      EVM_RELAYER_SIGNERS: 'env:NO_KEY',
      EVM_VALIDITY_MS: '60000',
    },
    open: async (now) => {
      const opened = await Promise.all(
        started.map(
          async (local) => [nameOf(local), await openOn(local, endpoints.over(transportOf(local)), { now })] as const,
        ),
      );
      const treasuries = new Map(started.map((local) => [nameOf(local), local.treasury.address]));
      return { router: new ChainsByName(new Map<ChainName, Chain>(opened)), treasuries };
    },
    now: () => Math.max(...started.map((local) => local.now())),
    pass: async (ms) => {
      await Promise.all(started.map((local) => local.pass(ms)));
    },
    recipient: newRecipient,
    held: async (address) => {
      const held = await Promise.all(started.map((local) => local.balanceOf('USDC', address)));
      return held.reduce((sum, amount) => sum + amount, 0n);
    },
    treasuries: async () => {
      const held = started.map(async (local) => {
        return [nameOf(local), await local.balanceOf('USDC', local.treasury.address)] as const;
      });
      return new Map(await Promise.all(held));
    },
    mint: async (to, units) => {
      await started.find((local) => nameOf(local) === 'base')?.administer('USDC', 'mint', to, units);
    },
    replay: async (bytes) => {
      const base = started.find((local) => nameOf(local) === 'base');
      if (base !== undefined) await replay(base, bytes);
    },
    reorganise: async (chain) => {
      const local = started.find((each) => nameOf(each) === chain);
      await local?.reorganise(NOT_FINAL.blocks);
      await local?.dropPool();
    },
    stop: async () => {
      await Promise.all(started.map((local) => local.stop()));
    },
    silence: (silent) => (endpoints.silent = silent),
  };
}

/** @param count - endpoints */
export function solanaGround(count = 1): Ground {
  const local = new LocalSolana();
  const endpoints = new Endpoints(count);
  const [front] = local.fronts;
  if (front === undefined) throw new Error('there is a front');
  return {
    environment: {
      SOLANA_RPC_URLS: NOWHERE,
      SOLANA_TREASURY_SIGNER: 'env:NO_KEY',
      SOLANA_FEE_PAYER_SIGNER: 'env:NO_KEY',
      SOLANA_VALIDITY_MS: '120000',
    },
    open: async () => {
      const router = new ChainsByName(
        new Map<ChainName, Chain>([['solana', await local.open({ transports: endpoints.over(front.transport) })]]),
      );
      return { router, treasuries: new Map([['solana', local.treasury.address]]) };
    },
    now: () => local.ledger.now(),
    pass: (ms) => {
      local.ledger.pass(ms);
      return Promise.resolve();
    },
    recipient: newOwner,
    held: (address) => Promise.resolve(local.held(address)),
    treasuries: () => Promise.resolve(new Map([['solana', local.held(local.treasury.address)]])),
    mint: () => Promise.reject(NO_WALLETS),
    replay: () => Promise.reject(NO_WALLETS),
    reorganise: () => {
      local.ledger.rollBack(NOT_FINAL.slots);
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
    silence: (silent) => (endpoints.silent = silent),
  };
}
