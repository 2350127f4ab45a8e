import type { Resource } from '../../api/client';

/** What a person types; text, so that nothing is lost or rounded. */
export interface PaymentForm {
  readonly to: string;
  readonly amount: string;
  readonly currency: 'USDC' | 'EURC';
  readonly chain: 'auto' | 'base' | 'ethereum' | 'solana';
  readonly from: string;
  readonly memo: string;
  readonly country: string;
  /** One `key=value` a line. */
  readonly metadata: string;
  /** A second payment is meant, although an earlier one is like it. */
  readonly distinct: boolean;
}

export const EMPTY_FORM: PaymentForm = {
  to: '',
  amount: '',
  currency: 'USDC',
  chain: 'auto',
  from: '',
  memo: '',
  country: '',
  metadata: '',
  distinct: false,
};

/** The form as the API takes it. What is empty is left out. */
export function toRequest(form: PaymentForm): Resource<'CreatePayment'> {
  const metadata = parseMetadata(form.metadata);
  return {
    to: form.to.trim(),
    amount: form.amount.trim(),
    currency: form.currency,
    // From a wallet it is the chain of the wallet.
    ...(form.from.trim() === '' ? { chain: form.chain } : { from: form.from.trim() }),
    ...(form.memo !== '' && { memo: form.memo }),
    ...(form.country.trim() !== '' && { country_code: form.country.trim().toUpperCase() }),
    ...(form.distinct && { confirm_distinct: true }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function parseMetadata(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...value] = line.split('=');
      return [key.trim(), value.join('=').trim()];
    }),
  );
}
