import { getAddress } from 'viem/utils';
import { KeySigner as EvmKeySigner } from '../evm/signer/key-signer';
import { AssociatedAccounts } from '../solana/accounts/associated-accounts';
import { KeySigner } from '../solana/signer/key-signer';
import type { LocalChainsDescription, LocalEvmDescription } from './local-chains-file';
import { EVM_KEYS, SOLANA_KEYS } from './keys';
import { LocalEvm, TREASURY_MONEY } from './local-evm';
import { SolanaFront } from './solana-front';
import { SLOT_MS, SolanaLedger } from './solana-ledger';

/** Base makes five blocks a second, as the network does. A block of Ethereum comes every second, not every twelve, to save waiting. */
const BLOCK_MS = { base: 200, ethereum: 1_000 } as const;
/** A block is safe after this time, and final after twice as much. */
const SAFE_AFTER_MS = 1_000;
/** So many slots are over when the cluster begins: what it was given is final by then. */
const SLOTS_BEFORE = 40;
const FEE_PAYER_LAMPORTS = 10n ** 12n;

/** Base, Ethereum and Solana on this machine, in real time: to try the service out, and for its end-to-end tests. */
export class LocalChains {
  private constructor(
    readonly description: LocalChainsDescription,
    private readonly parts: readonly { stop(): Promise<void> }[],
  ) {}

  /**
   * @param options - `baseBlockMs`: Base makes a block so often. Default: 200 ms
   * @throws Error of one line when something that is needed is not installed
   */
  static async start({ baseBlockMs = BLOCK_MS.base }: { readonly baseBlockMs?: number } = {}): Promise<LocalChains> {
    const parts: { stop(): Promise<void> }[] = [];
    try {
      const base = await startEvm('base', baseBlockMs, parts);
      const ethereum = await startEvm('ethereum', BLOCK_MS.ethereum, parts);
      const solana = await startSolana(parts);
      return new LocalChains({ base, ethereum, solana }, parts);
    } catch (error) {
      await Promise.all(parts.map((part) => part.stop()));
      throw error;
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.stop()));
  }
}

async function startEvm(
  chain: 'base' | 'ethereum',
  blockMs: number,
  parts: { stop(): Promise<void> }[],
): Promise<LocalEvmDescription> {
  const local = await LocalEvm.start(chain, { blockMs, epoch: Math.ceil(SAFE_AFTER_MS / blockMs), isRealTime: true });
  parts.push(local);
  const { network, treasury, spender, approver, anvil } = local;
  return {
    rpc_url: anvil.url,
    usdc: getAddress(network.tokens.USDC),
    eurc: getAddress(network.tokens.EURC),
    treasury: treasury.address,
    relayers: EVM_KEYS.relayers.map((key) => new EvmKeySigner(key).address),
    spender: spender.address,
    approver: approver.address,
  };
}

async function startSolana(parts: { stop(): Promise<void> }[]): Promise<LocalChainsDescription['solana']> {
  const startedAt = Date.now();
  const ledger = new SolanaLedger({ genesisAt: startedAt - SLOTS_BEFORE * SLOT_MS });
  const treasury = KeySigner.fromSeed(SOLANA_KEYS.treasury).address;
  const associated = new AssociatedAccounts();
  for (const seed of [SOLANA_KEYS.feePayer, SOLANA_KEYS.approver]) {
    ledger.setLamports(KeySigner.fromSeed(seed).address, FEE_PAYER_LAMPORTS);
  }
  for (const mint of Object.values(ledger.mints)) {
    const account = associated.of(treasury, mint).toBase58();
    ledger.setTokens(account, { mint, owner: treasury, amount: TREASURY_MONEY });
  }
  ledger.advance(SLOTS_BEFORE - ledger.height);
  // As many slots as there should have been by now, however late the timer is.
  const timer = setInterval(() => {
    const behind = SLOTS_BEFORE + Math.floor((Date.now() - startedAt) / SLOT_MS) - ledger.height;
    if (behind > 0) ledger.advance(behind);
  }, SLOT_MS / 4);
  const front = new SolanaFront(ledger);
  parts.push({
    stop: async () => {
      clearInterval(timer);
      await front.close();
    },
  });
  return { rpc_url: await front.listen(), usdc: ledger.mints.USDC, eurc: ledger.mints.EURC, treasury };
}
