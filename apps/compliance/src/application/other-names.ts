import type { Chain, LiveChains } from '@stablecoin/chains';
import { parseAddress, chainsOf } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { OtherNames } from '../domain/screening';

/**
 * Finds the other names of an address. Screening asks for all of them: who is listed is not paid through a token account.
 *
 * @throws Error while a chain cannot tell: never taken for "none"
 */
export type NamesOf = (address: string) => Promise<OtherNames>;

const NONE: OtherNames = { owner: null, accounts: [] };

/** The part of the router that is asked. */
interface RoutesNames {
  on(chain: ChainName): Pick<Chain, 'addresses'>;
}

/** Where no chain gives an address another name. */
export const noNames: NamesOf = () => Promise.resolve(NONE);

/** The other names on the chains that are configured: on those of EVM there are none. */
export function namesOn(
  live: (Pick<LiveChains, 'treasuries'> & { readonly router: RoutesNames }) | undefined,
): NamesOf {
  if (live === undefined) return noNames;
  const { router, treasuries } = live;
  return async (address) => {
    const parsed = parseAddress(address);
    const asked = 'problem' in parsed ? [] : chainsOf(parsed.family).filter((name) => treasuries.has(name));
    const found = await Promise.all(
      asked.map(async (name) => (await router.on(name).addresses?.namesOf(address)) ?? NONE),
    );
    return {
      owner: found.find(({ owner }) => owner !== null)?.owner ?? null,
      accounts: found.flatMap(({ accounts }) => accounts),
    };
  };
}

/** Every name of an address, itself first. */
export function namesIn(address: string, { owner, accounts }: OtherNames): readonly string[] {
  return [address, ...(owner === null ? [] : [owner]), ...accounts];
}
