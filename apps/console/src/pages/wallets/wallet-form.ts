import type { Resource } from '../../api/client';

/** What a person types; text, so that nothing is lost or rounded. */
export interface WalletForm {
  readonly kind: 'agent' | 'user';
  readonly name: string;
  readonly label: string;
  readonly chain: Resource<'CreateWallet'>['chain'];
  readonly limit: string;
  /** One address a line. */
  readonly approvers: string;
  readonly threshold: string;
  /** One `key=value` a line. */
  readonly metadata: string;
}

export const EMPTY_FORM: WalletForm = {
  kind: 'agent',
  name: '',
  label: '',
  chain: 'base',
  limit: '',
  approvers: '',
  threshold: '1',
  metadata: '',
};

/** The form as the API takes it. What is empty is left out. */
export function toRequest(form: WalletForm): Resource<'CreateWallet'> {
  const approvers = approversOf(form);
  const metadata = metadataOf(form.metadata);
  return {
    owner: `${form.kind}:${form.name.trim()}`,
    chain: form.chain,
    ...(form.label.trim() !== '' && { label: form.label.trim() }),
    ...(form.limit.trim() !== '' && { spend_limit: form.limit.trim() }),
    ...(approvers.length > 0 && { approvers: [...approvers], approval_threshold: Number(form.threshold) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** The addresses of the form, however they are separated. */
export function approversOf({ approvers }: Pick<WalletForm, 'approvers'>): readonly string[] {
  return approvers.split(/[\s,;]+/).filter((address) => address !== '');
}

function metadataOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...value] = line.split('=');
      return [key.trim(), value.join('=').trim()];
    }),
  );
}
