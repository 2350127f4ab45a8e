import { fieldError } from '../../api/errors';
import { AmountField, SelectField, TextField, TextareaField } from '../../ui/field';
import type { PaymentForm } from './payment-form';

interface FieldsProps {
  readonly form: PaymentForm;
  readonly error: unknown;
  readonly onChange: (changes: Partial<PaymentForm>) => void;
}

/** What a payment is created from. */
export function PaymentFields({ form, error, onChange }: FieldsProps) {
  const at = (param: string) => fieldError(error, param);
  return (
    <>
      <div className="md:col-span-2">
        <TextField
          label="Recipient"
          hint="An address on Base or Ethereum (0x…), or on Solana."
          error={at('to')}
          required
          spellCheck={false}
          className="font-mono"
          value={form.to}
          onChange={(value) => onChange({ to: value })}
        />
      </div>
      <AmountField
        label="Amount"
        error={at('amount')}
        required

        placeholder="0.00"
        value={form.amount}
        onChange={(value) => onChange({ amount: value })}
      />
      <SelectField
        label="Currency"
        error={at('currency')}
        value={form.currency}
        onChange={(value) => onChange({ currency: value as PaymentForm['currency'] })}
      >
        <option>USDC</option>
        <option>EURC</option>
      </SelectField>
      <SourceFields form={form} error={error} onChange={onChange} />
      <TextField
        label="Memo"
        optional
        hint="Attached to the transaction, so everybody can read it."
        error={at('memo')}
        maxLength={64}
        value={form.memo}
        onChange={(value) => onChange({ memo: value })}
      />
      <TextField
        label="Country of the recipient"
        optional
        hint="Two letters, for screening."
        error={at('country_code')}
        maxLength={2}
        placeholder="DE"
        className="uppercase"
        value={form.country}
        onChange={(value) => onChange({ country: value })}
      />
      <div className="md:col-span-2">
        <TextareaField
          label="Metadata"
          optional
          hint="Your own notes, one a line: order=1042"
          error={at('metadata')}
          className="font-mono"
          value={form.metadata}
          onChange={(value) => onChange({ metadata: value })}
        />
      </div>
    </>
  );
}

/** Who pays, and on which chain. */
function SourceFields({ form, error, onChange }: FieldsProps) {
  const at = (param: string) => fieldError(error, param);
  return (
    <>
      <TextField
        label="Pay from"
        optional
        hint="Id of a wallet. Left empty, the treasury pays."
        error={at('from')}
        spellCheck={false}
        placeholder="wal_…"
        className="font-mono"
        value={form.from}
        onChange={(value) => onChange({ from: value })}
      />
      <SelectField
        label="Chain"
        hint={form.from.trim() === '' ? 'Automatic chooses by cost, time and balance.' : 'The chain of the wallet.'}
        error={at('chain')}
        disabled={form.from.trim() !== ''}
        value={form.chain}
        onChange={(value) => onChange({ chain: value as PaymentForm['chain'] })}
      >
        <option value="auto">Automatic</option>
        <option value="base">Base</option>
        <option value="ethereum">Ethereum</option>
        <option value="solana">Solana</option>
      </SelectField>
    </>
  );
}
