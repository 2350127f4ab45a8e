import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { AmountField, Checkbox, SelectField, TextField, TextareaField } from '../../ui/field';
import type { Rule } from './rule';
import { formOf, ruleFrom } from './rule-form';
import type { RuleForm } from './rule-form';

const EFFECTS: Readonly<Record<string, string>> = {
  allow: 'Allow the payment',
  deny: 'Deny the payment',
  limit: 'Limit its amount',
  require: 'Require approvals',
};
const LISTS = [
  { field: 'countries', label: 'Countries', hint: 'Such as DE, AT.' },
  { field: 'chains', label: 'Chains', hint: 'base, ethereum or solana.' },
  { field: 'payers', label: 'Paid by', hint: 'Ids of wallets, or treasury.' },
  { field: 'createdBy', label: 'Created by', hint: 'Ids of API keys or people.' },
] as const;
const NEW_RULE: Rule = { name: '', effect: 'deny' };

interface FieldsProps {
  readonly form: RuleForm;
  readonly onChange: (changes: Partial<RuleForm>) => void;
}

/**
 * Edits one rule. The service checks it when the draft is saved.
 *
 * @param rule - undefined: a new one
 */
export function RuleDialog({
  rule,
  onClose,
  onSave,
}: {
  rule: Rule | undefined;
  onClose: () => void;
  onSave: (rule: Rule) => void;
}) {
  const [form, setForm] = useState(formOf(rule ?? NEW_RULE));
  const change = (changes: Partial<RuleForm>) => setForm((current) => ({ ...current, ...changes }));
  const edited = ruleFrom(form);
  return (
    <Dialog open onClose={onClose} wide title={rule === undefined ? 'Add a rule' : `Edit ${rule.name}`}>
      <DialogForm
        submit="Keep the rule"
        busy={false}
        disabled={edited === undefined || form.name.trim() === ''}
        error={null}
        onSubmit={() => {
          if (edited !== undefined) onSave(edited);
        }}
        onCancel={onClose}
      >
        <EffectFields form={form} onChange={change} />
        <ConditionFields form={form} onChange={change} />
        <TextareaField
          label="Everything else"
          optional
          hint="As JSON, such as hours, weekdays and metadata: see the guide to rules."
          error={edited === undefined ? 'This must be a JSON object.' : undefined}
          spellCheck={false}
          className="font-mono"
          value={form.more}
          onChange={(more) => change({ more })}
        />
      </DialogForm>
    </Dialog>
  );
}

function EffectFields({ form, onChange }: FieldsProps) {
  const effects = form.effect in EFFECTS ? EFFECTS : { ...EFFECTS, [form.effect]: form.effect };
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Name" maxLength={40} value={form.name} onChange={(name) => onChange({ name })} />
        <SelectField label="What it does" value={form.effect} onChange={(effect) => onChange({ effect })}>
          {Object.entries(effects).map(([effect, label]) => (
            <option key={effect} value={effect}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {form.effect === 'limit' && (
        <AmountField label="At most" value={form.max} onChange={(max) => onChange({ max })} />
      )}
      {form.effect === 'require' && (
        <>
          <SelectField label="Who approves" value={form.approvals} onChange={(approvals) => onChange({ approvals })}>
            <option value="1">One person</option>
            <option value="2">Two people</option>
          </SelectField>
          <Checkbox
            label="The creator of a payment neither approves nor reviews it"
            checked={form.excludeCreator}
            onChange={({ target }) => onChange({ excludeCreator: target.checked })}
          />
        </>
      )}
    </>
  );
}

/** Which payments it matches: all conditions that are filled in. */
function ConditionFields({ form, onChange }: FieldsProps) {
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-medium">Of payments that meet all of these</legend>
      <div className="grid gap-4 md:grid-cols-3">
        <SelectField label="Currency" value={form.currency} onChange={(currency) => onChange({ currency })}>
          <option value="">Any</option>
          <option value="USDC">USDC</option>
          <option value="EURC">EURC</option>
        </SelectField>
        <AmountField label="Above" optional value={form.above} onChange={(above) => onChange({ above })} />
        <AmountField label="Up to" optional value={form.upTo} onChange={(upTo) => onChange({ upTo })} />
      </div>
      <TextareaField
        label="To one of these addresses"
        optional
        hint="One in a line."
        rows={2}
        spellCheck={false}
        className="font-mono"
        value={form.to}
        onChange={(to) => onChange({ to })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        {LISTS.map(({ field, label, hint }) => (
          <TextField
            key={field}
            label={label}
            optional
            hint={hint}
            value={form[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
