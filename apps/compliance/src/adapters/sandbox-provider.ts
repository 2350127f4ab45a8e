import { CHECK_NAMES, evmAddressFromBytes, solanaAddressFromBytes } from '@stablecoin/contracts';
import type { CheckName } from '@stablecoin/contracts';
import type { NewList } from '../application/list-matches';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';

/** What an address that stands for an outcome makes the provider of a check do (the sandbox's "By recipient"). */
type Script =
  | { readonly kind: 'fails'; readonly check: CheckName; readonly evidence: string }
  | { readonly kind: 'review' }
  | { readonly kind: 'down'; readonly attempts: number }
  | { readonly kind: 'listed_next' };

/** By the last two bytes of an address whose other bytes are zero. */
const SCRIPTS: readonly (readonly [lastBytes: number, script: Script])[] = [
  [0xd001, { kind: 'fails', check: 'sanctions', evidence: 'The address is on the sanctions list.' }],
  [0xd002, { kind: 'fails', check: 'aml', evidence: 'The address is flagged for money laundering.' }],
  [0xd003, { kind: 'fails', check: 'kyc', evidence: 'The identity behind the address is not verified.' }],
  [0xd004, { kind: 'fails', check: 'travel_rule', evidence: 'Travel-rule data for the address is missing.' }],
  [0xd005, { kind: 'review' }],
  [0xd006, { kind: 'down', attempts: 2 }],
  [0xd007, { kind: 'down', attempts: Infinity }],
  [0xd008, { kind: 'listed_next' }],
];

const SCRIPT_BY_ADDRESS: ReadonlyMap<string, Script> = new Map(
  SCRIPTS.flatMap(([lastBytes, script]) => [
    [evmAddressFromBytes(endingIn(lastBytes, 20)), script],
    [solanaAddressFromBytes(endingIn(lastBytes, 32)), script],
  ]),
);

const SANCTIONED_COUNTRIES: ReadonlySet<string> = new Set(['KP', 'IR', 'SY', 'CU']);
const UNVERIFIED_OWNERS: ReadonlySet<string> = new Set(['user:blocked', 'agent:blocked']);
const DOUBTFUL_OWNERS: ReadonlySet<string> = new Set(['user:review', 'agent:review']);

/** How long after a screening the next version of the sanctions list comes. */
const NEXT_VERSION_MS = 1_000;

/** The next version of the sandbox's sanctions list: it names an address that the providers pass. */
export const SANDBOX_NEXT_LIST: NewList = {
  names: (address) => SCRIPT_BY_ADDRESS.get(address)?.kind === 'listed_next',
  lookup: () => ({ entry: { uid: '1', name: 'SANDBOX NAME' }, source: 'sandbox', version: '2' }),
};

/** The sandbox's providers, one for each check. They know nothing but the subject, so they always find the same. */
export function sandboxProviders(now: () => number): readonly ScreeningProvider[] {
  return CHECK_NAMES.map((check) => new SandboxProvider(check, now));
}

/** A provider whose findings are chosen by address, country and owner. */
class SandboxProvider implements ScreeningProvider {
  readonly name = 'sandbox';

  constructor(
    readonly check: CheckName,
    private readonly now: () => number,
  ) {}

  screen(subject: ScreeningSubject, signal: AbortSignal): Promise<Finding> {
    return Promise.resolve().then(() => {
      signal.throwIfAborted();
      return find(this.check, subject, this.now());
    });
  }
}

function find(check: CheckName, { address, owner, country, attempt }: ScreeningSubject, now: number): Finding {
  const script = address === null ? undefined : SCRIPT_BY_ADDRESS.get(address);
  if (script?.kind === 'down' && attempt <= script.attempts) {
    throw new Error(`the sandbox's ${check} provider is down, as this address asks for (attempt ${attempt})`);
  }
  if (check === 'sanctions' && country !== null && SANCTIONED_COUNTRIES.has(country)) {
    return { outcome: 'fail', evidence: `The country ${country} is under sanctions.` };
  }
  if (check === 'kyc' && owner !== null && UNVERIFIED_OWNERS.has(owner)) {
    return { outcome: 'fail', evidence: `The identity of ${owner} could not be verified.` };
  }
  if (check === 'kyc' && owner !== null && DOUBTFUL_OWNERS.has(owner)) {
    return { outcome: 'review', evidence: `The identity of ${owner} is for a person to decide.` };
  }
  if (script?.kind === 'fails' && script.check === check) return { outcome: 'fail', evidence: script.evidence };
  if (script?.kind === 'review') return { outcome: 'review', evidence: 'A possible match, for a person to decide.' };
  const passed: Finding = { outcome: 'pass', evidence: 'Nothing was found.' };
  if (script?.kind !== 'listed_next' || check !== 'sanctions') return passed;
  return { ...passed, validUntil: now, nextVersionAt: now + NEXT_VERSION_MS };
}

function endingIn(lastBytes: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16BE(lastBytes, length - 2);
  return bytes;
}
