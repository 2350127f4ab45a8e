import { TOKEN_PROGRAM } from './instructions';
import { solanaNetwork } from './network';
import { LocalSolana, newOwner } from '../testing/solana-chain';
import { openSolanaChain } from './open-solana-chain';

let local: LocalSolana;
beforeEach(() => {
  local = new LocalSolana(2);
});

const LOG = { warn: jest.fn(), error: jest.fn() };

function open(given: { tokens?: { USDC: string; EURC: string }; genesisHash?: string; now?: number } = {}) {
  const { tokens = local.ledger.mints, genesisHash = null, now = local.ledger.now() } = given;
  return openSolanaChain({
    network: { genesisHash, tokens, explorer: null, expected: null },
    endpoints: local.fronts.map(({ transport }, index) => ({ name: `node-${index + 1}`, transport })),
    deadlineMs: 60_000,
    treasury: local.treasury,
    feePayer: local.feePayer,
    wallets: null,
    validityMs: 60_000,
    solPrice: 1n,
    priorityPriceMost: 1n,
    log: LOG,
    now: () => now,
  });
}

it('opens where all is as it should be, also while one endpoint gives no answer', async () => {
  await open();
  expect(LOG.warn).not.toHaveBeenCalled();
  local.fronts[0]!.isDead = true;
  await open();
  expect(LOG.warn).toHaveBeenCalledTimes(1);
});

it('opens where blocks become final slowly, as long as the latest one is new', async () => {
  local = new LocalSolana(2, { finality: 'tower', slotMs: 2_000 });
  await open();
  const behind = open({ now: local.ledger.now() + 31_000 });
  await expect(behind).rejects.toThrow(/its latest block is 3\d s behind this machine's clock$/);
});

it('does not open while none answers', async () => {
  for (const front of local.fronts) front.isDead = true;
  await expect(open()).rejects.toThrow(/^solana: node-1 gave no answer: .+; node-2 gave no answer: /);
});

it.each<[string, RegExp, () => Promise<unknown>]>([
  [
    'another cluster',
    /node-1: its genesis hash is \w+: it is another network$/,
    () => open({ genesisHash: solanaNetwork('mainnet').genesisHash ?? '' }),
  ],
  ['a clock that is behind', /s ahead of this machine's clock$/, () => open({ now: local.ledger.now() - 31_000 })],
  ['a node that is behind', /s behind this machine's clock$/, () => open({ now: local.ledger.now() + 31_000 })],
  [
    'a token that is not there',
    /node-1: there is no EURC at /,
    () => open({ tokens: { ...local.ledger.mints, EURC: newOwner() } }),
  ],
  [
    'a token of other decimals',
    /node-1: USDC at \w+ does not have 6 decimals$/,
    () => {
      const mint = newOwner();
      const data = Buffer.alloc(82);
      data.writeUInt8(9, 44);
      local.ledger.setAccount(mint, { data, owner: TOKEN_PROGRAM });
      local.ledger.advance(3);
      return open({ tokens: { ...local.ledger.mints, USDC: mint } });
    },
  ],
])('%s stops the start with a line', async (_, line, start) => {
  await expect(start()).rejects.toThrow(line);
});

it('a network has the mints of both tokens, from its own or from the configuration', () => {
  expect(solanaNetwork('mainnet').tokens.EURC).toBe('HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr');
  expect(() => solanaNetwork('testnet')).toThrow('needs the mints');
  expect(solanaNetwork('testnet', { EURC: 'x' }).tokens).toEqual({
    USDC: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    EURC: 'x',
  });
  expect(() => solanaNetwork('local')).toThrow('needs the mints');
});
