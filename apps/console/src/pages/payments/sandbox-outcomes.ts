/** An outcome that the sandbox can be made to show, and what has to be sent for it; see docs/sandbox.md. */
export interface SandboxOutcome {
  readonly label: string;
  readonly explanation: string;
  /** The last four decimals of the amount. */
  readonly ending?: string;
  /** The recipient, on EVM chains and on Solana. */
  readonly to?: { readonly evm: string; readonly solana: string };
}

const ORDINARY = {
  evm: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
};

export const CHAIN_OUTCOMES: readonly SandboxOutcome[] = [
  { label: 'Settled', explanation: 'The transfer settles at once.' },
  { label: 'Settled after 3 s', explanation: 'The transfer takes 3 seconds.', ending: '0101' },
  { label: 'Settled after 20 s', explanation: 'The transfer takes 20 seconds.', ending: '0102' },
  { label: 'Reverted', explanation: 'The transfer is sent and reverts: transaction_reverted.', ending: '0201' },
  { label: 'Expired', explanation: 'The transfer is never included: transaction_expired.', ending: '0202' },
  {
    label: 'Recipient on blocklist',
    explanation: 'The token refuses the recipient: recipient_blocklisted.',
    ending: '0203',
  },
  { label: 'No fee', explanation: 'The network fee cannot be paid: insufficient_gas.', ending: '0204' },
  { label: 'Limit on chain', explanation: 'The contract of the wallet refuses: spend_limit_onchain.', ending: '0205' },
  {
    label: 'Wallet changed',
    explanation: 'Its owners have changed the wallet: wallet_policy_changed.',
    ending: '0206',
  },
  {
    label: 'Key already paid',
    explanation: 'The chain shows another transfer with the key: idempotency_conflict.',
    ending: '0207',
  },
  {
    label: 'Wallet on blocklist',
    explanation: "The token's issuer has blocked the wallet: wallet_blocklisted.",
    ending: '0208',
  },
  { label: 'First chain down', explanation: 'With automatic routing, the next chain is used.', ending: '0301' },
  { label: 'All chains down', explanation: 'No chain can be used: chain_unavailable.', ending: '0302' },
  { label: 'Lost answer', explanation: 'The answer to the broadcast is lost. One transfer settles.', ending: '0401' },
  { label: 'Reorganized', explanation: 'The block is undone, and the transfer is included again.', ending: '0402' },
];

export const SCREENING_OUTCOMES: readonly SandboxOutcome[] = [
  { label: 'Sanctioned', explanation: 'The recipient is on the sanctions list.', to: screened(1) },
  { label: 'Money laundering', explanation: 'The recipient is flagged for money laundering.', to: screened(2) },
  { label: 'Not identified', explanation: 'The identity of the recipient is not verified.', to: screened(3) },
  { label: 'Travel rule', explanation: 'Travel-rule data is missing.', to: screened(4) },
  { label: 'Needs review', explanation: 'A reviewer has to decide first.', to: screened(5) },
  { label: 'Provider fails twice', explanation: 'Screening is tried again, then clears.', to: screened(6) },
  { label: 'Provider down', explanation: 'The payment fails after a minute: internal_error.', to: screened(7) },
  { label: 'Listed later', explanation: 'The payment settles, then the recipient is listed.', to: screened(8) },
];

function screened(number: number): { readonly evm: string; readonly solana: string } {
  return {
    evm: `0x${'0'.repeat(36)}d00${number}`,
    solana: `${'1'.repeat(30)}${['Gq6', 'Gq7', 'Gq8', 'Gq9', 'GqA', 'GqB', 'GqC', 'GqD'][number - 1] ?? ''}`,
  };
}

/**
 * The recipient and the amount that lead to an outcome.
 *
 * @param amount - what the person has typed; its whole part is kept
 * @param to - the recipient that the person has typed, kept where the outcome does not choose one
 */
export function forOutcome(
  { ending, to: chosen }: SandboxOutcome,
  { amount, to, chain }: { readonly amount: string; readonly to: string; readonly chain: string },
): { readonly amount: string; readonly to: string } {
  const family = chain === 'solana' ? 'solana' : 'evm';
  const whole = /^\d+/.exec(amount)?.[0] ?? '10';
  const isForced = SCREENING_OUTCOMES.some((outcome) => outcome.to?.evm === to || outcome.to?.solana === to);
  return {
    amount: `${whole}.${ending === undefined ? '00' : `00${ending}`}`,
    to: chosen?.[family] ?? (to === '' || isForced ? ORDINARY[family] : to),
  };
}
