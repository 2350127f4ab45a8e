import { VARIABLES, type Configuration } from '../configuration';

type SignerUrl = NonNullable<Configuration['liveChains']['solana']>['treasurySigner'];
type Environment = Readonly<Record<string, string | undefined>>;

/** A shorter value would be found in words that are no secrets. */
const PART_LENGTH_MIN = 8;

/**
 * Every secret of a process: the values of secret variables and each entry of a list, keys that a signer names, and the
 * passwords of the servers' URLs. They reach no line of the log.
 */
export function secretsOf(configuration: Configuration, env: Environment): readonly string[] {
  const { secretsKey, onchainIdKey, serviceToken, keystorePassphrase, liveChains, screening, oidc } = configuration;
  const { evm, solana } = liveChains;
  const signers = [
    ...(evm === null ? [] : [evm.treasurySigner, ...evm.relayerSigners, evm.spenderSigner, evm.approvalSigner]),
    ...(solana === null
      ? []
      : [solana.treasurySigner, solana.feePayerSigner, solana.spenderSigner, solana.approvalSigner]),
  ];
  const given = [
    secretsKey,
    onchainIdKey,
    serviceToken,
    keystorePassphrase,
    oidc?.clientSecret,
    ...Object.values(configuration.otlpHeaders ?? {}),
    screening.http?.secret,
    screening.chainalysis?.apiKey,
    screening.trm?.apiKey,
    ...signers.map((signer) => keyOf(signer, env)),
    ...Object.values(evm?.rpcUrls ?? {}).flat(),
    ...(solana?.rpcUrls ?? []),
    ...Object.values(VARIABLES).flatMap(({ name, secret }) => partsOf(env[name] ?? '', secret)),
  ];
  return [...new Set(given)].filter((secret): secret is string => typeof secret === 'string' && secret !== '');
}

function keyOf(signer: SignerUrl | null | undefined, env: Environment): string | undefined {
  return signer?.kind === 'env' ? env[signer.variable] : undefined;
}

/** A secret with the entries of its list, or the password in a URL of a variable that is not secret. */
function partsOf(value: string, isSecret: boolean): readonly string[] {
  const parts = [...(isSecret ? value.split(',') : []), ...passwordsIn(value)].map((part) => part.trim());
  return [...(isSecret ? [value] : []), ...parts.filter(({ length }) => length >= PART_LENGTH_MIN)];
}

function passwordsIn(value: string): readonly string[] {
  const written = /^[a-z+]+:\/\/[^:@/?#]*:([^@/?#]+)@/i.exec(value.trim())?.[1];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}
