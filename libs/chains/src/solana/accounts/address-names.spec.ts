import { Keypair, PublicKey } from '@solana/web3.js';
import { FaultyTransport } from '../../testing/faulty-transport';
import { LocalSolana, newOwner } from '../../testing/solana-chain';
import { TOKEN_PROGRAM } from '../instructions';
import type { SolanaChain } from '../solana-chain';

const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

let local: LocalSolana;
let chain: SolanaChain;
beforeAll(async () => {
  local = new LocalSolana();
  chain = await local.open();
});

const accountsOf = (owner: string) => Object.values(local.ledger.mints).map((mint) => local.accountOf(owner, mint));

function tokenAccount(owner: string, address = newOwner(), program = TOKEN_PROGRAM): string {
  local.ledger.setTokens(address, { mint: local.ledger.mints.USDC, owner, amount: 0n, program });
  local.ledger.advance(3);
  return address;
}

describe('the other names of an address', () => {
  it('of an owner are its token accounts', async () => {
    const owner = newOwner();
    expect(await chain.addresses.namesOf(owner)).toEqual({ owner: null, accounts: accountsOf(owner) });
  });

  it('of a token account are its owner and the accounts of that', async () => {
    const owner = newOwner();
    for (const address of [tokenAccount(owner), tokenAccount(owner, accountsOf(owner)[0])]) {
      expect(await chain.addresses.namesOf(address)).toEqual({ owner, accounts: accountsOf(owner) });
    }
  });

  it('are of the owner that an account has now', async () => {
    const address = tokenAccount(newOwner());
    const owner = newOwner();
    tokenAccount(owner, address);
    expect(await chain.addresses.namesOf(address)).toMatchObject({ owner });
  });

  it('of an account of Token-2022 are its owner too, with extensions or without', async () => {
    const owner = newOwner();
    expect(await chain.addresses.namesOf(tokenAccount(owner, newOwner(), TOKEN_2022))).toMatchObject({ owner });
    const extended = newOwner();
    const data = Buffer.alloc(170);
    data.set(new PublicKey(owner).toBytes(), 32);
    data.set([1], 108);
    data.set([2], 165);
    local.ledger.setAccount(extended, { owner: TOKEN_2022, data });
    local.ledger.advance(3);
    expect(await chain.addresses.namesOf(extended)).toMatchObject({ owner });
  });

  it.each([
    ['a mint', TOKEN_PROGRAM, Buffer.alloc(82, 1)],
    ['a mint of Token-2022 with extensions', TOKEN_2022, Buffer.alloc(170)],
    ['a multisig', TOKEN_PROGRAM, Buffer.alloc(355, 1)],
    ['a multisig of Token-2022', TOKEN_2022, Buffer.alloc(355, 1)],
    ['an account of another program', Keypair.generate().publicKey, Buffer.alloc(165, 1)],
  ])('%s has no owner in this sense', async (_what, owner, data) => {
    const address = newOwner();
    local.ledger.setAccount(address, { owner, data });
    local.ledger.advance(3);
    expect(await chain.addresses.namesOf(address)).toMatchObject({ owner: null });
  });
});

describe('who owns a token account', () => {
  const open = async (lies: number) => {
    const several = new LocalSolana(3);
    const transports = several.fronts.map(({ transport }) => new FaultyTransport(transport));
    const opened = await several.open({ transports: transports.map((each) => each.transport) });
    const [owner, other, address] = [newOwner(), newOwner(), newOwner()];
    several.ledger.setTokens(address, { mint: several.ledger.mints.USDC, owner, amount: 0n });
    several.ledger.advance(3);
    for (const [index, each] of transports.slice(0, lies).entries())
      each.lie = tellingOwner(index === 0 ? other : newOwner());
    return { opened, owner, address };
  };

  it('is what a majority of the configured endpoints says', async () => {
    const { opened, owner, address } = await open(1);
    expect(await opened.addresses.namesOf(address)).toMatchObject({ owner });
  });

  it('is not known while no majority says the same', async () => {
    const { opened, address } = await open(2);
    await expect(opened.addresses.namesOf(address)).rejects.toThrow('no majority of the endpoints says');
  });
});

/** Answers that another address owns what is asked for. */
function tellingOwner(owner: string): FaultyTransport['lie'] {
  return (method, result) => {
    if (method !== 'getMultipleAccounts') return result;
    const { value, ...rest } = result as {
      readonly value: readonly ({ readonly data: readonly [string, string] } | null)[];
    };
    const told = value.map((each) => {
      if (each === null) return null;
      const data = Buffer.from(each.data[0], 'base64');
      data.set(new PublicKey(owner).toBytes(), 32);
      return { ...each, data: [data.toString('base64'), 'base64'] };
    });
    return { ...rest, value: told };
  };
}
