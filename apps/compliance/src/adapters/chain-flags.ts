import type { AddressFlags } from '@stablecoin/chains';
import type { CheckName, ChainName } from '@stablecoin/contracts';
import type { Evidence, Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';

/** What the chains of live mode say about an address; two providers that ask at the same time share the answer. */
export class ChainFlags {
  readonly #reading = new Map<string, Promise<AddressFlags>>();

  /** @param isOpen - whether a chain is configured */
  constructor(
    private readonly flagsOn: (chain: ChainName, address: string) => Promise<AddressFlags>,
    private readonly isOpen: (chain: ChainName) => boolean,
  ) {}

  /** By each configured chain that the address may be paid on. @throws Error when one of them gives no answer */
  async of(address: string, chains: readonly ChainName[]): Promise<readonly OfChain[]> {
    return Promise.all(
      chains
        .filter((chain) => this.isOpen(chain))
        .map(async (chain) => ({ chain, flags: await this.#read(chain, address) })),
    );
  }

  #read(chain: ChainName, address: string): Promise<AddressFlags> {
    const key = `${chain} ${address}`;
    const reading = this.#reading.get(key) ?? this.flagsOn(chain, address);
    this.#reading.set(key, reading);
    const forget = (): unknown => this.#reading.get(key) === reading && this.#reading.delete(key);
    reading.then(forget, forget);
    return reading;
  }
}

interface OfChain {
  readonly chain: ChainName;
  readonly flags: AddressFlags;
}

/** What one contract says. */
interface Said {
  readonly contract: string;
  readonly isFlagged: boolean;
  readonly what: string;
}

/** Fails addresses that the on-chain sanctions oracle names on any configured chain. Solana has no oracle. */
export function oracleProvider(check: CheckName, flags: Pick<ChainFlags, 'of'>, now: () => number): ScreeningProvider {
  const said = ({ chain, flags: { oracle } }: OfChain): readonly Said[] =>
    oracle === null
      ? []
      : [
          {
            contract: `${oracle.contract} on ${chain}`,
            isFlagged: oracle.isSanctioned,
            what: `The sanctions oracle on ${chain}`,
          },
        ];
  return flagProvider({ name: 'oracle', check, flags, now, said });
}

/** Fails addresses that the issuer of USDC or EURC has blocked on any configured chain. */
export function issuerProvider(check: CheckName, flags: Pick<ChainFlags, 'of'>, now: () => number): ScreeningProvider {
  const said = ({ chain, flags: { issuers } }: OfChain): readonly Said[] =>
    issuers.map(({ currency, token, isBlocked }) => ({
      contract: `${token} on ${chain}`,
      isFlagged: isBlocked,
      what: `The issuer of ${currency} on ${chain}`,
    }));
  return flagProvider({ name: 'issuer', check, flags, now, said });
}

/** `block 7 of base`; null where the chain has no such number. */
function stateOf({ chain, flags: { state } }: OfChain): string | null {
  return state === null ? null : `${state} of ${chain}`;
}

function flagProvider(parts: {
  readonly name: string;
  readonly check: CheckName;
  readonly flags: Pick<ChainFlags, 'of'>;
  readonly now: () => number;
  readonly said: (of: OfChain) => readonly Said[];
}): ScreeningProvider {
  const { name, check, flags, now } = parts;
  return {
    name,
    check,
    async screen({ address, chains }: ScreeningSubject, signal: AbortSignal): Promise<Finding> {
      signal.throwIfAborted();
      if (address === null) return { outcome: 'not_covered', evidence: 'Chains know addresses, not owners.' };
      const read = await flags.of(address, chains);
      const said = read.flatMap((each) => parts.said(each).map((one) => ({ ...one, state: stateOf(each) })));
      const flagged = said.find(({ isFlagged }) => isFlagged);
      const asked = flagged === undefined ? said : [flagged];
      const details: Evidence = {
        source: asked.map(({ contract }) => contract).join(', '),
        version: [...new Set(asked.map(({ state }) => state))].filter((state) => state !== null).join(', ') || null,
        matched: flagged === undefined ? null : address,
        at: now(),
      };
      if (flagged !== undefined) return { outcome: 'fail', evidence: `${flagged.what} names the address.`, details };
      if (said.length === 0) return { outcome: 'not_covered', evidence: `No chain of the address has this source.` };
      return {
        outcome: 'pass',
        evidence: `None of the ${said.length} contracts that were asked names the address.`,
        details,
      };
    },
  };
}
