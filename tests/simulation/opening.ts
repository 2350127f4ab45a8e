import { CommandHandler } from '@stablecoin/event-sourcing';
import type { Command, EventStore } from '@stablecoin/event-sourcing';
import { silentMeter } from '@stablecoin/host';
import type { Logger } from '@stablecoin/host';
import { treasuryKey, CHAIN_NAMES, toUnits } from '@stablecoin/contracts';
import { walletDecider } from '../../apps/wallet/src/domain/decide-wallet';
import { treasuryDecider } from '../../apps/treasury/src/domain/decide-treasury';
import { walletStreams } from '../../apps/wallet/src/domain/streams';
import { endpointDecider } from '../../apps/webhook/src/domain/decide-endpoint';
import { endpointStreams } from '../../apps/webhook/src/domain/streams';
import {
  LIVE_OPENING,
  coins,
  TREASURY_OPENING,
  WALLET,
  WALLET_ADDRESS,
  WALLET_CHAIN,
  WALLET_CONTRACT,
  WALLET_LIMIT,
  WALLET_OPENING,
} from './workload';
import { treasuryOn } from './looks';
import { urlOf } from './webhook-endpoints';
import type { World } from './world';

/** A key, and `whsec_` with 32 bytes sealed under it once: to seal is random, and a run must not be. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const SEALED_SECRET =
  'v1.AQEBAQEBAQEBAQEBAYn60vPgr1-6np9wG30zYMOxV6Vz3XhCM3sAMw3-deqp-Evh91nG0TU4C1qqNK3I5SbHG-WGgMk-QjO-e7Au2mmu';

/** A public event goes out when the treasury falls below this, and again when it does once more. */
const LOW_BALANCE = toUnits(TREASURY_OPENING * 3n - coins(30));

/** Brings commands to streams, before there is anything that could go wrong. */
function opener(world: World, store: EventStore, log: Logger) {
  const clock = { now: () => world.now, setTimer: () => () => undefined };
  return {
    base: { store, clock, log, meter: silentMeter },
    command: <Type extends string, Data>(type: Type, data: Data): Command<Type, Data> => {
      const id = `opening ${type} ${JSON.stringify(data)}`;
      return { id, type, data, at: world.now, correlationId: 'opening', ...world.tenant };
    },
  };
}

/** The endpoints are there before anything that they have to be told of. */
export async function openEndpoints(
  world: World,
  store: EventStore,
  log: Logger,
  names: readonly string[],
): Promise<void> {
  const { base, command } = opener(world, store, log);
  const handler = new CommandHandler({ ...base, decider: endpointDecider });
  for (const endpointId of names) {
    const data = { endpointId, url: urlOf(endpointId), events: null, description: null, sealedSecret: SEALED_SECRET };
    await handler.handle(endpointStreams.stream(endpointId), command('CreateEndpoint', data));
  }
}

/**
 * A wallet with money and a limit, and a threshold on the treasury, which opens itself. Of real money, the books of the
 * treasury on every chain.
 *
 * @param isOnchain - the wallet is one on chain
 */
export async function openFunds(world: World, store: EventStore, log: Logger, isOnchain: boolean): Promise<void> {
  const { base, command } = opener(world, store, log);
  const wallets = new CommandHandler({ ...base, decider: walletDecider });
  const wallet = {
    walletId: WALLET,
    address: WALLET_ADDRESS,
    owner: 'agent:buyer',
    chain: WALLET_CHAIN,
    spendLimit: toUnits(WALLET_LIMIT),
    compliance: 'skip',
    label: null,
    approvers: [],
    approvalThreshold: 1,
    ...(isOnchain ? { contract: WALLET_CONTRACT } : {}),
  } as const;
  const deposit = {
    transferId: 'opening',
    chain: WALLET_CHAIN,
    currency: 'USDC',
    amount: toUnits(WALLET_OPENING),
    from: 'somebody',
    txHash: 'opening',
  } as const;
  const treasuries = new CommandHandler({ ...base, decider: treasuryDecider });
  const treasury = `treasury-${treasuryKey(world.tenant)}`;
  if (world.isLive) {
    for (const chain of CHAIN_NAMES) {
      const balances = { USDC: toUnits(LIVE_OPENING), EURC: '0' } as const;
      const books = { chain, address: treasuryOn(chain), cursor: '0', balances, opening: '0' } as const;
      await treasuries.handle(treasury, command('OpenChain', books));
    }
    return;
  }
  await wallets.handle(walletStreams.stream(WALLET), command('CreateWallet', wallet));
  await wallets.handle(walletStreams.stream(WALLET), command('CreditWallet', deposit));

  const thresholds = { lowBalance: { total: LOW_BALANCE }, opening: toUnits(TREASURY_OPENING) };
  await treasuries.handle(treasury, command('ConfigureTreasury', thresholds));
}
