import type { Resource } from '../../api/client';
import type { ApprovalContext } from './approval-context';

/** EIP-712 typed data of the API. */
export interface TypedData {
  readonly domain: Resource<'TypedDataDomain'>;
  readonly types: Readonly<Record<string, unknown>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** What an approver agrees to with a signature. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  /** Decimal text. */
  readonly amount: string;
  /** As the token calls itself, and its contract. */
  readonly token: string;
  readonly contract: string;
  readonly chainId: number;
  /** ISO time. The transfer cannot be made later. */
  readonly validBefore: string;
}

/** What the service says of the same payment, against which the transfer is checked. */
export interface Expected {
  readonly to: string;
  readonly amount: string;
  /** Address of the wallet that pays. */
  readonly wallet: string;
  /** EIP-712 digest of `authorization`, computed in this browser. */
  readonly digest: string;
}

/** Of USDC and EURC. */
const DECIMALS = 6;

/** The transfer in words; null where the data is not a transfer that this page knows. */
export function readTransfer({ primaryType, domain, message }: TypedData): Transfer | null {
  const [from, to, value, validBefore] = ['from', 'to', 'value', 'validBefore'].map((name) => message[name]);
  if (primaryType !== 'TransferWithAuthorization') return null;
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) return null;
  if (typeof validBefore !== 'string' || !/^\d{1,12}$/.test(validBefore)) return null;
  return {
    from,
    to,
    amount: fromUnits(value),
    token: domain.name ?? 'Token',
    contract: domain.verifyingContract,
    chainId: domain.chainId,
    validBefore: new Date(Number(validBefore) * 1_000).toISOString(),
  };
}

function fromUnits(value: string): string {
  const digits = BigInt(value)
    .toString()
    .padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -DECIMALS)}.${fraction}`;
}

/**
 * Why a signature should not be given: what it would say differs from the payment on the page. Nobody signs on the word
 * of the service alone.
 *
 * @returns sentences; empty: the signature says what the page says
 */
export function problemsOf(transfer: Transfer, typedData: TypedData, expected: Expected): readonly string[] {
  const { domain, primaryType, message } = typedData;
  const isMessage = primaryType === 'SafeMessage' && same(message['message'], expected.digest);
  return [
    transfer.amount !== expected.amount &&
      `The transfer is of ${transfer.amount}, and the payment of ${expected.amount}.`,
    !same(transfer.to, expected.to) && `The transfer goes to ${transfer.to}, and the payment to ${expected.to}.`,
    !same(transfer.from, expected.wallet) && `The transfer is made from ${transfer.from}, which is not the wallet.`,
    !same(domain.verifyingContract, expected.wallet) && 'The message to sign is for another contract than the wallet.',
    domain.chainId !== transfer.chainId && 'The message to sign and the transfer are for different chains.',
    !isMessage && 'The message to sign is not the digest of the transfer.',
  ].filter((problem) => problem !== false);
}

/** What the dialog for a signature shows. Only what it shows can be signed: there is nothing to sign unless the signature says the same. */
export type Signing =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'refused'; readonly transfer: Transfer; readonly problems: readonly string[] }
  | { readonly kind: 'offered'; readonly transfer: Transfer; readonly typedData: TypedData };

/** @param digest - of the approval's `authorization`, computed in this browser; undefined while the library for it is loaded */
export function signingOf({ approval, payment, wallet }: ApprovalContext, digest: string | undefined): Signing {
  const { authorization, typed_data: typedData, amount } = approval;
  const transfer = authorization === null ? null : readTransfer(authorization);
  if (transfer === null || typedData === null || payment === null || wallet === null) return { kind: 'unreadable' };
  if (digest === undefined) return { kind: 'loading' };
  const expected = { to: payment.to, amount, wallet: wallet.address ?? '', digest };
  const problems = problemsOf(transfer, typedData, expected);
  return problems.length > 0 ? { kind: 'refused', transfer, problems } : { kind: 'offered', transfer, typedData };
}

function same(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

/** The typed data with the type of its domain. Without it wallets hash the domain as empty, and the signature is wrong. */
export function signable({ domain, types, ...rest }: TypedData): TypedData {
  const fields = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined);
  return { ...rest, domain, types: { EIP712Domain: fields, ...types } };
}

const CHAINS: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  8453: 'Base',
  11155111: 'Ethereum Sepolia',
  84532: 'Base Sepolia',
};

export function chainOf(chainId: number): string {
  return CHAINS[chainId] ?? `chain ${chainId}`;
}
